// Somebody who clicks on anything, at a table of every game: nothing they do may break the page, and afterwards it still answers.

import { anything } from "../guest.mjs";
import { BOARD } from "../hands.mjs";
import { assert, scene } from "../scene.mjs";

const CLICKS = Number(process.env.GROGNARD_CLICKS ?? 120); // at each table
const KEYS = ["1", "2", "3", "4", "5", "n", "b", "z", "?", "Tab", "Enter", "Escape", "ArrowLeft", "ArrowDown", "+", "-"];
const WAYS = [answer, answer, answer, button, counter, counter, place, key];
const LEAVES = /resign|leave|home|log ?out/i; // which would only end the game, or lead elsewhere

await scene(import.meta.url, async (stage) => {
  stage.refusals(true);
  const cards = await stage.guest.good("GET", "scenarios");
  for (const card of cards) {
    const [own, ...others] = card.seats.map((seat) => seat.name);
    const { game, links, seats } = await stage.guest.create(card.id, { [own]: "human", ...Object.fromEntries(others.map((seat) => [seat, "random"])) });
    const page = await stage.sit(card.id.replaceAll("/", "-"), game, links[own]);
    const address = page.url();
    await page.locator(`${BOARD} [data-counter], button[data-action]`).first().waitFor();
    const done = [];
    for (let count = 0; count < CLICKS && !stage.faults.length; count += 1) {
      const what = await anything(WAYS)(page).catch((error) => error.message.split("\n")[0]);
      if (what) done.push(what);
      await page.waitForTimeout(30);
      if (!page.url().includes(game)) await page.goto(address); // a link led elsewhere
    }
    assert.deepEqual(stage.faults, [], `${card.id}, after ${done.slice(-6).join("; ")}`);
    await stage.shot(page, "at-the-end");
    await page.goto("about:blank");
    await page.goto(address);
    await answers(page, await seats[own].table());
    console.log(`${card.id}: ${done.length} clicks, ${(await seats[own].table()).seq} moves`);
    await page.context().close();
  }
});

/** The page shows what the server asks, after all. */
async function answers(page, table) {
  const wanted = table.over || !table.decision ? "[role=application]" : "button[data-action]";
  await page.locator(wanted).first().waitFor({ state: "attached" });
}

async function answer(page) {
  return oneOf(page, "button[data-action]:not(:disabled), dialog[open] button.primary:not(:disabled)");
}

async function button(page) {
  return oneOf(page, "button:not(:disabled), summary, [role=tab]");
}

async function counter(page) {
  return oneOf(page, `${BOARD} [data-piece], .tray [data-piece]`);
}

async function place(page) {
  return oneOf(page, `${BOARD} .board-under [data-place]`);
}

async function key(page) {
  const pressed = anything(KEYS);
  await page.keyboard.press(pressed);
  return pressed;
}

/** Click with the mouse on one of what is on the screen, even if something lies above it; gives what it is called. */
async function oneOf(page, selector) {
  const seen = await page.locator(selector).evaluateAll((all) =>
    all.flatMap((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const { action, piece, place } = each.dataset;
      const name = action ?? piece ?? place ?? each.getAttribute("aria-label") ?? each.textContent.trim().slice(0, 40);
      return width && x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [{ x, y, name }] : [];
    }),
  );
  const one = seen.length ? anything(seen) : null;
  if (!one || LEAVES.test(one.name)) return null;
  await page.mouse.click(one.x, one.y);
  return one.name;
}
