// A game looked back on while it goes on: from moment to moment, a what-if; and when it is over how it went, and its dice checked.

import { readFileSync } from "node:fs";
import { eager, playUntil } from "../guest.mjs";
import { assert, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const made = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const { british, american } = made.seats;
  await playUntil(made.seats, (table) => table.moment >= 60, eager);
  const page = await stage.sit("british", made.game, made.links.british);
  const scrubber = page.locator(".scrubber");

  // Keys and slider lead from moment to moment, the address with them.
  await page.getByRole("button", { name: "Look back" }).click();
  await scrubber.getByText("moment 60 of 60").waitFor();
  await page.keyboard.press(",");
  await at(59);
  await page.keyboard.press("<");
  await scrubber.getByText("moment 59 of").waitFor({ state: "hidden" });
  await page.getByRole("slider", { name: "Moment of the game" }).fill("31");
  await at(31);
  assert.match(await page.locator(".prompt .who").innerText(), /^Looking back/); // and not whose turn it is
  await page.getByRole("button", { name: "Mark this moment" }).click();
  await stage.shot(page, "an-earlier-moment");

  // The game goes on underneath.
  const { table } = await playUntil(made.seats, () => true);
  const mover = table.seat === "british" ? british : american;
  await mover.move(table.seq, eager(table.decision.choices).action);
  await scrubber.getByText("moment 31 of 61").waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await scrubber.getByText("Now").waitFor();

  // What if? A new game from there.
  await page.locator(".scrubber .bookmark").click();
  await at(31);
  await page.getByRole("button", { name: "What if…" }).click();
  await page.locator("dialog").getByLabel("American").selectOption("brawler");
  await page.getByRole("button", { name: "Start the new game" }).click();
  await page.waitForURL((url) => !url.pathname.includes(made.game));
  await page.locator(".prompt").waitFor();

  // A link leads to its moment; when the game is over, to all of it.
  await page.goto(`${stage.server.url}/table/${made.game}?moment=12#${made.links.british}`);
  await at(12);
  const now = await american.table();
  await american.good("POST", `games/${made.game}/moves`, { seq: now.seq, key: "over", do: "resign" });
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("link", { name: "How it went" }).first().click();
  await page.getByRole("heading", { name: "Army morale over time" }).waitFor();
  await page.getByRole("button", { name: "Check every die here" }).click();
  await page.getByText(/^True: /).waitFor();
  await stage.shot(page, "how-it-went");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the record" }).click();
  const record = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.equal(record.entries.at(-1), "resign american");
  assert.ok(record.dice.secret);

  await page.locator(".chart svg").first().click({ position: { x: 200, y: 100 } });
  await page.waitForURL(/\?moment=\d+/);
  await scrubber.waitFor();

  async function at(number) {
    // Beside the turn, the number is told once the moment has been fetched.
    await scrubber.locator(".where .small").getByText(`moment ${number} of`).waitFor();
    await page.waitForFunction((wanted) => location.search === `?moment=${wanted}`, number);
  }
});
