// Six shots of Savannah's guns: each target shows who can fire at it, the best guns chosen, and one click fires.

import { BOARD, PRIMARY, question, waitForQuestion } from "../hands.mjs";
import { playUntil } from "../guest.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const SHOTS = 6;

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("staged/assault", { british: "human", allied: "human" });
  const british = await stage.sit("british", game, links.british);
  const phone = await stage.sit("phone", game, links.british, { ...PHONE, colorScheme: "dark" });
  const forecast = ({ action }) => seats.british.good("GET", `games/${game}/forecast?action=${encodeURIComponent(action)}`);
  let table = await question(british, seats.british, "ArtilleryPhase.choose_target");

  // To hold the fire of many guns is asked about first, and the guns are named; no question about fire speaks of movement.
  await british.locator('button[data-action="hold-fire"]').click();
  const asked = british.getByRole("dialog");
  await asked.getByText("Grand", { exact: false }).first().waitFor();
  await stage.shot(british, "hold-fire");
  await asked.getByRole("button", { name: "Not yet" }).click();

  const several = table.decision.choices.find((choice) => choice.action === "target battery_a_left");
  await british.locator(`button[data-action="${several.action}"]`).click();
  await seeGuns(stage, british, phone, several, await forecast(several));
  await british.keyboard.press("Escape");

  let [clicks, before] = [0, 0];
  for (let shot = 1; shot <= SHOTS; shot += 1) {
    ({ table } = await playUntil(seats, (each) => each.decision.kind === "ArtilleryPhase.choose_target", last)); // who was hit retreats
    await waitForQuestion(british, table);
    const targets = table.decision.choices.filter((choice) => choice.word === "target");
    let [wanted, ledger] = [targets[0], null];
    for (const each of targets.toReversed()) {
      [wanted, ledger] = [each, await forecast(each)];
      if (ledger.parties[0].pieces.length === 1) break; // that there are guns left for the next
    }
    assert.ok(!table.decision.leave, "no counter is in hand");
    before += 2 + 2 * (ledger.parties[0].actions?.length ?? 0); // each choice with the click that agreed to its odds
    clicks += 2;
    await british.locator(`button[data-action="${wanted.action}"]`).click();
    const sheet = british.getByRole("dialog");
    await sheet.getByRole("heading", { name: "Modifiers" }).waitFor();
    const seq = table.seq;
    await british.locator(PRIMARY).click();
    await british.waitForFunction(([board, old]) => !document.querySelector("dialog[open]") && document.querySelector(board) && Number(document.querySelector("[data-asked]")?.dataset.asked ?? 0) !== old, [BOARD, seq]);
    const log = await seats.british.good("GET", `games/${game}/log`);
    assert.ok(log.filter((line) => line.roll).length >= shot, "every shot is fired");
  }
  console.log(`clicks: ${clicks}; one choice after another, each with its odds: ${before}`);
  assert.ok(clicks <= 2 * SHOTS);
});

async function seeGuns(stage, page, phone, wanted, ledger) {
  const sheet = page.getByRole("dialog");
  const [best] = ledger.parties;
  await sheet.getByRole("heading", { name: "Modifiers" }).waitFor();
  const pressed = async () => (await sheet.locator('[data-join][aria-pressed="true"]').evaluateAll((all) => all.map((each) => each.dataset.join))).sort();
  assert.deepEqual(await pressed(), [...best.pieces].sort());
  await stage.shot(page, "guns");
  const [first] = best.pieces;
  await sheet.locator(`[data-join="${first}"]`).click();
  await page.waitForTimeout(300);
  assert.deepEqual(await pressed(), best.pieces.slice(1).sort());
  await sheet.locator(`[data-join="${first}"]`).click();
  await phone.locator(`button[data-action="${wanted.action}"]`).first().waitFor({ state: "attached" });
  await phone.locator(`button[data-action="${wanted.action}"]`).first().evaluate((each) => each.click());
  await phone.getByRole("dialog").locator("[data-join]").first().waitFor();
  await stage.shot(phone, "guns-phone");
  await phone.keyboard.press("Escape");
}

function last(choices) {
  return choices.at(-1);
}
