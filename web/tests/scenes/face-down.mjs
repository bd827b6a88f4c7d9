// A Perfect Plan: each sees the faces of their own units and the backs of the enemy's; a spectator sees backs only.

import { anything, Guest, playUntil } from "../guest.mjs";
import { BOARD, byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const cards = await stage.guest.good("GET", "scenarios");
  const card = cards.find((each) => each.id === "chancellorsville/perfect-plan");
  const people = Object.fromEntries(card.seats.map((seat) => [seat.name, "human"]));
  const { game, links, seats } = await stage.guest.create(card.id, people);
  const pages = {};
  for (const seat of Object.keys(seats)) pages[seat] = await stage.sit(seat, game, links[seat]);
  await setUp(stage, pages, seats);
  await playUntil(seats, (table) => table.when.turn >= 2, anything);
  pages.spectator = await stage.sit("spectator", game, null);
  for (let count = 0; count < 10; count += 1) {
    const { seat, table } = await playUntil(seats, (each) => each.decision.choices.length > 1, anything);
    await showAll(pages[seat]);
    await waitForQuestion(pages[seat], table);
    await byMouse(pages[seat], anything(table.decision.choices), table);
  }
  await stage.shots("in-play");

  const tables = Object.fromEntries(await Promise.all(Object.entries(seats).map(async ([seat, guest]) => [seat, await guest.table()])));
  const [one, other] = Object.keys(seats);
  let hidden = 0;
  for (const [owner, ...watchers] of [[one, other, "spectator"], [other, one, "spectator"]]) {
    const faces = facesOf(tables[owner]);
    for (const watcher of watchers) {
      const seen = watcher === "spectator" ? await new Guest(stage.server.url, game).table() : tables[watcher];
      const secret = [...faces].filter((id) => !facesOf(seen).has(id));
      hidden += secret.length;
      assert.ok(await pages[watcher].locator("[role=application] [data-counter]:not([data-piece])").count(), "no unit lies face down");
      for (const id of secret) assert.equal(await pages[watcher].locator(`[role=application] [data-piece="${id}"]`).count(), 0, `${watcher} sees ${id}`);
    }
  }
  assert.ok(hidden > 4, "hardly anything is hidden");
});

/** One takes a counter from its tray and puts it on the map, and back; then both take the set-up that is ready, in one step. */
async function setUp(stage, pages, seats) {
  for (let count = 0; count < 2; count += 1) {
    const { seat, table } = await playUntil(seats, () => true);
    const page = pages[seat];
    await waitForQuestion(page, table);
    const tray = page.locator(".choices .trays button");
    const waiting = await tray.count();
    assert.ok(waiting > 10, "the counters to be set up do not lie in a tray");
    await stage.shot(page, `set-up-${seat}`);
    await tray.first().click();
    await page.locator(`${BOARD} .board-under [data-place]`).first().waitFor({ state: "attached" });
    const box = await page.locator(`${BOARD} .board-under [data-place]`).first().boundingBox();
    await page.keyboard.press("Escape");

    // Dragged from the tray to the same place, and taken back.
    await tray.first().hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
    const left = (wanted) => page.waitForFunction((number) => document.querySelectorAll(".choices .trays button").length === number, wanted, { timeout: PATIENCE });
    await left(waiting - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await left(waiting);
    await page.getByRole("button", { name: "Set up as in history" }).click();
    const deadline = Date.now() + PATIENCE;
    for (let now = table; now.actors.includes(seat) && now.decision?.kind === table.decision.kind; now = await seats[seat].table())
      assert.ok(Date.now() < deadline, "the set-up does not come to its end");
    if (count) await stage.shot(page, "as-in-history");
  }
}

function facesOf(table) {
  return new Set(table.pieces.stacks.flatMap((stack) => stack.counters.map((counter) => counter.id)).filter(Boolean));
}
