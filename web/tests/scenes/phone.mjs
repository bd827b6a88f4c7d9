// On a phone, with a finger: begin a game, choose, look at the map and the log; nothing hangs over the edge.

import { anything, Guest } from "../guest.mjs";
import { byTouch, showAll } from "../hands.mjs";
import { assert, PATIENCE, PHONE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("phone", PHONE);
  await page.goto(stage.server.url);
  const card = page.locator("article", { has: page.locator('a[href="/new/revolution/eutaw/historical"]') });
  await card.getByRole("button", { name: "Play against the computer" }).waitFor();
  await fits(page);
  await stage.shot(page, "list-of-games");
  await card.getByRole("button", { name: "Play against the computer" }).tap();
  await page.waitForURL(/\/table\/.+#.+/);
  const url = new URL(page.url());
  const mine = new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));

  for (let count = 0; count < 8; count += 1) {
    const table = await asked(mine);
    if (table.over) break;
    const choice = anything(table.decision.choices);
    await offered(page, choice);
    assert.equal((await byTouch(page, choice)).action, choice.action);
    await fits(page);
    if (count === 3) await stage.shot(page, "in-play");
    const bar = await page.getByRole("group", { name: "Phase and what ends it" }).boundingBox();
    assert.ok(bar.y > PHONE.viewport.height * 0.8 && bar.y + bar.height <= PHONE.viewport.height, "the phase is not within reach of the thumb");
    await asked(mine);
    await showAll(page);
  }
  const last = await asked(mine);
  if (!last.over) await offered(page, last.decision.choices[0]); // a new question brings its own tab forward
  for (const tab of ["Log", "Tracks", "Legend"]) {
    await page.getByRole("tab", { name: tab }).tap();
    await fits(page);
    await stage.shot(page, tab.toLowerCase());
  }

  // The compass and the legend agree on where north is, however the map is turned.
  const SAID = { up: "at the top", down: "at the bottom", "to the left": "to the left", "to the right": "to the right" };
  const compass = page.getByRole("button", { name: /north is/ });
  for (let count = 0; count < 2; count += 1) {
    const north = (await compass.getAttribute("aria-label")).split("north is ")[1];
    await page.getByText(`North: ${SAID[north]}`).waitFor();
    await compass.tap();
  }

  // The charts, which have a key elsewhere, have a button here.
  await page.getByRole("button", { name: "Charts", exact: true }).tap();
  const charts = page.getByRole("dialog", { name: "Charts" });
  await charts.waitFor();
  await fits(page);
  await stage.shot(page, "charts");
});

async function offered(page, choice) {
  await page.waitForFunction((action) => document.querySelector(`button[data-action="${action}"]:not(:disabled)`), choice.action, { timeout: PATIENCE });
}

async function fits(page) {
  const { wide, most } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, most: innerWidth }));
  assert.ok(wide <= most, `the page is ${wide} wide on a screen of ${most}`);
}

async function asked(mine) {
  const deadline = Date.now() + 2 * PATIENCE;
  for (;;) {
    const table = await mine.table();
    if (table.decision || table.over) return table;
    assert.ok(Date.now() < deadline, "the computer does not move");
    await new Promise((go) => setTimeout(go, 50));
  }
}
