// The rules at hand: a number that opens its rule, looking up, charts; standing orders given, kept, and nobody else's business.

import { byMouse } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const made = await stage.guest.create("revolution/guilford/historical", { british: "human", american: "human" });
  const { british, american } = made.seats;
  const page = await stage.sit("british", made.game, made.links.british);
  const tab = (name) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

  // The number beside the question opens the rule in short, then the whole section, and from there another.
  await page.locator(".prompt .cite").first().click();
  const short = page.locator("[popover]:popover-open");
  await short.getByRole("heading", { name: /^S9\.1a / }).waitFor();
  await stage.shot(page, "a-rule-in-short");
  await short.getByRole("button", { name: "The whole section" }).click();
  await page.locator("dialog").getByRole("heading", { name: "S9.1 How to move" }).waitFor();
  await page.locator("dialog").getByRole("button", { name: "Read rule S13.3a" }).first().click();
  await page.locator("dialog").getByRole("heading", { name: /^S13\.3 / }).waitFor();
  await page.keyboard.press("Escape");

  // Rules are looked up by words and by numbers.
  await tab("Rules");
  const search = page.getByRole("searchbox", { name: "Search by number or words" });
  await search.fill("cavalry withdraw");
  await page.getByRole("button", { name: /^S12\.4 Cavalry withdrawal/ }).click();
  await page.getByRole("heading", { name: "S12.4 Cavalry withdrawal" }).waitFor();
  await search.fill("zeppelin");
  await page.getByText("Nothing found for “zeppelin”.").waitFor();
  await search.fill("12.14c");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "S12.14c Diversion costs a column" }).waitFor();
  await search.fill("");
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("button", { name: "G Guilford Courthouse, 15 March 1781" }).waitFor();
  await stage.shot(page, "contents");

  // The charts as they are printed.
  await page.getByRole("button", { name: "Charts", exact: true }).click();
  await page.getByRole("combobox", { name: "Charts" }).selectOption({ label: "Fire: to hit" });
  await page.getByRole("cell", { name: "9+" }).first().waitFor();
  await stage.shot(page, "a-chart");

  // What there is to say about a place, for the counter that marches.
  await tab("Here");
  const table = await british.table();
  await byMouse(page, table.decision.choices.find((choice) => choice.word === "move"), table);
  await page.locator(".board-counter").first().hover({ force: true });
  await page.getByRole("list", { name: "About this place" }).getByText(/Entry costs /).waitFor();
  await stage.shot(page, "about-a-place");

  // Standing orders are kept at once, are there again later, and are seen by nobody else.
  await tab("Orders");
  await page.getByLabel("Defensive artillery fire").selectOption({ label: "Hold fire" });
  await page.getByText("1 order is in force").waitFor();
  await page.getByLabel("Tactics chit in defence, where it is allowed").selectOption({ label: "Stand Fast" });
  await page.getByText("2 orders are in force").waitFor();
  await stage.shot(page, "orders");
  const given = Object.fromEntries((await british.table()).orders.filter((order) => order.answer).map((order) => [order.kind, order.answer]));
  assert.deepEqual(given, { "artillery-fire": "hold", tactics: "stand_fast" });
  assert.deepEqual((await american.table()).orders.filter((order) => order.answer), []);
  await page.reload();
  await tab("Orders");
  await page.getByText("2 orders are in force").waitFor({ timeout: PATIENCE });
  await page.getByRole("button", { name: "Ask me everything" }).click();
  await page.getByText("You are asked everything").waitFor();

  // The rulebooks of all games have a page of their own.
  await page.goto(`${stage.server.url}/rules/P5.5b`);
  await page.getByRole("heading", { name: "P5.5 Hits and losses" }).waitFor();
  await page.getByRole("button", { name: /^Next: P5.6 Winner, ties and retreat/ }).click();
  await page.waitForURL(/\/rules\/P5\.6$/);
  await stage.shot(page, "the-rulebooks");
});
