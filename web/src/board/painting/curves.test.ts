import { describe, expect, it } from "vitest";

import type { Point } from "../../api/types";
import { across, along, apart, aside, lengthOf, nearerTo, signedArea, smooth, spaced } from "./curves";

const ZIGZAG: Point[] = [[0, 0], [30, 20], [60, 0], [90, 20], [120, 0]];

/** The sharpest turn of a line, in degrees. */
function sharpest(line: readonly Point[]): number {
  let most = 0;
  for (let i = 1; i < line.length - 1; i++) {
    const [a, b, c] = [line[i - 1]!, line[i]!, line[i + 1]!];
    const turn = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
    most = Math.max(most, Math.abs(((turn + 3 * Math.PI) % (2 * Math.PI)) - Math.PI));
  }
  return (most * 180) / Math.PI;
}

describe("a smooth line", () => {
  it("runs through every point", () => {
    const line = smooth(ZIGZAG);
    for (const at of ZIGZAG) expect(Math.min(...line.map((on) => apart(on, at)))).toBeLessThan(1e-9);
  });

  it("has no corner where the points have one", () => {
    expect(sharpest(ZIGZAG)).toBeGreaterThan(60);
    expect(sharpest(smooth(ZIGZAG))).toBeLessThan(30);
  });

  it("never swings far beyond its points", () => {
    for (const [, y] of smooth(ZIGZAG)) expect(y > -4 && y < 24).toBe(true);
  });

  it("does without points that lie on one another, and with two or none", () => {
    for (const [x, y] of smooth([[0, 0], [0, 0], [10, 0], [10, 0], [20, 5]])) expect(Number.isFinite(x + y)).toBe(true);
    expect(smooth([[1, 2], [3, 4]])).toEqual([[1, 2], [3, 4]]);
    expect(smooth([])).toEqual([]);
  });

  it("closes without a corner", () => {
    const ring = smooth([[0, 0], [40, 0], [40, 40], [0, 40]], true);
    expect(sharpest([...ring, ring[0]!, ring[1]!])).toBeLessThan(25);
  });
});

describe("along a line", () => {
  it("marks stand at even distances", () => {
    const marks = spaced([[0, 0], [10, 0], [10, 10]], 4, 1);
    expect(marks.map(({ at }) => at)).toEqual([[1, 0], [5, 0], [9, 0], [10, 3], [10, 7]]);
    expect(marks[4]!.way).toEqual([0, 1]);
  });

  it("a point beyond its end is its end", () => {
    const { at } = along([[0, 0], [10, 0]], 99);
    expect(at[0]).toBeCloseTo(10, 4);
  });

  it("aside is to the right of its way", () => {
    expect(aside([[0, 0], [10, 0]], 3)).toEqual([[0, 3], [10, 3]]);
    expect(lengthOf(aside([[0, 0], [10, 0]], 3))).toBe(10);
  });
});

describe("cuts", () => {
  const box: Point[] = [[0, 0], [10, 0], [10, 6], [0, 6]];

  it("a line through a box ends at its sides, whichever way the box is drawn", () => {
    for (const outline of [box, [...box].reverse()]) {
      const cut = across(outline, [3, 3], [1, 0])!;
      expect(cut.map(([x]) => x)).toEqual([0, 10]);
    }
    expect(across(box, [3, 9], [1, 0])).toBeNull();
  });

  it("a box is shared between two points halfway", () => {
    const half = nearerTo(box, [2, 3], [8, 3]);
    expect(Math.abs(signedArea(half))).toBeCloseTo(30);
    expect(Math.max(...half.map(([x]) => x))).toBe(5);
  });
});
