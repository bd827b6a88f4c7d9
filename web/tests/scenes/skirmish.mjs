// A table top with single men: a move with a formation by way of a point, lines of sight and the ruler, a volley with its risks and its smoke, a charge
// that is fired at, wounded carried off.

import { barriers } from "../axe.mjs";
import { BOARD, answer, clickOnBoard, command, painted, question, unfold, when } from "../hands.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const DARK = { colorScheme: "dark" };
const HUMANS = { ANV: "human", AoP: "human" };

await scene(import.meta.url, async (stage) => {
  await move(stage);
  await volley(stage);
  await charge(stage);
  await wounded(stage);
  await byFinger(stage);
});

/** One click on a man takes up his squad; the formation, then a point of the ground, then the dice. */
async function move(stage) {
  const { game, links, seats } = await stage.guest.create("chancellorsville/red-dice/turnpike", HUMANS);
  const page = await stage.sit("mover", game, links.ANV);
  await question(page, seats.ANV, "Initiative.choose");
  await painted(page);
  await stage.shot(page, "opening");
  assert.deepEqual(await barriers(page, "the opening"), []);
  await clickOnBoard(page, '[data-piece="V2-4"]', "V2-4");
  await question(page, seats.ANV, "Activation.declare");
  await choose(page, "form column");
  const { decision } = await when(seats.ANV, ({ decision }) => decision?.kind === "Activation.declare" && !decision.choices.some(({ action }) => action === "form column"));
  assert.equal(decision.regions[0].action, "walk-to {x},{y}");
  await page.locator(`${BOARD} .region`).first().waitFor({ state: "attached" });
  await painted(page);
  await stage.shot(page, "reach");
  const man = await page.locator(`${BOARD} [data-piece="V2-1"]`).boundingBox();
  const centimetre = man.width / 1.5;
  const hover = (left, up) => page.mouse.move(man.x + man.width / 2 - left * centimetre, man.y + man.height / 2 - up * centimetre, { steps: 3 });
  const click = (left, up) => page.mouse.click(man.x + man.width / 2 - left * centimetre, man.y + man.height / 2 - up * centimetre);
  await page.locator('[data-region="walk-by {x},{y}"]').click();
  const bend = await command(page, () => click(6, 6));
  assert.match(bend.action, /^walk-by /);
  const { decision: onward } = await when(seats.ANV, ({ seq, decision }) => seq >= bend.seq && decision?.kind === "Activation.declare");
  assert.match(onward.prompt, /goes by way of/);
  await page.locator('[data-region="walk-to {x},{y}"][aria-pressed="true"]').waitFor();
  await page.locator(`${BOARD} .region`).first().waitFor({ state: "attached" });
  const drawn = (kind) => page.locator(`${BOARD} .way.${kind}`);
  await drawn("declared").locator(".line").first().waitFor({ state: "attached" });
  assert.match(await drawn("declared").locator(".sum").textContent(), /^6\.1 of 40 cm, 33\.9 left$/);
  await hover(12, 0);
  await drawn("offered").locator(".line").first().waitFor({ state: "attached" });
  assert.match(await drawn("offered").locator(".sum").textContent(), / of 40 cm, /);
  assert.match(await drawn("declared").locator(".sum").textContent(), /^6\.1 cm$/);
  await painted(page);
  await stage.shot(page, "bent-way");
  const way = await command(page, () => click(12, 0));
  assert.match(way.action, /^walk-to /);
  const { pieces: { ways } } = await question(page, seats.ANV, "Activation.commit");
  assert.ok(ways[0].places.length >= 3);
  await drawn("declared").locator(".head").waitFor({ state: "attached" });
  assert.equal(await drawn("declared").locator(".bend").count(), ways[0].places.length - 2);
  await page.locator('[data-risk="roll-dice 4"]').waitFor();
  await painted(page);
  await stage.shot(page, "dice-of-a-move");
  await command(page, () => page.locator('[data-risk="roll-dice 4"]').click());
  const { decision: facing } = await question(page, seats.ANV, "Walk.face");
  const north = facing.choices.find(({ action }) => action === "face 6").places[0]; // a point before the leader stands for a facing
  await drawn("taken").locator(".head").waitFor({ state: "attached" });
  await stage.shot(page, "facing");
  await clickOnBoard(page, `.board-under [data-place="${north}"]`, north);
  await when(seats.ANV, ({ pieces }) => pieces.groups.find(({ id }) => id === "V2").facing?.[0] === 0);
  await drawn("taken").first().waitFor({ state: "detached" });
  await page.context().close();
}

