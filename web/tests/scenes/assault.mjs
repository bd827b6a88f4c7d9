// The hours of the assault: mortars show where a bomb may fall and where it fell; an attack goes in through a breach.

import { BOARD, showAll, waitForQuestion } from "../hands.mjs";
import { playUntil } from "../guest.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("staged/assault", { british: "human", allied: "human" });
  const allied = await stage.sit("allied", game, links.allied);

  // The British hold their fire; then the mortars: every hex where a bomb may fall shows its chance.
  let { table } = await playUntil(seats, (each) => each.decision.choices.some((choice) => choice.word === "aim-mortars"), last);
  await waitForQuestion(allied, table);
  const aim = table.decision.choices.find((choice) => choice.action === "aim-mortars 1904");
  assert.ok(aim.spread.length > 6);
  const target = await allied.locator(`${BOARD} .board-under [data-place="1904"]`).first().boundingBox();
  await allied.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 4 });
  await allied.locator(`${BOARD} .board-over .mark.spread`).first().waitFor();
  assert.equal(await allied.locator(`${BOARD} .board-over .mark.spread`).count(), aim.spread.length);
  await allied.locator(`${BOARD} .board-over .mark.spread`, { hasText: "40" }).waitFor();
  await stage.shot(allied, "scatter");
  await seats.allied.move(table.seq, aim.action);
  const fell = allied.getByText(/A bomb of .* aimed at 1904 fell/).first();
  await fell.waitFor();

  // The attack through the breach: the works count for nothing there, and the ledger says what does.
  ({ table } = await playUntil(seats, (each) => each.seat === "allied" && each.decision.choices.some((choice) => choice.action.startsWith("attack grenadier_bn")), last));
  await showAll(allied);
  await waitForQuestion(allied, table);
  await fell.click();
  await stage.shot(allied, "fell");
  await fell.click();
  const attack = table.decision.choices.find((choice) => choice.action.startsWith("attack grenadier_bn") && choice.fight);
  const button = allied.locator(`button[data-action="${attack.action}"]`);
  await button.click();
  const sheet = allied.getByRole("dialog");
  await sheet.getByText(/odds: \d+% in your favour/).waitFor();
  assert.equal(await sheet.getByText("all attackers cross works").count(), 0);
  await stage.shot(allied, "breach");
  const phone = await stage.sit("phone", game, links.allied, { ...PHONE, colorScheme: "dark" });
  await phone.getByRole("tab", { name: "Tracks" }).tap();
  await phone.locator("[data-circumstance=weather]").waitFor();
  await stage.shot(phone, "tracks-phone");
});

/** The last choice: what ends a question. */
function last(choices) {
  return choices.at(-1);
}
