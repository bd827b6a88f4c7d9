import { expect, test } from "vitest";
import { en } from "../texts/en";
import { ARROWS, CHOICES, COUNTERS, MARKS, WAYS } from "./marks";

test("every frame, badge, dot and arrow is drawn and explained in the legend", () => {
  const all = [CHOICES, MARKS, ARROWS, WAYS, COUNTERS].flatMap((group) => Object.values(group));
  expect(all.length).toBeGreaterThan(20);
  for (const { words, svg } of all) {
    expect(en[words]).toBeTruthy();
    for (const dark of [false, true]) expect(svg(dark)).toMatch(/^<svg.*<\/svg>$/s);
  }
  expect(new Set(all.map(({ words }) => words)).size).toBe(all.length);
});
