// Sheets of other kinds than hexes and areas, at two toys: a table top on which every point is a place, and a display beside a map.

import { Guest } from "../guest.mjs";
import { barriers } from "../axe.mjs";
import { BOARD, painted } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  await tableTop(stage);
  await display(stage);
});

/** A man goes where the mouse points, another by the keyboard. */
async function tableTop(stage) {
  const { game, links, seats } = await stage.guest.create("toy/tabletop", { north: "human", south: "human" });
  const north = await stage.sit("north", game, links.north);
  await north.locator(`${BOARD} [data-piece="N1"].can`).click();
  const table = await when(seats.north, ({ decision }) => decision?.regions?.length === 1);
  assert.deepEqual(table.decision.choices.map(({ action }) => action), ["stay"]);
  await north.locator(`${BOARD} .region`).first().waitFor({ state: "attached" });
  await painted(north);
  await stage.shot(north, "table-top");
  const man = await north.locator(`${BOARD} [data-piece="N1"]`).boundingBox();
  const centimetre = man.width / 1.5;
  await north.mouse.click(man.x + man.width / 2 + 3 * centimetre, man.y + man.height / 2 + 2 * centimetre);
  await when(seats.south, ({ pieces }) => placeOf(pieces, "N1") === "11,9");

  await answerAll(seats, "hold");
  const south = await stage.sit("south", game, links.south);
  await south.locator(`${BOARD} [data-piece="S2"].can`).waitFor();
  await south.keyboard.press("b");
  await south.waitForFunction((board) => document.activeElement?.closest(board), BOARD);
  for (let count = 0; count < 6 && !(await south.evaluate(() => document.activeElement?.dataset.piece === "S2")); count += 1) await south.keyboard.press("Tab");
  await south.keyboard.press("Enter");
  await when(seats.south, ({ decision }) => decision?.regions?.length === 1);
  await south.locator(`${BOARD} .region`).first().waitFor({ state: "attached" });
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) await south.keyboard.press(key);
  await painted(south);
  await stage.shot(south, "by-keyboard");
  await south.keyboard.press("Enter");
  await when(seats.south, ({ pieces }) => placeOf(pieces, "S2") === "24,5");
  assert.deepEqual(await barriers(south, "the table top"), []);
}

/** The map and the display are tabs; the one that the question is about comes to the front. */
async function display(stage) {
  const { game, links, seats } = await stage.guest.create("toy/relief", { besieger: "human", garrison: "human" });
  const besieger = await stage.sit("besieger", game, links.besieger);
  const garrison = await stage.sit("garrison", game, links.garrison);
  for (let count = 0; count < 3; count += 1) {
    await selected(besieger, "map");
    const { decision } = await seats.besieger.table();
    const goal = decision.choices.filter(({ places }) => places.length).at(-1).places[0].replace(/^map:/, "");
    await besieger.locator(`${BOARD} .board-under [data-place="${goal}"]`).first().click({ force: true });
    await when(seats.garrison, ({ decision }) => decision !== null);
    await selected(garrison, "display");
    await garrison.locator(`${BOARD} .board-under [data-place="east"]`).first().click({ force: true });
    await when(seats.besieger, ({ decision, over }) => decision !== null || over !== null);
  }
  await painted(besieger);
  await painted(garrison);
  await stage.shots("siege");
  await selected(garrison, "display");
  await garrison.getByRole("tab", { name: "Display" }).focus();
  await garrison.keyboard.press("ArrowLeft");
  await selected(garrison, "map");
  await painted(garrison);
  await garrison.locator(`${BOARD} .addition`).first().waitFor({ state: "attached" }); // the sap is drawn
  await stage.shot(garrison, "the-other-sheet");
  assert.deepEqual(await barriers(garrison, "two sheets"), []);
}

async function selected(page, sheet) {
  await page.locator(`[role=tab][data-sheet="${sheet}"][aria-selected=true]`).waitFor();
  await page.waitForTimeout(300); // the map comes to rest
}

/** Whatever is asked in between is answered so. */
async function answerAll(seats, action) {
  for (const seat of Object.values(seats)) {
    const { decision, seq } = await seat.table();
    if (decision?.choices.some((choice) => choice.action === action)) await seat.move(seq, action);
  }
}

function placeOf(pieces, id) {
  return pieces.stacks.find(({ counters }) => counters.some((counter) => counter.id === id))?.place;
}

async function when(guest, wanted) {
  assert.ok(guest instanceof Guest);
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const table = await guest.table();
    if (wanted(table)) return table;
    assert.ok(Date.now() < deadline, `not in time: ${JSON.stringify(table.decision)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
