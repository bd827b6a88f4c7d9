import { describe, expect, it } from "vitest";

import type { Point } from "../../api/types";
import { SIDE } from "../geometry";
import { apart } from "./curves";
import { copse, faintness, strayed, thickness, unstrayed, wornLoop } from "./organic";

const POINTS: Point[] = Array.from({ length: 900 }, (_, i) => [(i % 30) * 17.3 - 40, Math.floor(i / 30) * 13.9 - 40]);

describe("an edge that strays", () => {
  it("stays near its hexside, and is nowhere torn", () => {
    for (const [x, y] of POINTS) {
      expect(apart([x, y], strayed([x, y]))).toBeLessThan(SIDE / 6);
      expect(apart(strayed([x, y]), strayed([x + 1, y + 1]))).toBeLessThan(4);
    }
    expect(Math.max(...POINTS.map((at) => apart(at, strayed(at))))).toBeGreaterThan(4);
  });

  it("is found again from where it strayed to, nearly", () => {
    for (const at of POINTS) expect(apart(unstrayed(...strayed(at)), at)).toBeLessThan(2);
  });
});

describe("a wood", () => {
  it("has clumps and glades in every hex", () => {
    for (const [x, y] of POINTS.filter((_, i) => i % 9 === 0)) {
      const about = Array.from({ length: 100 }, (_, i) => thickness(x + ((i % 10) - 4.5) * 7, y + (Math.floor(i / 10) - 4.5) * 7));
      expect(Math.max(...about)).toBeGreaterThan(0.6);
      expect(Math.min(...about)).toBeLessThan(0.4);
      expect(about.every((part) => part >= 0 && part <= 1)).toBe(true);
    }
  });

  it("stands in open country only here and there", () => {
    const share = POINTS.filter((at) => copse(...at)).length / POINTS.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.35);
  });

  it("is drawn in full near by and runs together from afar", () => {
    const faint = [3, 1, 0.8, 0.6, 0.4, 0.1].map(faintness);
    expect(faint[0]).toBe(0);
    expect(faint[1]).toBe(0);
    expect(faint[5]).toBe(1);
    expect([...faint].sort((a, b) => a - b)).toEqual(faint);
  });
});

describe("a shore", () => {
  const zigzag: Point[] = Array.from({ length: 80 }, (_, i) => {
    const turn = (i / 80) * Math.PI * 2;
    const far = 200 + (i % 4 < 2 ? 8 : -8);
    return [Math.cos(turn) * far, Math.sin(turn) * far];
  });
  const rough = (line: Point[]) => Math.max(...line.map(([x, y]) => Math.abs(Math.hypot(x, y) - 200)));

  it("loses its corners and keeps its course", () => {
    const worn = wornLoop(zigzag, 20);
    expect(worn).toHaveLength(zigzag.length);
    expect(rough(zigzag)).toBeCloseTo(8);
    expect(rough(worn)).toBeLessThan(8.1);
    const steps = worn.map((at, i) => Math.hypot(...at) - Math.hypot(...worn[(i + 1) % worn.length]!));
    expect(Math.max(...steps.map(Math.abs))).toBeLessThan(1);
  });

  it("that is not worn is as it was", () => {
    expect(wornLoop(zigzag, 0)).toEqual(zigzag);
  });
});
