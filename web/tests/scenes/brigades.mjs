// Brigades on a great hex map: a stack marches, the enemy breaks contact in that march, a combat with its bonuses, a night.

import { BOARD, answer, clickOnBoard, clickOnPlace, command, painted, question, when } from "../hands.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const DARK = { colorScheme: "dark" };
const HUMANS = { Union: "human", CSA: "human" };

await scene(import.meta.url, async (stage) => {
  await fromAfar(stage);
  await contact(stage);
  await combat(stage);
  await night(stage);
});

/** The table opens on the whole map: stacks are blocks, formations have badges; nearer, every brigade has its name. */
async function fromAfar(stage) {
  const { game, links } = await stage.guest.create("chancellorsville/victories/campaign", HUMANS);
  const lee = await stage.sit("lee", game, links.CSA);
  await lee.locator(".board-root.from-afar").waitFor({ state: "attached" });
  await lee.locator(".badge.distant", { hasText: /^Anderson \d+$/ }).first().waitFor();
  await painted(lee);
  await stage.shot(lee, "from-afar");
  for (let count = 0; count < 9; count += 1) await lee.keyboard.press("+");
  await lee.locator(".board-root:not(.from-afar)").waitFor({ state: "attached" });
  await lee.locator(".badge.distant").first().waitFor({ state: "hidden" }); // near, the brigades themselves are read
  await lee.context().close();
}

/** Two clicks take a stack to its goal; the other seat is asked at once, and one click takes its stack away. */
async function contact(stage) {
  const { game, links, seats } = await stage.guest.create("staged/contact/jackson-attack", HUMANS);
  const hill = await stage.sit("hill", game, links.CSA);
  await question(hill, seats.CSA, "Activation.place");
  await clickOnPlace(hill, "1620");
  await question(hill, seats.CSA, "Activation.move");
  const pile = await hill.locator(`${BOARD} [data-piece="cs_pender"]`).boundingBox();
  await hill.mouse.move(pile.x + pile.width / 2, pile.y + pile.height / 2, { steps: 3 });
  const all = hill.locator(".board-fan.all");
  await all.waitFor();
  const { width, height } = await all.boundingBox();
  await all.click({ position: { x: width / 2, y: height - 8 } });
  const { decision } = await question(hill, seats.CSA, "March.go");
  assert.equal(decision.choices.find(({ action }) => action === "march-to 1820").cost, 3);
  await painted(hill);
  await stage.shot(hill, "march");
  await clickOnPlace(hill, "1820");
  const howard = await stage.sit("howard", game, links.Union, DARK);
  await question(howard, seats.Union, "Contact.react");
  await painted(howard);
  await stage.shot(howard, "contact");
  await clickOnPlace(howard, "2020");
  const table = await when(seats.Union, ({ pieces }) => placeOf(pieces, "us_vongilsa") === "2020");
  assert.equal(placeOf(table.pieces, "us_mclean"), "2020");
  await question(hill, seats.CSA, "March.go");
  for (const page of [hill, howard]) await page.context().close();
}

/** All attack a hex by one click on it; the dice as each sharing out would leave them are seen side by side. */
async function combat(stage) {
  const { game, links, seats } = await stage.guest.create("staged/combat/jackson-attack", HUMANS);
  const colston = await stage.sit("colston", game, links.CSA);
  await question(colston, seats.CSA, "Activation.place");
  await clickOnPlace(colston, "1720");
  await question(colston, seats.CSA, "Activation.move");
  await command(colston, () => colston.locator('button[data-action="end-marches"]').click());
  await answer(seats, "CSA", ["cease-fire"]); // asked whether there are guns or not, so that nothing is given away
  await question(colston, seats.CSA, "Declaration.declare");
  await command(colston, () => clickOnPlace(colston, "1820"));
  await answer(seats, "CSA", ["resolve 0"]);
  await answer(seats, "Union", ["no-skirmishers", "no-works"]);
  await answer(seats, "CSA", ["no-event"]);
  const { decision } = await question(colston, seats.CSA, "Combat.attacker_adds");
  assert.deepEqual(decision.choices[0].pools.map(({ counts_from }) => counts_from), [[2, 5, 5, 5, 5], [5, 5]]);
  await colston.locator(".pools").first().waitFor();
  await painted(colston);
  await stage.shot(colston, "bonuses");
  const phone = await stage.sit("phone", game, links.CSA, PHONE);
  await phone.locator(".pools").first().waitFor();
  await painted(phone);
  await stage.shot(phone, "bonuses-phone");
  await command(colston, () => colston.locator(`button[data-action="${decision.choices[0].action}"]`).click());
  await when(seats.CSA, ({ decision: next }) => next?.kind !== "Combat.attacker_adds");
  for (const page of [colston, phone]) await page.context().close();
}

/** At night the map is dark, and after the last activation each formation brings a unit back to strength. */
async function night(stage) {
  const { game, links, seats } = await stage.guest.create("staged/night/campaign", HUMANS);
  const rodes = await stage.sit("rodes", game, links.CSA);
  await question(rodes, seats.CSA, "Activation.place");
  await rodes.locator(".board-sky.night.rain").waitFor({ state: "attached" });
  await rodes.locator(`${BOARD} [data-piece="cs_ramseur"]`).hover();
  await rodes.locator(".here", { hasText: "Rodes placed here: 3 of 3 units within the radius" }).waitFor();
  await rodes.keyboard.press("4"); // the line by which its supply comes
  await rodes.locator(".here button[aria-pressed=true]", { hasText: "Supply line" }).waitFor();
  await painted(rodes);
  await stage.shot(rodes, "night");
  await rodes.locator('button[data-action="pass-activation"]').click();
  await question(rodes, seats.CSA, "Recovery.choose");
  await clickOnBoard(rodes, '[data-piece="cs_ramseur"]', "4231");
  await when(seats.CSA, ({ pieces }) => faceOf(pieces, "cs_ramseur").lost === 0);
  await rodes.locator(".board-sky.night").waitFor({ state: "detached" });
  await rodes.context().close();
}

// ---------------------------------------------------------------- what they have in common

function faceOf(pieces, id) {
  return pieces.stacks.flatMap(({ counters }) => counters).find((counter) => counter.id === id);
}

function placeOf(pieces, id) {
  return pieces.stacks.find(({ counters }) => counters.some((counter) => counter.id === id))?.place;
}
