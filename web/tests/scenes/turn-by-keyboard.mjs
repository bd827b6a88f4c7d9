// A whole turn of Eutaw Springs against the computer without touching the mouse, from the list of games on.

import { busy, Guest } from "../guest.mjs";
import { byKeyboard, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  const begin = page
    .locator("article", { has: page.locator('a[href="/new/revolution/eutaw/historical"]') })
    .getByRole("button", { name: "Play against the computer" });
  await begin.waitFor();
  await tabTo(page, begin);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/table\/.+#.+/);

  const url = new URL(page.url());
  const mine = new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));
  let table = await asked(page, mine);
  const turn = table.when.turn;
  let choices = 0;
  let onTheMap = 0;
  let found = 0;
  while (table.when.turn === turn) {
    await waitForQuestion(page, table);
    const choice = busy(table.decision.choices, choices > 20);
    const { action, how } = await byKeyboard(page, choice, choices % 4 !== 0 && table.decision.choices.length <= 40);
    assert.equal(action, choice.action);
    choices += 1;
    onTheMap += how === "map" ? 1 : 0;
    found += how === "found" ? 1 : 0;
    if (choices === 5) await aroundTheMap(stage, page);
    table = await asked(page, mine);
  }
  await stage.shot(page, "next-turn");
  console.log(`${choices} choices with the keyboard, ${onTheMap} of them on the map, ${found} by writing what is wanted`);
  assert.ok(choices >= 10);
  assert.ok(onTheMap >= 3);
  assert.ok(found >= 2);
});

/** Wait until we are asked; meanwhile the key that shows at once what the computer did. */
async function asked(page, mine) {
  const deadline = Date.now() + 2 * PATIENCE;
  for (;;) {
    const table = await mine.table();
    assert.equal(table.over, null);
    await page.keyboard.press("s");
    if (table.decision) return table;
    assert.ok(Date.now() < deadline, "the computer does not move");
    await page.waitForTimeout(100);
  }
}

async function tabTo(page, locator) {
  for (let count = 0; count < 120; count += 1) {
    await page.keyboard.press("Tab");
    if (await locator.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the focus does not come there");
}

/** The cursor walks over the map and says where it is. */
async function aroundTheMap(stage, page) {
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.activeElement?.closest("[role=application]"));
  const said = new Set();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
    said.add(await page.evaluate(() => document.querySelector("[role=application]").parentElement.querySelector("[aria-live]").textContent));
  }
  await stage.shot(page, "cursor");
  assert.ok(said.size >= 3, `the cursor says little: ${[...said]}`);
  await page.keyboard.press("Escape");
}
