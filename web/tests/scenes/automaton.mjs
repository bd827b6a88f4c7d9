// A turn against an automaton: each of its steps is shown when it is asked for, with what decided it; a wheel moves, there is a fight.

import { BOARD, waitForQuestion, when } from "../hands.mjs";
import { assert, PATIENCE, PHONE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("chancellorsville/old-joe", { CSA: "human" });
  const lee = seats.CSA;
  for (const action of ["close-cup", "pass-activation", "close-cup", "pass-activation"]) await lee.move((await lee.table()).seq, action);
  const before = await lee.table();
  assert.deepEqual(onWheel(before), { XII: "display:sector 1" });

  const page = await stage.person("lee");
  await page.addInitScript(() => localStorage.setItem("grognard.settings", JSON.stringify({ pace: -1 })));
  await page.goto(`${stage.server.url}/table/${game}#${links.CSA}`);
  await waitForQuestion(page, before);

  // A counter in a box beside the map shows what can be done with it, and Escape puts it down.
  await page.getByRole("button", { name: /^Anderson, / }).click();
  const chosen = page.locator('button[data-action="put-in-cup cs_cmd_anderson"]');
  await chosen.waitFor();
  await page.keyboard.press("Escape");
  await chosen.waitFor({ state: "hidden" });
  await page.locator('button[data-action="close-cup"]').click();

  // Step by step: nothing goes on before it is asked for.
  const next = page.locator("[data-step]");
  await next.waitFor();
  const words = page.locator(".prompt .words");
  const told = [await words.textContent()];
  for (let count = 0; count < 3; count += 1) {
    await next.click();
    await page.waitForFunction(([last]) => document.querySelector(".prompt .words").textContent !== last, [told.at(-1)]);
    told.push(await words.textContent());
  }
  assert.equal(new Set(told).size, 4, `each step is told: ${told.join(" | ")}`);
  await stage.shot(page, "step");

  // The rest of the turn: the enemy comes, fights, and the wheel is pushed on.
  let fought = false;
  for (const answer of ["hold-fast", "no-skirmishers", "no-works", "pass-activation"]) {
    const table = await when(lee, ({ decision }) => decision?.choices.some(({ action }) => action === answer));
    await waitForQuestion(page, table);
    fought ||= table.decision.kind.startsWith("Engagement");
    if (answer === "no-skirmishers") await why(stage, page);
    await page.locator(`button[data-action="${answer}"]`).click();
    const confirm = page.locator("dialog[open] button.primary:not(:disabled)"); // where the odds of a fight are shown first
    const deadline = Date.now() + PATIENCE;
    while ((await lee.table()).seq === table.seq && Date.now() < deadline) await confirm.click({ timeout: 500 }).catch(() => {});
  }
  const after = await when(lee, ({ decision }) => decision?.kind === "ChooseFormations.choose");
  assert.ok(fought, "there was an engagement");
  assert.deepEqual(onWheel(after), { XII: "display:sector 2", XI: "display:sector 1" });

  await waitForQuestion(page, after);
  await page.locator("[data-diary]").click();
  await page.locator("dialog[open] .diary li").nth(2).waitFor();
  await stage.shot(page, "diary");
  await page.keyboard.press("Escape");
  await page.locator('[data-sheet="display"]').click();
  await page.keyboard.press("f");
  await page.locator(`${BOARD} [data-piece="wheel-XII"][data-place="sector 2"]`).waitFor();
  await page.waitForTimeout(700); // until it is painted
  await stage.shot(page, "display");
  const phone = await stage.sit("phone", game, links.CSA, { ...PHONE, colorScheme: "dark" });
  await phone.locator('[data-sheet="display"]').tap();
  await phone.locator(`${BOARD} [data-piece="wheel-XII"]`).waitFor({ state: "attached" });
  await phone.waitForTimeout(700);
  await stage.shot(phone, "display-phone");
});

/** What a division of the automaton did, and why, is told when it is pointed at. */
async function why(stage, page) {
  const table = page.locator(`${BOARD} [data-piece^="ai_V_"]`).first();
  const { x, y, width, height } = await table.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  const decided = page.locator(".decided li");
  await decided.first().waitFor();
  assert.ok((await decided.allTextContents()).some((step) => /page \d+, row/i.test(step)), "the page and the row that decided it");
  await stage.shot(page, "why");
}

function onWheel({ pieces }) {
  const found = pieces.stacks.filter(({ place }) => place.startsWith("display:sector"));
  return Object.fromEntries(found.flatMap(({ place, counters }) => counters.map((counter) => [counter.name, place])));
}
