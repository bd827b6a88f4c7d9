// A turn of Eutaw Springs as an old hand plays it, every click counted: twelve units moved, one shot, three combats.

import { playUntil } from "../guest.mjs";
import { BOARD, PRIMARY, clickOnBoard, clickOnPlace, placesOf, showAll, when } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

const GOAL = 45;
const SET_UP = { sc_rifles: "place 1216", greene: "place 1016" };
const MOVING = ["MovementPhase.pick_piece", "March.choose"];
/** Who goes where; two that stand together and find the same way go with one click on the one and Shift. */
const MOVES = [
  [["pickens_sumter", "greene"], "1014"],
  [["swamp_fox", "sc_rifles"], "1214"],
  [["lee_inf"], "1513"],
  [["maryland"], "0917"],
  [["virginia"], "1117"],
  [["nc_bde"], "1317"],
  [["kirkwood"], "1120"],
  [["washington"], "1019"],
  [["nc_militia", "gaines"], "1115"],
];

/** An end that is not legal yet stays in its place, says why, and those in the way are marked on the map. */
async function barred(stage, page) {
  const end = page.locator('[data-barred="end-announcement"]');
  assert.equal(await end.getAttribute("aria-disabled"), "true");
  assert.match(await page.locator(".barred p").innerText(), /must still attack.*S12\.13/s);
  assert.ok((await page.locator(`${BOARD} .board-over .owing`).count()) >= 4);
  await stage.shot(page, "not-yet");
}

/** A hand whose clicks are counted. */
class Counting {
  clicks = 0;

  constructor(page, mine) {
    this.page = page;
    this.mine = mine;
  }

  async piece(id, options) {
    this.clicks += 1;
    await this.page.locator(`${BOARD} [data-piece="${id}"]`).waitFor({ state: "attached" });
    await clickOnBoard(this.page, `[data-piece="${id}"]`, id, options);
  }

  /** A click on a place that can be chosen. */
  async place(place) {
    this.clicks += 1;
    await this.page.locator(`${BOARD} .board-under [data-place="${place}"]`).waitFor({ state: "attached" });
    await clickOnPlace(this.page, place);
  }

  /** A click on the empty map, out of reach. */
  async ground() {
    const at = await this.page.locator(`${BOARD} [data-piece="nc_bde"]`).boundingBox();
    await this.page.mouse.click(at.x, at.y - 330);
  }

  async button(selector) {
    this.clicks += 1;
    await this.page.locator(selector).first().click();
  }

  async drag(id, place) {
    this.clicks += 1;
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const counter = await this.page.locator(`${BOARD} [data-piece="${id}"]`).boundingBox();
    await this.page.mouse.move(...middle(counter));
    await this.page.mouse.down();
    await this.page.mouse.move(middle(counter)[0] - 12, middle(counter)[1], { steps: 2 });
    const goal = this.page.locator(`${BOARD} .board-under [data-place="${place}"]`);
    await goal.waitFor({ state: "attached" });
    await this.page.mouse.move(...middle(await goal.boundingBox()), { steps: 3 });
    await this.page.mouse.up();
  }

