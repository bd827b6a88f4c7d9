// Every page and what opens on it, by day and by night, as axe-core sees it: nothing serious stands in anybody's way.

import { barriers, barriersNow, light, THEMES } from "../axe.mjs";
import { eager, playUntil } from "../guest.mjs";
import { PHONE, scene } from "../scene.mjs";

const GAMES = ["revolution/guilford/historical", "revolution/eutaw/historical", "chancellorsville/perfect-plan"];
const PANEL = "[role=tabpanel]";

await scene(import.meta.url, async (stage) => {
  const { url } = stage.server;
  let seen = 0;
  const check = async (page, where, part) => {
    stage.faults.push(...(await barriers(page, where, part)));
    seen += 1;
  };
  const checkNow = async (where, part) => {
    stage.faults.push(...(await barriersNow(page, where, part)));
    seen += 0.5;
  };
  const page = await stage.person("everyone");

  // Before a game.
  await page.goto(url);
  await page.locator("[data-next-lesson]").first().waitFor();
  await page.locator("article").first().waitFor();
  await page.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
  await check(page, "home");
  await page.getByRole("button", { name: "Settings" }).click();
  await check(page, "settings", "dialog[open]");
  await page.goto(`${url}/new/revolution/eutaw/historical`);
  await page.locator("article").waitFor();
  await check(page, "new game");
  await page.goto(`${url}/nowhere/at/all`);
  await check(page, "an unknown address");
  await page.goto(`${url}/rules/S12.4`);
  await page.getByRole("heading", { name: "S12.4 Cavalry withdrawal" }).waitFor();
  await check(page, "rules");
  await page.getByRole("combobox", { name: "Rulebooks" }).selectOption({ label: "Guilford Courthouse: the historical scenario" });
  await page.getByRole("button", { name: "Charts", exact: true }).click();
  await page.locator("figure.chart").first().waitFor();
  await check(page, "charts");

  // Every game in play; the panels that differ from game to game, and once all the others.
  const made = [];
  for (const scenario of GAMES) {
    const card = (await stage.guest.good("GET", "scenarios")).find((each) => each.id === scenario);
    const game = await stage.guest.create(scenario, Object.fromEntries(card.seats.map((seat) => [seat.name, "human"])));
    const { seat } = await playUntil(game.seats, (table) => table.seq >= 40 && table.decision.choices.some((choice) => choice.fight), eager);
    made.push({ ...game, seat });
    await sit(page, made.at(-1));
    const tabs = await page.getByRole("tab").evaluateAll((all) => all.map((each) => each.dataset.tab));
    for (const theme of THEMES) {
      await light(page, theme);
      await checkNow(scenario);
      for (const tab of made.length === 1 ? tabs : ["forces", "legend"]) await panel(tab, scenario);
    }
    await light(page, "light");
  }

  async function panel(tab, where) {
    await page.locator(`[data-tab="${tab}"]`).click();
    if (tab === "rules") {
      await page.locator(`${PANEL} .line`).first().waitFor();
      await checkNow(`${where}, rules`, PANEL);
      await page.locator(PANEL).getByRole("button", { name: "Charts" }).click();
      await page.locator(`${PANEL} table`).first().waitFor();
    }
    await checkNow(`${where}, ${tab}`, PANEL);
  }

  // What opens over the table.
  const [{ game, seats, seat }] = made;
  await sit(page, made[0]);
  const over = async (where, open, shown = "dialog[open]") => {
    await open();
    await page.locator(shown).waitFor();
    await page.locator("dialog [role=status]").first().waitFor({ state: "detached" });
    await checkNow(where, shown);
    await page.keyboard.press("Escape");
    await page.locator(shown).waitFor({ state: "hidden" });
  };
  for (const theme of THEMES) {
    await light(page, theme);
    await over("help", () => page.getByRole("button", { name: "How to play at this table" }).click());
    await over("odds", () => page.locator("button.odds").first().click());
    await over("a rule in short", () => page.locator(".prompt .cite").first().click(), "[popover]");
    await over("why not", async () => {
      await page.keyboard.press("b");
      await page.waitForFunction(() => document.activeElement?.closest("[role=application]"));
      await page.keyboard.press("w");
    });
  }
  await light(page, "light");
  await page.getByRole("button", { name: "Look back" }).click();
  await page.locator(".scrubber").waitFor();
  await page.keyboard.press(",");
  await page.waitForURL(/moment=/);
  await check(page, "looking back");
  for (const theme of THEMES) {
    await light(page, theme);
    await over("what if", () => page.getByRole("button", { name: "What if…" }).click());
  }
  await light(page, "light");

  // The end, and how it went.
  const loser = seats[seat];
  await loser.good("POST", `games/${game}/moves`, { seq: (await loser.table()).seq, key: "over", do: "resign" });
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("link", { name: "How it went" }).first().waitFor();
  await check(page, "the table at the end", "aside.right");
  await page.getByRole("link", { name: "How it went" }).first().click();
  await page.getByRole("heading", { name: /over time$/ }).waitFor();
  await check(page, "how it went");

  // A lesson, and home when there are games.
  await page.goto(url);
  await page.locator("[data-next-lesson]").first().click();
  await page.getByRole("region", { name: "Guide" }).waitFor();
  await page.locator("button[data-action]").first().waitFor();
  await check(page, "a lesson", "aside.right");
  await page.goto(url);
  await page.getByRole("heading", { name: "Your games" }).waitFor();
  await page.getByRole("button", { name: /^Remove / }).first().click();
  await page.getByRole("dialog").waitFor();
  await check(page, "removing a game", "dialog[open]");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("1 removed game").click();
  await check(page, "home with games");

  // An invitation, and where it leads.
  const inviting = await stage.guest.good("POST", "games", { scenario: GAMES[1], seats: { british: "human", american: "human" }, invite: ["american"] });
  await page.goto(`${url}/join/${inviting.game}#${inviting.invitations.american}`);
  await page.getByRole("button", { name: "Play American" }).waitFor();
  await check(page, "an invitation");
  await page.goto(`${url}/table/${inviting.game}#${inviting.links.british}`);
  await page.locator('[data-tab="people"]').click();
  await page.locator(PANEL).getByText("invited; nobody has taken the seat yet").waitFor();
  await page.getByText("Your seat on another device").click();
  await page.locator(PANEL).getByText("QR code", { exact: true }).last().click();
  await page.locator(".qr svg").first().waitFor();
  await check(page, "people", PANEL);

  const phone = await stage.person("phone", PHONE);
  await sit(phone, made[1]);
  await check(phone, "phone");

  console.log(`${seen} pages and panels, by day and by night`);

  async function sit(page, { game, links, seat }) {
    await page.goto("about:blank");
    await page.goto(`${url}/table/${game}#${links[seat]}`);
    await page.locator("[role=application] [data-counter]").first().waitFor();
    await page.locator("button[data-action]").first().waitFor();
  }
});