/** A click on the enemy fires at him; the table says what each number of dice may bring, with two red dice counted in. */
async function volley(stage) {
  const { game, links, seats } = await stage.guest.create("staged/volley", HUMANS);
  const page = await stage.sit("volley", game, links.ANV, DARK);
  await question(page, seats.ANV, "Initiative.choose");
  await look(stage, page);
  await clickOnBoard(page, '[data-piece="V2-4"]', "V2-4");
  await question(page, seats.ANV, "Activation.declare");
  await choose(page, "fire-at U1");
  const { decision } = await question(page, seats.ANV, "Activation.commit");
  const { columns, rows } = decision.risks;
  assert.deepEqual(columns.filter(({ bad }) => bad).map(({ title }) => title), ["Initiative lost", "Disaster", "Somebody runs"]);
  assert.equal(rows[0].action, "roll-dice 2");
  await page.locator('[data-risk="roll-dice 5"]').waitFor();
  await painted(page);
  await stage.shot(page, "volley");
  const phone = await stage.sit("phone", game, links.ANV, PHONE);
  await phone.locator('[data-risk="roll-dice 5"]').waitFor();
  await painted(phone);
  await stage.shot(phone, "volley-phone");
  await phone.context().close();
  await command(page, () => page.locator('[data-risk="roll-dice 5"]').click());
  await when(seats.ANV, ({ decision }) => decision?.kind !== "Activation.commit");
  await choose(page, "shed-dice 1");
  await page.locator(`${BOARD} .smoke`).nth(6).waitFor({ state: "attached" }); // before each of the seven
  await page.locator(".dice .coloured").nth(1).waitFor();
  await painted(page);
  await stage.shot(page, "after-the-volley");
  await page.context().close();
}

/** Whoever is pointed at shows whom he sees and what hides the others, by mouse and by key; the ruler snaps to soldiers. */
async function look(stage, page) {
  const man = page.locator(`${BOARD} [data-piece="V2-4"]`);
  await man.hover();
  await page.locator(`${BOARD} .arrow.sight .line`).nth(5).waitFor({ state: "attached" });
  await page.locator(`${BOARD} .arrow.blocked .unseen`).first().waitFor({ state: "attached" });
  await page.locator(".sight").getByText("Hidden: barn").waitFor();
  await painted(page);
  await stage.shot(page, "sight");
  await page.mouse.move(5, 5);
  await page.locator(`${BOARD} .arrow.sight`).first().waitFor({ state: "detached" });
  const [from, to] = [await man.boundingBox(), await page.locator(`${BOARD} [data-piece="U1-3"]`).boundingBox()];
  await page.locator(".board-buttons .measure").click();
  await page.mouse.move(from.x + 3, from.y + 3);
  await page.mouse.down();
  await page.mouse.move(to.x - 60, to.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width - 3, to.y + 3, { steps: 3 });
  await page.mouse.up();
  await page.locator(`${BOARD} .ruler .words`).getByText("20.0 cm").waitFor({ state: "attached" });
  await page.getByText("from V2-4: short range").waitFor();
  await painted(page);
  await stage.shot(page, "ruler");
  await page.keyboard.press("Escape");
  await page.locator(`${BOARD} .ruler`).waitFor({ state: "detached" });
  await page.keyboard.press("1"); // of whom the panel tells
  await page.locator(`${BOARD} .arrow.sight`).first().waitFor({ state: "attached" });
  await page.keyboard.press("1");
  await page.locator(`${BOARD} .arrow.sight`).first().waitFor({ state: "detached" });
}

