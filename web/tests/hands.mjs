// How a person answers: with the mouse on the map, with the keyboard, or with a finger. Each gives the action that was sent.

import { assert, PATIENCE, PICTURES } from "./scene.mjs";

export const BOARD = "[role=application]"; // the map with its counters
const SOON = 400; // milliseconds in which a click leads to something, if it does
export const PRIMARY = "dialog[open] button.primary:not(:disabled)"; // what agrees to a fight or an end that is asked about first

/** A choice on the map, as far as the map says it: its counter, then its place; what is left is chosen from the list. */
export async function byMouse(page, choice, table) {
  return sent(page, async (done) => {
    const where = placesOf(table.pieces);
    await onTheTable(page);
    const piece = choice.pieces.find((id) => where.has(id));
    const counter = `[data-piece="${piece}"]`;
    if (piece && (await page.locator(`${BOARD} ${counter}`).count())) await clickOnBoard(page, counter, where.get(piece));
    if (await leads(page, done)) return "map";
    const place = choice.places.find((each) => each !== where.get(piece));
    if (place && (await page.locator(`${BOARD} .board-under [data-place="${place}"]`).count())) await clickOnPlace(page, place);
    if (place && (await leads(page, done))) return "map";
    const button = page.locator(`button[data-action="${choice.action}"]`);
    if (!(await button.count())) await page.keyboard.press("Escape"); // what was clicked is about something else: all choices again
    await unfold(page, button);
    await button.click();
    await leads(page, done);
    return piece || place ? "both" : "list";
  });
}

/** A choice with the keyboard alone: on the map if that is wished and it says enough, else the next and the next of the list. */
export async function byKeyboard(page, choice, onTheMap = false) {
  return sent(page, async (done) => {
    await page.evaluate(() => document.activeElement?.blur());
    const agree = () => page.keyboard.press("Enter"); // what begins a fight stands under the focus
    if (onTheMap && choice.pieces.length + choice.places.length === 1) {
      await page.keyboard.press("b");
      await page.waitForFunction((board) => document.activeElement?.closest(board), BOARD);
      await focusOn(page, "Tab", ({ piece, place }) => (choice.pieces.length ? piece === choice.pieces[0] : place === choice.places[0] && !piece));
      await page.keyboard.press("Enter");
      if (await leads(page, done, agree)) return "map";
      await page.keyboard.press("Escape");
    }
    const actions = await page.locator("button[data-action]").evaluateAll((all) => all.map((each) => each.dataset.action));
    const steps = actions.indexOf(choice.action) + 1;
    assert.ok(steps > 0, `'${choice.action}' is not in the list`);
    const far = steps > 12 && (await page.locator("#filter").count());
    if (far) {
      await page.keyboard.press("/");
      await page.waitForFunction(() => document.activeElement?.id === "filter");
      await page.keyboard.type(choice.action);
      await page.waitForFunction((count) => document.querySelectorAll("button[data-action]").length < count, actions.length);
      if ((await page.locator("button[data-action]").count()) === 1) {
        await page.keyboard.press("Enter");
        await leads(page, done, agree);
        return "found";
      }
    }
    await focusOn(page, far ? "Tab" : "n", ({ action }) => action === choice.action);
    await page.keyboard.press("Enter");
    await leads(page, done, agree);
    return "list";
  });
}

/** Press a key until what has the focus is what is wanted. */
async function focusOn(page, key, wanted) {
  const seen = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press(key);
    await drawn(page);
    const focused = await page.evaluate(() => ({ ...document.activeElement?.dataset }));
    if (wanted(focused)) return;
    seen.push(focused);
  }
  throw new Error(`the focus does not come there with ${key}, but to ${JSON.stringify(seen)}`);
}

/** A choice with a finger, from the list. */
export async function byTouch(page, choice) {
  return sent(page, async (done) => {
    const button = page.locator(`button[data-action="${choice.action}"]`);
    await unfold(page, button);
    await button.tap();
    await leads(page, done, () => page.locator("dialog[open] button.primary").tap());
    return "touch";
  });
}

/** Bring something into sight; unlike Playwright's own way it does not fail when the page draws it anew meanwhile. */
export async function scrollTo(locator) {
  await locator.evaluate((element) => element.scrollIntoView({ block: "center" }));
}

/** A long list of places is folded while the map shows them: it is opened to choose from it. */
export async function unfold(page, button) {
  await button.first().waitFor({ state: "attached" });
  const fold = page.locator("details:not([open])", { has: button });
  if (await fold.count()) await fold.locator("summary").click();
}

/** Do something that must lead to a command; what is asked before it is sent is agreed to. */
export async function command(page, act) {
  return sent(page, async (done) => {
    await act();
    await leads(page, done, undefined, PATIENCE);
  });
}

/** Do something that sends a command; gives the action of the command and how it was chosen. */
async function sent(page, act) {
  const done = { request: null };
  const note = (request) => {
    if (request.method() === "POST" && request.url().endsWith("/moves")) done.request = request;
  };
  page.on("request", note);
  try {
    const how = await act(done);
    const deadline = Date.now() + PATIENCE;
    while (!done.request) {
      assert.ok(Date.now() < deadline, "nothing was sent");
      await page.waitForTimeout(20);
    }
    const response = await done.request.response();
    assert.ok(response?.ok(), `the command was refused: ${response?.status()} ${await response?.text()}`);
    const { action } = JSON.parse(await page.evaluate(() => globalThis.lastCommand));
    return { action, how, seq: (await response.json()).seq };
  } finally {
    page.off("request", note);
  }
}