  /** The table once the server and the page are so far. */
  async until(holds) {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const table = await this.mine.table();
      const asked = await this.page.evaluate(() => document.querySelector("[data-asked]")?.dataset.asked);
      if (holds(table) && asked === `${table.seq}`) return table;
      if (holds(table)) await showAll(this.page);
      assert.ok(Date.now() < deadline, `it does not come to that: ${table.decision?.prompt} ${holds}`);
      await this.page.waitForTimeout(30);
    }
  }

  /** Whether something is asked before the command of a click is sent. */
  async asksFirst(seq) {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      if (await this.page.locator(PRIMARY).count()) return true;
      if ((await this.mine.table()).seq !== seq) return false;
      assert.ok(Date.now() < deadline, "a click led to nothing");
      await this.page.waitForTimeout(30);
    }
  }

  /** A look at all that may follow, which comes into view; not counted, because nobody has to. */
  async allOdds() {
    await this.page.getByRole("button", { name: "All possible outcomes" }).click();
    const heading = this.page.locator("dialog[open] .odds h3").first();
    await heading.waitFor();
    await this.page.waitForFunction(() => {
      const { top, bottom } = document.querySelector("dialog[open] .odds h3").getBoundingClientRect();
      const body = document.querySelector("dialog[open] .body").getBoundingClientRect();
      return top >= body.top - 1 && bottom <= body.bottom + 1;
    });
    return true;
  }

  /** The question as an old hand answers it: the odds are looked at and agreed to. */
  async answer({ decision: question, seq }, told) {
    const by = (wanted) => question.choices.find((choice) => choice.action.startsWith(wanted));
    const { kind } = question;
    told.combats = Math.max(told.combats, question.fights?.length ?? 0);
    if (kind.startsWith("RifleFirePhase")) {
      told.shots += 1;
      await this.piece(question.choices.find((choice) => choice.word === "target").pieces[0]);
    } else if (kind === "Announcement.announce") {
      if (by("end-announcement")) await this.button('[data-action="end-announcement"]');
      else {
        const attacks = question.choices.filter((choice) => choice.word === "attack");
        const [{ pieces, places }] = attacks;
        const alone = attacks.filter((choice) => choice.places.at(-1) === places.at(-1)).length === 1;
        if (!alone) await this.piece(pieces[0]);
        await this.place(places.at(-1));
      }
    } else {
      const bare = question.choices.find((choice) => !choice.pieces.length && !choice.places.length);
      await this.button(`[data-action="${(by("accept") ?? bare ?? question.choices[0]).action}"]`);
    }
    if (await this.asksFirst(seq)) {
      if (kind === "Combats.choose" && !told.odds) told.odds = await this.allOdds();
      await this.button("dialog[open] button.primary");
    }
    for (const deadline = Date.now() + PATIENCE; (await this.mine.table()).seq === seq; await this.page.waitForTimeout(30))
      assert.ok(Date.now() < deadline, `nothing came of: ${question.prompt}`);
  }
}

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const setUp = (choices, table) => choices.find((each) => each.action === SET_UP[table.decision.pieces?.[0]]) ?? choices[0];
  await playUntil(seats, (table) => table.decision.kind === "MovementPhase.pick_piece", setUp);
  const mine = seats.american;
  const page = await stage.sit("me", game, links.american);
  const hand = new Counting(page, mine);

  await hand.until((table) => table.decision);
  await tryOut(stage, hand);
  hand.clicks = 0;

  for (const [units, place] of MOVES) {
    await hand.piece(units[0], { shift: units.length > 1 });
    await hand.until((table) => table.decision.pieces?.[0] === units[0]);
    await hand.place(place);
    const there = await hand.until((table) => units.every((unit) => placesOf(table.pieces).get(unit) === place));
    if (place === "1214") await stage.shot(page, "stack-moved");
    assert.ok(there.decision);
  }
  const moved = MOVES.flatMap(([units]) => units).length;
  assert.equal(moved, 12);
  await stage.shot(page, "all-moved");
  const { seq } = await mine.table();
  await hand.button('[data-beyond="end-movement"], [data-action="end-movement"]');
  if (await hand.asksFirst(seq)) {
    await stage.shot(page, "before-the-end");
    await hand.button("dialog[open] button.primary");
  }
  await when(mine, ({ decision }) => !decision || !MOVING.includes(decision.kind));
  const told = { shots: 0, combats: 0 };
  for (;;) {
    const table = await answeredByOthers(seats, mine);
    if (table.when.phasing !== "american") break;
    await hand.until((now) => now.seq === table.seq);
    if (table.decision.kind === "Announcement.announce" && !told.combats) await barred(stage, page);
    await hand.answer(table, told);
  }
  console.log(`${hand.clicks} clicks: ${moved} units moved, ${told.shots} shot, ${told.combats} combats (the goal: ${GOAL} or fewer)`);
  await stage.shot(page, "turn-over");
  assert.equal(told.shots, 1);
  assert.equal(told.combats, 3);
  assert.ok(hand.clicks <= GOAL, `the turn took ${hand.clicks} clicks`);
});

/** What the loop of moving needs besides: the next unit by a click, one undo for it, putting down, a map that keeps still, dragging. */
async function tryOut(stage, hand) {
  const { page } = hand;
  const lies = () => page.locator(".board-pane").evaluate((pane) => pane.style.transform);
  await hand.piece("virginia");
  await hand.until((table) => table.decision.pieces?.[0] === "virginia");
  const still = await lies();
  await hand.place("1118");
  await hand.until((table) => placesOf(table.pieces).get("virginia") === "1118" && table.decision.leave?.action === "stop");
  await stage.shot(page, "on-its-way");
  await hand.piece("swamp_fox");
  await hand.until((table) => table.decision.pieces?.[0] === "swamp_fox");
  assert.equal(await lies(), still, "the map has moved under the pointer");
  await page.keyboard.press("u");
  const back = await hand.until((table) => table.decision.pieces?.[0] === "virginia");
  assert.equal(placesOf(back.pieces).get("virginia"), "1118", "one undo takes back the pick and the end before it, no more");
  await page.keyboard.press("u");
  await hand.until((table) => placesOf(table.pieces).get("virginia") === "1119");
  for (const down of [() => page.keyboard.press("Escape"), () => hand.piece("virginia"), () => hand.ground()]) {
    if ((await hand.mine.table()).decision.kind !== "March.choose") await hand.piece("virginia");
    await hand.until((table) => table.decision.kind === "March.choose");
    await page.waitForTimeout(400); // two clicks, and no double click
    await down();
    await hand.until((table) => table.decision.kind === "MovementPhase.pick_piece");
    await page.waitForTimeout(400);
  }
  await beforeAnEnd(stage, page);
  await hand.drag("maryland", "0918");
  await hand.until((table) => placesOf(table.pieces).get("maryland") === "0918");
  await page.keyboard.press("u");
  await hand.until((table) => placesOf(table.pieces).get("maryland") === "0919");
  await page.keyboard.press("u");
  await hand.until((table) => table.decision.kind === "MovementPhase.pick_piece");
}

/** An end is asked about if that is wished, and names who could still act. */
async function beforeAnEnd(stage, page) {
  const ask = async (when) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel(when).check();
    await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  };
  await ask("always");
  await page.locator('[data-action="end-movement"]').click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("units could still act").waitFor();
  assert.match(await dialog.innerText(), /Swamp Fox/);
  await stage.shot(page, "before-an-end");
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await ask("if the enemy answers at once");
}

/** Play for the others until we are asked, or our turn is over. */
async function answeredByOthers(seats, mine) {
  for (;;) {
    const table = await mine.table();
    assert.equal(table.over, null);
    if (table.decision || table.when.phasing !== "american") return table;
    const other = await seats.british.table();
    if (other.decision) await seats.british.move(other.seq, other.decision.choices.at(-1).action);
  }
}
