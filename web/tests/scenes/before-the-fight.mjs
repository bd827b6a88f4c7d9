// What stands beside a decision: units by name, the verdict on a fight, the matrix of sealed choices, chances, worth of counters.

import { Guest } from "../guest.mjs";
import { painted, scrollTo } from "../hands.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const WATCHING = { reducedMotion: "no-preference" }; // somebody who likes to see the dice fall

await scene(import.meta.url, async (stage) => {
  // A counter that is being set up is shown with its values.
  const { game, links } = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const page = await stage.sit("me", game, links.british);
  const worth = page.getByRole("group", { name: "The counter that is being placed" });
  await worth.getByRole("paragraph").filter({ hasText: /Light Infantry.*2-2-5/ }).waitFor();
  await stage.shot(page, "placing");

  // The ways to win stand beside the victory points, each with what it counts now; the legend explains what is drawn.
  await painted(page); // the map decides where the panels stand
  await page.getByText("How to win").click();
  await page.getByText("Greene lost").waitFor();
  const counted = page.locator(".way li", { hasText: "of them regulars" });
  assert.equal(await counted.locator("b").innerText(), "0 of 8");
  await stage.shot(page, "victories");
  await page.getByRole("tab", { name: "Legend" }).click();
  await scrollTo(page.getByText("a leader is in the stack"));
  await stage.shot(page, "legend");
  await page.locator(".board-leader").first().waitFor({ state: "attached" }); // a stack shows its leader

  // An attack names the units, and its odds begin with the verdict.
  const mine = await lesson(stage, "revolution/close-combat");
  const fight = await stage.sit("fighter", mine.game, mine.token);
  const attack = (await mine.table()).decision.choices.find((choice) => choice.fight);
  assert.match(attack.words, /to attack [A-Z0-9].+ \(\d{4}\)/);
  await fight.locator(`button[data-action="${attack.action}"]`).first().click();
  const sheet = fight.getByRole("dialog");
  await sheet.getByText(/odds: \d+% in your favour, \d+% in theirs; on average you lose \d\.\d steps, they lose \d\.\d/).waitFor();
  await stage.shot(fight, "verdict");
  const sent = fight.waitForResponse((response) => response.url().endsWith("/moves"));
  await sheet.getByRole("button", { name: attack.words }).click();
  await sent;

  // The tactics matrix stands beside the chits; the row of the chit that is looked at is marked.
  for (let table = await mine.table(); !table.decision?.sealed; table = await mine.table()) {
    if (table.decision) await mine.move(table.seq, table.decision.choices[0].action);
  }
  await fight.getByRole("region", { name: "What each pair of choices gives" }).waitFor();
  const chit = (await mine.table()).decision.choices[1].action;
  await fight.locator(`button[data-action="${chit}"]`).hover();
  await fight.locator(`tr.own[data-row="${chit}"]`).waitFor();
  assert.equal(await fight.locator(`button[data-action="${chit}"]`).count(), 1);
  assert.ok((await fight.locator("tr.played").count()) >= 1, "the equilibrium is not marked");
  await fight.mouse.move(0, 0);
  await stage.shot(fight, "matrix");
  await isWhole(fight);
  const phone = await stage.sit("phone", mine.game, mine.token, { ...PHONE, colorScheme: "dark" });
  await phone.getByRole("region", { name: "What each pair of choices gives" }).waitFor();
  await stage.shot(phone, "matrix-phone");
  await isWhole(phone);
  await phone.getByRole("button", { name: /^Odds:/ }).first().tap();
  await phone.getByText(/odds: \d+% in your favour/).waitFor();
  await stage.shot(phone, "verdict-phone");

  // The charts open on one key, with the column of this fight marked.
  await fight.keyboard.press("c");
  const charts = fight.getByRole("dialog", { name: "Charts" });
  await charts.locator("th.now").getByText("3-2", { exact: true }).waitFor();
  await stage.shot(fight, "charts");
  await fight.keyboard.press("Escape");
  await charts.waitFor({ state: "detached" });

  // The chance stands beside each unit that may rally.
  const rallying = await lesson(stage, "revolution/rally");
  const rally = await stage.sit("rallying", rallying.game, rallying.token, { colorScheme: "dark" });
  const choice = (await rallying.table()).decision.choices.find((each) => each.chance !== undefined);
  assert.ok(choice, "nobody may rally");
  const shown = rally.locator(`button[data-action="${choice.action}"] .likely`);
  assert.equal(await shown.innerText(), `${Math.round(choice.chance * 100)}%`);
  await stage.shot(rally, "rally-dark");

  // Dice are thrown in view, and the modifiers run in until the total; who wants less movement reads it beside the question.
  await rally.locator(`button[data-action="${choice.action}"]`).click();
  await rally.locator("button.roll").waitFor();
  assert.equal(await rally.locator(".show").count(), 0);
  const again = await lesson(stage, "revolution/rally");
  const watcher = await stage.sit("watching", again.game, again.token, WATCHING);
  await watcher.locator(`button[data-action="${choice.action}"]`).click();
  const show = watcher.locator(".show");
  await show.locator("li").first().waitFor();
  await show.locator(".result").waitFor();
  await stage.shot(watcher, "dice");
  await show.waitFor({ state: "detached" });
  await watcher.getByRole("button", { name: "Settings" }).click();
  await watcher.getByRole("checkbox", { name: "Short sounds of dice" }).waitFor();
  assert.equal(await watcher.getByRole("checkbox", { name: "Short sounds of dice" }).isChecked(), false);
  await stage.shot(watcher, "settings");
});

/** Every row and column of the matrix is in sight, without scrolling. */
async function isWhole(page) {
  const cut = await page.locator(".pairs table").evaluate((table) => {
    const [own, room] = [table.getBoundingClientRect(), { top: 0, left: 0, bottom: innerHeight, right: innerWidth }];
    for (let box = table.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflow === "visible") continue;
      const { top, left, bottom, right } = box.getBoundingClientRect();
      Object.assign(room, { top: Math.max(room.top, top), left: Math.max(room.left, left), bottom: Math.min(room.bottom, bottom), right: Math.min(room.right, right) });
    }
    return ["top", "left"].filter((side) => own[side] < room[side] - 1).concat(["bottom", "right"].filter((side) => own[side] > room[side] + 1).map((side) => `${side} ${own[side]} of ${room[side]}`));
  });
  assert.deepEqual(cut, [], "the matrix is cut");
}

/** A lesson that is begun: who takes it. */
async function lesson(stage, id) {
  const made = await stage.guest.good("POST", "lessons", { lesson: id });
  return new Guest(stage.server.url, made.game, Object.values(made.links)[0]);
}
