import { describe, expect, it } from "vitest";

import { laidOut, numbersOf } from "./numerals";

describe("the numbers of a counter", () => {
  it("are told from the hyphens between them and the signs in brackets", () => {
    expect(numbersOf("3-1-4")).toEqual(["3", "1", "4"]);
    expect(numbersOf("3-(-1)-4")).toEqual(["3", "−1", "4"]);
    expect(numbersOf("(-2)-0-8")).toEqual(["−2", "0", "8"]);
    expect(numbersOf("4+")).toEqual(["4+"]);
    expect(numbersOf("+1")).toEqual(["+1"]);
    expect(numbersOf("")).toEqual([""]);
  });

  it("keep their size where one is below zero", () => {
    for (const values of ["3-1-4", "3-(-1)-4", "1-(-2)-8"]) expect(laidOut(values, 43, 16).size).toBe(16);
  });

  it("give up their bars before they are squeezed, and are squeezed before they are made smaller", () => {
    expect(laidOut("3-1-4", 43, 16).bars).toHaveLength(2);
    const below = laidOut("3-(-1)-4", 43, 16);
    expect(below.bars).toEqual([]);
    const tight = laidOut("10-1-12", 43, 16);
    expect(tight.size).toBe(16);
    expect(tight.bars).toEqual([]);
    expect(laidOut("10-(-2)-12", 43, 16).size).toBeLessThan(16);
  });

  it("stand side by side within their room, about its middle", () => {
    for (const values of ["3-1-4", "3-(-1)-4", "10-(-2)-12", "12", "1000-1000-1000-1000"]) {
      const { numerals, size } = laidOut(values, 43, 16);
      const edges = numerals.map(({ at, width, plate }) => [at - Math.max(width, plate) / 2, at + Math.max(width, plate) / 2] as const);
      edges.forEach(([from], i) => expect(from).toBeGreaterThan((edges[i - 1]?.[1] ?? -21.6) - 1e-9));
      expect(edges[edges.length - 1]![1]).toBeLessThan(21.6);
      expect(edges[0]![0] + edges[edges.length - 1]![1]).toBeCloseTo(0);
      expect(size).toBeGreaterThan(0);
    }
  });

  it("stand on a plate only below zero", () => {
    expect(laidOut("3-(-1)-4", 43, 16).numerals.map(({ plate }) => plate > 0)).toEqual([false, true, false]);
  });
});