/** Who is charged is asked at once, and fires with as many dice as they like. */
async function charge(stage) {
  const { game, links, seats } = await stage.guest.create("staged/charge", HUMANS);
  const page = await stage.sit("charged", game, links.ANV);
  await answer(seats, "AoP", ["activate-squad U1", "assault-on V2"]);
  for (;;) {
    const [ours, theirs] = [await seats.ANV.table(), await seats.AoP.table()];
    if (ours.decision?.kind === "Charge.offer_fire") break;
    assert.ok(theirs.decision, "nobody is asked");
    const kind = theirs.decision.kind;
    assert.ok(["Activation.call_out", "Activation.commit", "Runaways.choose", "Calming.choose"].includes(kind), kind);
    const wanted = kind === "Activation.commit" ? "roll-dice 6" : theirs.decision.choices[0].action;
    await seats.AoP.move(theirs.seq, wanted);
  }
  const { decision } = await question(page, seats.ANV, "Charge.offer_fire");
  assert.ok(decision.risks.columns.length >= 6);
  await painted(page);
  await stage.shot(page, "charge");
  await command(page, () => page.locator('[data-risk="roll-dice 4"]').click());
  await when(seats.ANV, ({ decision }) => decision?.kind !== "Charge.offer_fire");
  await painted(page);
  await stage.shot(page, "after-the-charge");
  await page.context().close();
}

/** On a phone the table stands upright, and a finger on men too small to be told apart comes near them before it chooses one. */
async function byFinger(stage) {
  const { game, links, seats } = await stage.guest.create("staged/wounded", HUMANS);
  const page = await stage.sit("finger", game, links.ANV, PHONE);
  await question(page, seats.ANV, "Initiative.choose");
  await page.getByRole("button", { name: /north is/ }).waitFor();
  assert.doesNotMatch(await page.getByRole("button", { name: /north is/ }).getAttribute("aria-label"), / up$/);
  await painted(page);
  await stage.shot(page, "upright");
  const man = page.locator(`${BOARD} [data-piece="V3-1"]`);
  const { seq } = await seats.ANV.table();
  const touch = async () => {
    const { x, y, width, height } = await man.boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  };
  assert.ok((await man.boundingBox()).width < 10);
  await touch(); // men of another squad are under the same finger
  await page.waitForFunction((selector) => document.querySelector(selector).getBoundingClientRect().width > 40, `${BOARD} [data-piece="V3-1"]`);
  await painted(page);
  await stage.shot(page, "near");
  assert.equal((await seats.ANV.table()).seq, seq);
  const { action } = await command(page, touch);
  assert.equal(action, "activate-squad V3");
  await question(page, seats.ANV, "Activation.declare");
  await page.getByRole("button", { name: "Show the whole map" }).tap();
  await page.waitForFunction((selector) => document.querySelector(selector).getBoundingClientRect().width < 10, `${BOARD} [data-piece="V3-1"]`);
  await page.context().close();
}

/** A comrade takes up a wounded man, and both are a pair that goes to the rear. */
async function wounded(stage) {
  const { game, links, seats } = await stage.guest.create("staged/wounded", HUMANS);
  const page = await stage.sit("bearer", game, links.ANV);
  await question(page, seats.ANV, "Initiative.choose");
  await clickOnBoard(page, '[data-piece="V2-4"]', "V2-4");
  await question(page, seats.ANV, "Activation.declare");
  await choose(page, "bear V2-2 V2-3");
  const table = await when(seats.ANV, ({ pieces }) => pieces.groups.some(({ states }) => states?.some(({ word }) => word === "pair")));
  assert.equal(table.decision.kind, "Activation.declare");
  await painted(page);
  await stage.shot(page, "wounded");
  await answer(seats, "ANV", ["stand-fast", "roll-dice 2"]);
  await question(page, seats.ANV, "Initiative.choose");
  await clickOnBoard(page, '[data-piece="V2-2"]', "V2-2");
  await question(page, seats.ANV, "Activation.declare");
  await page.locator(`${BOARD} .region`).first().waitFor({ state: "attached" });
  const bearer = await page.locator(`${BOARD} [data-piece="V2-2"]`).boundingBox();
  await page.mouse.click(bearer.x + bearer.width / 2 + 6 * (bearer.width / 1.5), bearer.y + bearer.height / 2);
  await question(page, seats.ANV, "Activation.commit");
  await command(page, () => page.locator('[data-risk="roll-dice 3"]').click());
  const carried = await when(seats.ANV, ({ pieces }) => pieces.trays.length > 0);
  assert.deepEqual(carried.pieces.trays.map(({ title, counters }) => [title, counters.map(({ id }) => id)]), [["Carried to the rear", ["V2-3"]]]);
  await painted(page);
  await stage.shot(page, "carried");
  await page.context().close();
}

// ---------------------------------------------------------------- what they have in common

/** A choice from the list. */
async function choose(page, action) {
  const button = page.locator(`button[data-action^="${action}"]`).first();
  await unfold(page, button);
  await command(page, () => button.click());
}
