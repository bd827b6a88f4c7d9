import { describe, expect, it } from "vitest";

import type { Point } from "../api/types";
import type { Turn } from "./geometry";
import { HexGeometry } from "./kinds/hexes";
import { hexMap } from "./painting/maps.sample";
import { rimsOf } from "./rims";

const rims = (labels: string[], turn: Turn = 0) => {
  const geometry = new HexGeometry(hexMap(7, 7), turn);
  return rimsOf(labels.map((label) => geometry.corners(label)));
};
const RING = ["0302", "0402", "0403", "0304", "0203", "0202"]; // about 0303

/** As y points down. */
const isClockwise = (line: Point[]): boolean => line.reduce((sum, [x, y], i) => sum + x * line[(i + 1) % line.length]![1] - line[(i + 1) % line.length]![0] * y, 0) > 0;

describe("the rim of places", () => {
  it("of one hex is its outline, of two neighbours one line about both", () => {
    for (const turn of [0, 1, 2, 3] as Turn[]) {
      expect(rims(["0303"], turn).map((rim) => rim.length)).toEqual([6]);
      expect(rims(["0303", "0304"], turn).map((rim) => rim.length)).toEqual([10]);
    }
  });

  it("has a line for each group that lies apart", () => {
    expect(rims(["0101", "0505"])).toHaveLength(2);
    expect(rims([])).toEqual([]);
  });

  it("goes about a hole the other way", () => {
    const found = rims(RING);
    expect(found.map((rim) => rim.length).sort((a, b) => a - b)).toEqual([6, 18]);
    expect(found.filter(isClockwise).map((rim) => rim.length)).toEqual([18]);
    expect(rims([...RING, "0303"]).map((rim) => rim.length)).toEqual([18]);
  });
});
