// The first lesson, by mouse: begun from the list, gone astray and back, left and found again, finished; then the next, and a fight.

import { Guest } from "../guest.mjs";
import { byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, PHONE, scene } from "../scene.mjs";

const STEPS = ["move r33", "go 2320", "move guards_2", "go 1619", "move tarleton", "go 1728", "stop", "end-movement"];

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  await page.locator('[data-next-lesson="revolution/moving"]').waitFor();
  await stage.shot(page, "list");
  await page.locator('[data-next-lesson="revolution/moving"]').click();
  let mine = await seated(stage, page);
  const guide = page.getByRole("region", { name: "Guide" });

  // Something else is allowed, and taken back.
  await choose(page, mine, "move guards_1");
  await guide.getByText("not what the lesson had in mind").waitFor();
  await stage.shot(page, "astray");
  await guide.getByRole("button", { name: "Take it back" }).click();
  await guide.getByText("not what the lesson had in mind").waitFor({ state: "detached" });

  for (const [number, action] of STEPS.entries()) {
    const { lesson } = await mine.table();
    assert.equal(lesson.done, number);
    await guide.getByText(lesson.words).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll("[role=application] .pointer").length === count, await pointedAt(mine), { timeout: PATIENCE });
    if (number < 2 || number === 5) await stage.shot(page, `step-${number + 1}`);
    await choose(page, mine, action);
    if (number === 3) {
      await page.reload();
      await guide.getByText("5 of 6 strength points").waitFor();
      await stage.shot(page, "found-again");
    }
  }
  await guide.getByText("Lesson finished").waitFor();
  assert.equal(await guide.getByRole("img").getAttribute("aria-label"), "8 of 8 steps done");
  await stage.shot(page, "finished");

  // A rule that the lesson names opens beside it.
  await guide.getByRole("button", { name: "S9.52" }).first().click();
  const short = page.locator("[popover]:popover-open");
  await short.getByText("double its allowance").waitFor();
  await page.keyboard.press("Escape");
  await short.waitFor({ state: "hidden" });

  // The next one begins at a table of its own; it can be begun anew.
  const before = page.url();
  await guide.getByRole("button", { name: /^Next lesson/ }).click();
  await page.waitForURL((url) => url.href !== before);
  await guide.getByText("Lesson: Zones of control").waitFor();
  mine = await seated(stage, page);
  await choose(page, mine, "move r23");
  const second = page.url();
  await guide.getByRole("button", { name: "Start again" }).click();
  await page.waitForURL((url) => url.href !== second);
  mine = await seated(stage, page);
  assert.deepEqual([(await mine.table()).lesson.id, (await mine.table()).lesson.done], ["revolution/zones", 0]);

  // In the list the first is ticked off, and the one under way can be gone on with; it is not among the games.
  await page.goto(stage.server.url);
  await page.getByRole("heading", { name: "Learn to play" }).click();
  await page.locator('[data-next-lesson="revolution/zones"]').getByText("Go on: Zones of control").waitFor();
  await page.getByText(/All \d+ lessons/).click();
  await page.locator("li", { has: page.locator('[data-lesson="revolution/moving"]') }).locator(".done").waitFor();
  await page.getByRole("link", { name: "Go on where you left it" }).waitFor();
  assert.equal(await page.getByRole("link", { name: /^Go on/ }).count(), 2); // beside the next lessons, and in the list of all
  assert.equal(await page.getByRole("heading", { name: "Your games" }).count(), 0);
  await stage.shot(page, "list-after");

  // A fight with live dice, on a phone, against a computer player.
  const phone = await stage.person("phone", PHONE);
  await phone.goto(stage.server.url);
  await phone.getByText(/All \d+ lessons/).tap();
  await phone.locator('[data-lesson="revolution/close-combat"]').tap();
  mine = await seated(stage, phone);
  await phone.getByRole("region", { name: "Guide" }).getByText("Announce the attack").waitFor();
  await stage.shot(phone, "phone");
  const wide = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1], `the page is ${wide[0]} wide on a screen of ${wide[1]}`);
  for (let table = await mine.table(); !table.lesson.finished; table = await mine.table()) {
    if (!table.decision) continue;
    const wanted = { announce: /^attack/, lead: /guards_2/, tactics: /stand_fast/ }[table.lesson.step] ?? /./;
    await mine.move(table.seq, table.decision.choices.find((choice) => wanted.test(choice.action)).action);
  }
  await showAll(phone);
  await phone.getByText("Lesson finished").waitFor();
  await stage.shot(phone, "phone-finished");
});

/** Who sits at the table that a page shows. */
async function seated(stage, page) {
  await page.waitForURL(/\/table\/.+#.+/);
  const url = new URL(page.url());
  return new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));
}

async function choose(page, mine, action) {
  const table = await mine.table();
  await waitForQuestion(page, table);
  const choice = table.decision.choices.find((each) => each.action === action);
  assert.ok(choice, `'${action}' is not among the choices`);
  assert.equal((await byMouse(page, choice, table)).action, action);
}

/** How many places the guide points at. */
async function pointedAt(mine) {
  const { lesson, pieces } = await mine.table();
  const where = new Map(pieces.stacks.flatMap((stack) => stack.counters.map((counter) => [counter.id, stack.place])));
  return new Set([...lesson.pieces.map((piece) => where.get(piece)), ...lesson.places]).size;
}
