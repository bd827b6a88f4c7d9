// A game from another package, which no page knows: from the list of games to a few moves with the mouse, and its lesson.

import { Guest } from "../guest.mjs";
import { BOARD, byMouse, painted, showAll, waitForQuestion } from "../hands.mjs";
import { assert, PAINTED, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me", PAINTED);
  await page.goto(stage.server.url);
  const card = page.locator("article", { has: page.locator('a[href="/new/harrow/mill"]') });
  await card.getByRole("button", { name: "Play against the computer" }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  const url = new URL(page.url());
  const mine = new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));

  const moves = [];
  let table = await asked(mine);
  assert.equal(table.decision.words ?? table.decision.prompt, "Give an order to a section that has not acted, or end the turn");
  while (moves.length < 7 && !table.over) {
    await showAll(page);
    await waitForQuestion(page, table);
    const { action, how } = await byMouse(page, wanted(table.decision.choices), table);
    moves.push(`${how}: ${action}`);
    if (moves.length === 3) await pictured(stage, page);
    table = await asked(mine);
  }
  console.log(moves.join("; "));
  assert.ok(moves.filter((move) => move.startsWith("map")).length >= 3, "hardly anything could be chosen on the map");
  const said = JSON.stringify(await mine.good("GET", `games/${mine.game}/log`));
  assert.match(said, /Blue light section marches from \d{4} to \d{4}|1st Blue section marches from \d{4} to \d{4}/);

  await page.goto(stage.server.url);
  await page.getByText("First shots at Harrow Mill").first().waitFor({ timeout: PATIENCE });
});

/** A shot if there is one, else the march that comes nearest to the mill, else the end of the turn. */
function wanted(choices) {
  const far = ({ places }) => Math.abs(Number(places.at(-1)?.slice(0, 2)) - 5) + Math.abs(Number(places.at(-1)?.slice(2)) - 4);
  const marches = choices.filter(({ action }) => action.startsWith("march "));
  return choices.find(({ action }) => action.startsWith("fire ")) ?? marches.sort((one, other) => far(one) - far(other))[0] ?? choices.at(-1);
}

/** The map with its ground, its name and every counter. */
async function pictured(stage, page) {
  await painted(page);
  assert.equal(await page.locator(`${BOARD} [data-piece]`).count(), 8);
  await stage.shot(page, "in-play");
}

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
