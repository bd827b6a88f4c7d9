import { expect, it } from "vitest";
import { apart, levelAt, scales, stairs, stepFor, type Track } from "./chart";

const FRAME = { width: 110, height: 70, left: 10, right: 0, top: 0, bottom: 10 };
const track: Track = { name: "morale", title: "Morale", series: [{ seat: "red", points: [[0, 10], [4, 8], [10, 8]] }, { seat: "blue", points: [[0, 0], [10, 5]] }] };

it("a level stays until it changes", () => {
  const drawn = scales(track, FRAME);
  expect(drawn.levels).toEqual([0, 2, 4, 6, 8, 10]);
  expect(drawn.end).toBe(10);
  expect(stairs(track.series[0]!.points, drawn)).toBe("M10 0H50V12H110V12");
  expect([0, 3, 4, 99].map((moment) => levelAt(track.series[0]!.points, moment))).toEqual([10, 10, 8, 8]);
  expect(levelAt([], 3)).toBeNull();
});

it("a point on the picture is a moment of the game", () => {
  const drawn = scales(track, FRAME);
  expect([0, 10, 59, 110, 500].map(drawn.momentAt)).toEqual([0, 0, 5, 10, 10]);
});

it("levels below nought have room", () => {
  const sunk = scales({ ...track, series: [{ seat: "red", points: [[0, 3], [10, -1]] }] }, FRAME);
  expect(sunk.levels[0]).toBeLessThanOrEqual(-1);
  expect(sunk.y(-1)).toBeLessThanOrEqual(60);
});

it("a chart of nothing has a height", () => {
  const flat = scales({ ...track, series: [{ seat: "red", points: [[0, 0]] }] }, FRAME);
  expect(flat.y(0)).toBe(60);
  expect(flat.x(0)).toBe(10);
});

it("few lines across", () => {
  expect([1, 6, 14, 30, 300].map((most) => stepFor(0, most))).toEqual([1, 1, 5, 5, 50]);
});

it("labels are pushed apart", () => {
  expect(apart([10, 12, 50], 14)).toEqual([10, 24, 50]);
  expect(apart([12, 10], 14)).toEqual([24, 10]);
});
