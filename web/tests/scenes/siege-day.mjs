// A siege day with three players: the allies agree on a card, the enemy cancels it in response; works are dug, guns bombard.

import { barriers } from "../axe.mjs";
import { BOARD, scrollTo, showAll } from "../hands.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("staged/siege-day", { british: "human", french: "human", american: "human" });
  const british = await stage.sit("british", game, links.british);
  const french = await stage.sit("french", game, links.french);
  const american = await stage.sit("american", game, links.american, { colorScheme: "dark" });

  // What was dug, breached and burnt lies on the map; the weather says what it changes; both tracks stand beside it.
  for (const kind of ["breach", "town hex in ruins", "siege works under construction"]) {
    await french.locator(`${BOARD} .addition[aria-label="${kind}"]`).first().waitFor({ state: "attached" });
  }
  await french.locator("[data-circumstance=weather]").first().getByText("Fair").waitFor();
  for (const track of ["Days of the siege", "Hours of the assault"]) await french.getByRole("heading", { name: track }).waitFor();

  await american.getByRole("tab", { name: "Legend" }).click();
  await scrollTo(american.getByText("Built and broken in play"));
  for (const kind of ["Breach", "Town hex in ruins", "Abatis cleared"]) await american.getByText(kind, { exact: true }).waitFor();
  await stage.shot(american, "legend-dark");

  // Everybody reads their own hand and counts the others'.
  await british.locator('[data-card="V-C08"]').getByText("now 13").waitFor();
  assert.equal(await british.locator('[data-card="V-C05"]').count(), 0);
  await british.getByText(/Allied: 6 cards/).waitFor();
  await stage.shot(british, "hand");

  // The Americans propose; the French, who decide, agree and play.
  await american.getByRole("tab", { name: "Allies" }).click();
  const proposal = american.locator('[data-talk="V-C05"]').last();
  await proposal.getByRole("button", { name: "Propose to play" }).click();
  await proposal.getByText("Your ally has not answered.").waitFor();
  await french.locator('[data-card="V-C05"]').getByText("American: play it").waitFor();
  await french.locator('[data-card="V-C05"]').getByRole("button", { name: "Agree: play it" }).click();
  await proposal.getByText("You agree to play it.").waitFor();
  await stage.shot(french, "agreed");
  await stage.shot(american, "allies-dark");
  stage.faults.push(...(await barriers(american, "allies", "[role=tabpanel]")));
  assert.deepEqual((await seats.british.table()).advice, []);
  await french.locator('[data-use="play V-C05"]').click();

  // The British let the events go by, and then cancel what was played.
  await british.locator('button[data-action="pass"]').click();
  const cancel = british.locator('[data-use="play V-C07"]');
  await cancel.waitFor();
  await british.locator('[data-card="V-C07"]').getByText("Coast bombardment does nothing").waitFor();
  await stage.shot(british, "response");
  const phone = await stage.sit("phone", game, links.british, { ...PHONE, colorScheme: "dark" });
  await phone.locator('[data-use="play V-C07"]').waitFor();
  await phone.locator(`${BOARD} .board-tiles > *`).first().waitFor({ state: "attached" });
  await stage.shot(phone, "response-phone");
  stage.faults.push(...(await barriers(phone, "cards", "[role=tabpanel]")));
  await cancel.click();
  await american.getByText(/Coast bombardment.*cancelled/).first().waitFor();

  // No more cards: the French dig, then the guns of both sides.
  for (const page of [french, british]) {
    await showAll(page);
    await page.locator('button[data-action="pass"]').click();
  }
  await french.getByText("which way do they face").first().waitFor();
  for (let table = await seats.french.table(); table.when.phase !== "Movement"; table = await seats.french.table()) {
    const who = table.actors[0];
    const now = await seats[who].table();
    const choice = now.decision.choices.find((each) => ["dig", "cannonade"].includes(each.word)) ?? now.decision.choices[0];
    await seats[who].move(now.seq, choice.action);
  }
  await showAll(french);
  await french.getByText("Siege works were begun").first().click();
  await french.locator(`${BOARD} .ring.highlight`).first().waitFor({ state: "attached" });
  await stage.shot(french, "dug");

  // A roll of the siege tables says what its result does.
  await french.getByRole("button", { name: /^French siege and bombardment/ }).first().click();
  await french.locator(".log .entry", { hasText: "French siege and bombardment" }).getByText("F I-0").waitFor();
  await stage.shot(french, "bombarded");
});
