// What axe-core finds on a page that keeps people out: everything by day, and what depends on colours by night.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const GRAVE = ["serious", "critical"];
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Every serious or critical finding in a part of the page, one line each. */
export async function barriers(page, where, part = "html") {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    const rules = colorScheme === "dark" ? { runOnly: COLOURS } : {};
    const { violations } = await page.evaluate(([part, options]) => globalThis.axe.run(part, options), [part, { ...rules, preload: false, resultTypes: ["violations"] }]);
    for (const { id, impact, nodes } of violations.filter((each) => GRAVE.includes(each.impact)))
      found.push(`${where}, ${colorScheme}: ${impact} ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)} ${reason(nodes[0])}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

function reason({ any, all, none }) {
  return [...any, ...all, ...none][0]?.message ?? "";
}
