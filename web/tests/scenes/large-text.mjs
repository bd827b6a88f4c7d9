// Everything twice as large, by the zoom of the browser or by larger letters: what is asked, a choice and Undo stay in sight.

import { busy, playUntil } from "../guest.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const DESK = { width: 1280, height: 800 };
const WAYS = {
  zoomed: [{ viewport: { width: DESK.width / 2, height: DESK.height / 2 }, deviceScaleFactor: 2 }, ""],
  letters: [{ viewport: DESK }, "html { font-size: 200%; }"],
  phone: [PHONE, "html { font-size: 200%; }"],
};

await scene(import.meta.url, async (stage) => {
  const made = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const { seat } = await playUntil(made.seats, (table) => table.can_undo && table.decision.choices.length > 5 && table.seq > 30, (choices) => busy(choices));
  for (const [name, [options, style]] of Object.entries(WAYS)) {
    const page = await stage.person(name, options);
    await page.addInitScript((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, style);
    await page.goto(`${stage.server.url}/table/${made.game}#${made.links[seat]}`);
    await page.locator("button[data-action]").first().waitFor();
    await page.locator("[role=application] [data-counter]").first().waitFor();
    await stage.shot(page, name);
    for (const what of [".prompt .words", ".undo", "button[data-action]"]) assert.ok(await inSight(page.locator(what).first()), `${name}: ${what} is out of sight`);
    assert.ok(await page.locator(".prompt .side").evaluate((each) => each.scrollWidth <= each.clientWidth), `${name}: the side is cut off`);
    const [wide, most] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= most, `${name}: the page is ${wide} wide on a screen of ${most}`);
  }
});

/** Whether the middle of something is on the screen, and nothing lies over it. */
function inSight(element) {
  return element.evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return each.contains(found);
  });
}
