// A whole turn of Eutaw Springs with the mouse: begun from the list of games with a link for a friend, who plays without a browser.

import { randomUUID } from "node:crypto";

import { anything, busy, Guest } from "../guest.mjs";
import { byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  const card = page.locator("article", { has: page.locator('a[href="/new/revolution/eutaw/historical"]') });
  await card.getByRole("button", { name: "Invite a friend" }).click();
  const link = new URL(await page.getByRole("dialog").getByRole("textbox").inputValue());
  await stage.shot(page, "invitation");
  await page.getByRole("button", { name: "Sit down at the table" }).click();
  await page.waitForURL(/\/table\/.+#.+/);

  const mine = at(stage, new URL(page.url()));
  const friend = await invited(stage, link);
  let table = await mine.table();
  const turn = table.when.turn;
  const chosen = { map: 0, both: 0, list: 0 };
  while (table.when.turn === turn) {
    assert.equal(table.over, null);
    if (table.decision) {
      await showAll(page);
      await waitForQuestion(page, table);
      const choice = busy(table.decision.choices, chosen.map + chosen.both > 25);
      const { action, how } = await byMouse(page, choice, table);
      assert.equal(action, choice.action);
      chosen[how] += 1;
      if (chosen.map === 4 && how === "map") await stage.shot(page, "in-play");
    } else {
      const theirs = await friend.table();
      if (theirs.decision) await friend.move(theirs.seq, anything(theirs.decision.choices).action);
    }
    table = await mine.table();
  }
  await showAll(page);
  await stage.shot(page, "next-turn");
  console.log(`chosen on the map ${chosen.map}, on the map and in the list ${chosen.both}, in the list ${chosen.list}`);
  assert.ok(chosen.map >= 15, "hardly anything could be chosen on the map");
});

/** The friend, who takes the seat by the invitation. */
async function invited(stage, link) {
  const guest = at(stage, link);
  const { token } = await new Guest(stage.server.url, guest.game).good("POST", `games/${guest.game}/invitation/seat`, { invitation: guest.token, key: randomUUID() });
  return new Guest(stage.server.url, guest.game, token);
}

function at(stage, url) {
  return new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));
}
