import { expect, it } from "vitest";

import type { Group, Point } from "../api/types";
import { badgesOf } from "./groups";
import { PlaneGeometry } from "./kinds/plane";

const colours = { face: "", ink: "", band: "", band_ink: "" };
const group: Group = { id: "V1", title: "Petersburg Grays", badge: "V1: 3 with rifles", colours, words: "", sheet: "", facing: [0, -1000] };
const table = { width: 120, height: 80, base: 1.5, step: 1, objectives: [] };

/** Where the badge of three men in a row hangs, and how it lies to that point. */
function hung(name: string, outline: Point[]): [number, number] {
  const geometry = new PlaneGeometry({ ...table, grounds: [{ kind: "building", name, outline }] as never });
  const at = geometry.points([[58, 40], [60, 40], [62, 40]]);
  const [found] = badgesOf([{ group, at, part: 0, strength: 3 }], geometry);
  const [, x, y] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(found!.markup)!;
  return [Number(x), Number(y)];
}

it("hangs a badge behind a squad, and elsewhere if a name is written there", () => {
  const [, middle] = new PlaneGeometry(table).points([[60, 40]])[0]!;
  const far: Point[] = [[10, 10], [12, 10], [12, 12], [10, 12]];
  const behind: Point[] = [[58, 42], [62, 42], [62, 44], [58, 44]];
  expect(hung("barn", far)[1]).toBeLessThan(middle); // it faces south
  expect(hung("barn", behind)[1]).toBeGreaterThanOrEqual(middle);
  expect(hung("", behind)).toEqual(hung("barn", far));
});
