// From nothing to a game against the computer: the list, one click, a first move; then the game to its end.

import { anything, Guest } from "../guest.mjs";
import { byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  const start = Date.now();
  await page.goto(stage.server.url);
  await stage.shot(page, "list-of-games");
  const card = page.locator("article", { has: page.locator('a[href="/new/revolution/eutaw/historical"]') });
  await card.getByRole("button", { name: "Play against the computer" }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  const url = new URL(page.url());
  const mine = new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));

  let table = await asked(mine);
  for (let count = 0; count < 15 && !table.over; count += 1) {
    await showAll(page);
    await waitForQuestion(page, table);
    await byMouse(page, anything(table.decision.choices), table);
    if (count === 0) console.log(`first move after ${((Date.now() - start) / 1000).toFixed(1)} s`);
    if (count === 10) await stage.shot(page, "in-play");
    table = await asked(mine);
  }

  // The rest is played from elsewhere with the same link; this page follows it to the end.
  while (!table.over) {
    await mine.move(table.seq, anything(table.decision.choices).action);
    table = await asked(mine);
  }
  await showAll(page);
  await page.getByText(table.over.words).first().waitFor({ timeout: PATIENCE });
  await stage.shot(page, "over");

  await page.goto(stage.server.url);
  await page.getByText("Your games").waitFor();
  await page.locator("li.over").waitFor();
});

/** The table when we are asked or the game is over; the computer may think before. */
async function asked(mine) {
  const deadline = Date.now() + 2 * PATIENCE;
  for (;;) {
    const table = await mine.table();
    if (table.decision || table.over) return table;
    assert.ok(Date.now() < deadline, "the computer does not move");
    await new Promise((go) => setTimeout(go, 50));
  }
}
