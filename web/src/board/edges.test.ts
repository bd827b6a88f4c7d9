import { describe, expect, it } from "vitest";

import { pointersTo } from "./edges";

const VIEW = { width: 800, height: 600 };

describe("what lies out of sight", () => {
  it("is pointed to from the edge, what lies in one direction together", () => {
    const places = [
      { place: "seen", at: [400, 300] as [number, number] },
      { place: "east", at: [1200, 300] as [number, number] },
      { place: "farther", at: [1600, 340] as [number, number] },
      { place: "north", at: [400, -200] as [number, number] },
    ];
    const found = pointersTo(places, VIEW);
    expect(found.map((each) => each.places)).toEqual([["east", "farther"], ["north"]]);
    expect(found[0]!.at[0]).toBeCloseTo(776);
    expect(found[1]!.at).toEqual([400, 24]);
    expect(found[1]!.turn).toBe(-90);
  });

  it("is nothing where all is seen", () => {
    expect(pointersTo([{ place: "seen", at: [0, 600] }], VIEW)).toEqual([]);
  });
});
