// What axe-core finds on a page that keeps people out: everything by day, and what depends on colours by night.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const GRAVE = ["serious", "critical"];
const COLOURS = ["color-contrast", "link-in-text-block"];

export const THEMES = ["light", "dark"];

/** Every serious or critical finding in a part of the page, by day and by night, one line each. */
export async function barriers(page, where, part) {
  const found = [];
  for (const theme of THEMES) {
    await light(page, theme);
    found.push(...(await barriersNow(page, where, part)));
  }
  await light(page, "light");
  return found;
}

/** Those in the colours that the page has now: a table takes long to be painted in others. */
export async function barriersNow(page, where, part = "html") {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  const rules = theme === "dark" ? { runOnly: COLOURS } : {};
  const { violations } = await page.evaluate(([part, options]) => globalThis.axe.run(part, options), [part, { ...rules, preload: false, resultTypes: ["violations"] }]);
  return violations
    .filter((each) => GRAVE.includes(each.impact))
    .map(({ id, impact, nodes }) => `${where}, ${theme}: ${impact} ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)} ${reason(nodes[0])}`);
}

/** By day or by night from now on. */
export async function light(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
}

function reason({ any, all, none }) {
  return [...any, ...all, ...none][0]?.message ?? "";
}
