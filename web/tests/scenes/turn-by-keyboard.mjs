// A whole turn of Eutaw Springs against the computer without touching the mouse, from the list of games on.

import { anything, Guest } from "../guest.mjs";
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
  while (table.when.turn === turn) {
    await waitForQuestion(page, table);
    const choice = anything(table.decision.choices);
    assert.equal((await byKeyboard(page, choice)).action, choice.action);
    choices += 1;
    if (choices === 5) await aroundTheMap(stage, page);
    table = await asked(page, mine);
  }
  await stage.shot(page, "next-turn");
  console.log(`${choices} choices with the keyboard`);
  assert.ok(choices >= 5);
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
  await page.waitForFunction(() => document.activeElement?.closest(".board"));
  const said = new Set();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    const live = await page.locator(".board [aria-live]").first().textContent();
    said.add(label || live);
  }
  await stage.shot(page, "cursor");
  assert.ok(said.size >= 2, `the cursor says nothing: ${[...said]}`);
  await page.keyboard.press("Escape");
}