/** Whether what was done leads to a command; if it opens the odds of a fight first, that is agreed to. */
async function leads(page, done, agree = () => page.locator(PRIMARY).click(), patience = SOON) {
  await drawn(page);
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (done.request) return true;
    if (await page.locator(PRIMARY).count()) {
      await agree();
      while (!done.request && Date.now() < deadline + PATIENCE) await page.waitForTimeout(10);
      return Boolean(done.request);
    }
    await page.waitForTimeout(20);
  }
  return false;
}

/** Click with the mouse where something of the board is; if it is out of sight, the whole map is shown first. */
export async function clickOnBoard(page, selector, place, { shift = false } = {}) {
  const element = page.locator(`${BOARD} ${selector}`).first();
  await element.waitFor({ state: "attached" });
  const board = await page.locator(BOARD).boundingBox();
  let box = await element.boundingBox();
  if (!box || !within(middle(box), board)) {
    await page.keyboard.press("f");
    await page.waitForTimeout(400);
    box = await element.boundingBox();
  }
  assert.ok(box, `${place} is not on the board`);
  await page.mouse.move(middle(box).x, middle(box).y, { steps: 3 });
  const { x, y } = middle((await uncovered(page, element)) ?? box);
  if (shift) await page.keyboard.down("Shift");
  await page.mouse.click(x, y);
  if (shift) await page.keyboard.up("Shift");
}

/** Click with the mouse on a place that can be chosen: on its label, if a counter lies there. */
export async function clickOnPlace(page, place) {
  await page.locator(`${BOARD} .board-under [data-place="${place}"]`).first().waitFor({ state: "attached" });
  const label = `.board-over [data-place="${place}"] .sized`;
  const held = await page.locator(`${BOARD} ${label}`).count();
  await clickOnBoard(page, held ? label : `.board-under [data-place="${place}"]`, place);
}

/** Where a counter lies once the stack has fanned out in which it stands; soon, if it does at all. */
async function uncovered(page, element) {
  const deadline = Date.now() + 2 * SOON;
  for (;;) {
    const free = await element.evaluate((each) => {
      const box = each.getBoundingClientRect();
      const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const alone = document.querySelectorAll(`.board-counter[data-place="${each.dataset.place}"]`).length < 2;
      return !each.dataset.piece || ((alone || each.classList.contains("fanned")) && above?.closest("[data-piece]") === each);
    });
    if (free || Date.now() > deadline) return element.boundingBox();
    await page.waitForTimeout(40);
  }
}

/** Once the page has dealt with what was done to it. */
async function drawn(page) {
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
}

/** Once the map has come. */
async function onTheTable(page) {
  await page.locator(`${BOARD} .board-tiles > *`).first().waitFor({ state: "attached" });
}

/** Once the map can be looked at, if it is: its tiles are painted in the background. */
export async function painted(page) {
  await onTheTable(page);
  if (PICTURES) await page.waitForTimeout(700);
  else await atRest(page);
}

/** Once the view of the map has not moved for some frames. */
async function atRest(page) {
  await page.evaluate((tiles) => new Promise((go) => {
    let [before, frames] = ["", 0];
    const look = () => {
      const now = JSON.stringify(document.querySelector(tiles)?.getBoundingClientRect());
      [before, frames] = [now, now === before ? frames + 1 : 0];
      frames < 12 ? requestAnimationFrame(look) : go();
    };
    look();
  }), `${BOARD} .board-tiles > *`);
}

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

function within({ x, y }, box) {
  return x > box.x + 8 && y > box.y + 8 && x < box.x + box.width - 8 && y < box.y + box.height - 8;
}

export function placesOf(pieces) {
  return new Map(pieces.stacks.flatMap((stack) => stack.counters.filter((each) => each.id).map((each) => [each.id, stack.place])));
}

/** Press the key that shows at once what others did. */
export async function showAll(page) {
  await page.keyboard.press("s");
}

/** Wait until the page shows the question that the server asks now, and all that came before it; what is still told is skipped. */
export async function waitForQuestion(page, table) {
  const deadline = Date.now() + PATIENCE;
  while (!(await asks(page, table).catch(() => false))) {
    assert.ok(Date.now() < deadline, `the page does not ask: ${table.decision.prompt}`);
    await showAll(page);
  }
}

async function asks(page, table) {
  const first = table.decision.choices[0].action;
  return page.waitForFunction(
    ([action, count]) => {
      const buttons = [...document.querySelectorAll("button[data-action]")];
      return buttons.length === count && buttons.some((each) => each.dataset.action === action) && buttons.every((each) => !each.disabled);
    },
    [first, table.decision.choices.length],
    { timeout: 1000 },
  );
}

/** The table of a seat once the page asks what the server asks. */
export async function question(page, seat, kind) {
  const table = await when(seat, ({ decision }) => decision?.kind === kind);
  await waitForQuestion(page, table);
  return table;
}

/** Answers without a browser. */
export async function answer(seats, seat, actions) {
  for (const action of actions) {
    const { seq } = await when(seats[seat], ({ decision }) => decision?.choices.some((choice) => choice.action === action));
    await seats[seat].move(seq, action);
  }
}

/** The table of a guest as soon as this holds of it. */
export async function when(guest, holds) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const table = await guest.table();
    if (holds(table)) return table;
    assert.ok(Date.now() < deadline, `it did not come to that: ${JSON.stringify(table.decision?.kind)}`);
    await new Promise((go) => setTimeout(go, 60));
  }
}
