import { expect, it } from "vitest";
import { contoursOf, filledIn, markAt, placeOf, pointOf, runsOf } from "./regions";

const region = { origin: [10, 3] as [number, number], step: 1, rows: [[[2, ""], [3, "a"], [1, "b"]], [[1, "b"]]] as [number, string][][] };

it("reads and spells points", () => {
  expect(pointOf("81.5,43")).toEqual([81.5, 43]);
  expect(pointOf("1108")).toBeNull();
  expect(placeOf([81.5, 43])).toBe("81.5,43");
  expect(placeOf([0.1 + 0.2, -0])).toBe("0.3,0");
});

it("finds the mark of a point, and none beside the region or between its points", () => {
  expect(["11,3", "12,3", "14,3", "15,3", "16,3", "10,4", "11,4", "12.5,3", "12,2"].map((place) => markAt(region, place))).toEqual([null, "a", "a", "b", null, "b", null, null, null]);
});

it("fills in the point", () => {
  expect(filledIn("go {x},{y}", "12,3")).toBe("go 12,3");
  expect(filledIn("to {x},{y}", "12.5,3")).toBe("to 12.5,3");
});

it("makes boxes of runs, by their marks", () => {
  const runs = runsOf(region);
  expect([...runs.keys()]).toEqual(["a", "b"]);
  expect(runs.get("a")).toEqual([[[11.5, 2.5], [14.5, 2.5], [14.5, 3.5], [11.5, 3.5]]]);
  expect(runs.get("b")).toHaveLength(2);
});

it("draws a line once round rows of boxes, and round a hole", () => {
  const box = (left: number, right: number, y: number): [number, number][] => [[left, y], [right, y], [right, y + 1], [left, y + 1]];
  expect(contoursOf([box(0, 3, 0), box(1, 2, 1)])).toHaveLength(1);
  expect(contoursOf([box(0, 3, 0), box(0, 1, 1), box(2, 3, 1), box(0, 3, 2)])).toHaveLength(2);
  const [loop] = contoursOf([box(0, 2, 0)]);
  expect(loop).toHaveLength(8); // each corner is cut
});
