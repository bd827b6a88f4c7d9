import { describe, expect, it } from "vitest";

import type { Counter, HexSheet, Pieces } from "../api/types";
import { type Box, contains } from "./geometry";
import { HexGeometry } from "./kinds/hexes";
import { bodiesOf, squadsOf } from "./groups";
import { blocksOf, fanOut, layOut } from "./layout";

const map: Pick<HexSheet, "hexes"> = {
  hexes: [1, 2, 3].flatMap((column) => [1, 2, 3].map((row) => ({ label: `0${column}0${row}`, column, row, terrain: "", features: [], words: "" }))),
};
const geometry = new HexGeometry(map);

function counter(id: string): Counter {
  const colours = { face: "", ink: "", band: "", band_ink: "" };
  return { id, name: id, title: id, symbol: "", values: "1", colours, steps: 1, lost: 0, rank: 0, states: [], basis: "", words: id };
}

function pieces(...stacks: [string, string[]][]): Pieces {
  return { stacks: stacks.map(([place, ids]) => ({ place, counters: ids.map(counter) })), markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [] };
}

it("knows the side of each counter by the order of the sides", () => {
  const held = pieces(["0101", ["a"]], ["0202", ["b"]], ["0303", ["c"]]);
  held.stacks[0]!.side = "white";
  held.stacks[1]!.side = "red";
  expect(layOut(held, geometry, false, ["red", "white"]).spots.map((spot) => spot.side)).toEqual([1, 0, -1]);
});

it("marks a stack in which a leader lies below others", () => {
  const held = pieces(["0101", ["general", "foot"]], ["0202", ["foot", "general"]], ["0303", ["foot", "horse"]]);
  for (const stack of held.stacks) for (const each of stack.counters) if (each.id === "general") each.rank = 2;
  expect(layOut(held, geometry, false).piles.map((pile) => pile.led)).toEqual([true, false, false]);
});

describe("from afar", () => {
  const held = pieces(["0101", ["a", "b"]], ["0102", ["c"]], ["0303", ["d"]]);
  held.stacks.flatMap((stack) => stack.counters).forEach((each, i) => Object.assign(each, { values: `${i + 2}-4`, group: "I" }));
  const { spots } = layOut(held, geometry, false);

  it("a stack is one block with the strength of all", () => {
    expect([...blocksOf(spots)].map(([key, block]) => [key, block.strength, block.count])).toEqual([["b", 5, 2], ["c", 4, 1], ["d", 5, 1]]);
  });

  it("a group that stands apart has a badge for each body", () => {
    expect(bodiesOf(spots, 80).map((body) => body.map((spot) => spot.id))).toEqual([["a", "b", "c"], ["d"]]);
    const group = { id: "I", title: "First", badge: "I", colours: held.stacks[0]!.counters[0]!.colours, words: "First", sheet: "map" };
    const near = new HexGeometry(map);
    Object.assign(near, { counter: 80 / 3 });
    expect(squadsOf([group], spots, near).map((squad) => [squad.part, squad.strength])).toEqual([[0, 9], [1, 5]]);
  });
});

describe("laying out", () => {
  it("puts a lone counter in the middle of its hex", () => {
    const { spots } = layOut(pieces(["0202", ["a"]]), geometry, false);
    expect(spots[0]!.at).toEqual(geometry.centre("0202"));
  });

  it("piles counters about the middle, the last one on top", () => {
    const { spots, piles } = layOut(pieces(["0202", ["a", "b", "c"]]), geometry, false);
    expect(spots.map((spot) => spot.key)).toEqual(["a", "b", "c"]);
    expect(spots[1]!.at).toEqual(geometry.centre("0202"));
    expect(spots[0]!.layer).toBeLessThan(spots[2]!.layer);
    expect(new Set(spots.map((spot) => spot.at.join())).size).toBe(3);
    expect(piles).toMatchObject([{ place: "0202", count: 3 }]);
  });

  it("keeps the top of a high pile within its hex", () => {
    const { spots } = layOut(pieces(["0202", Array.from({ length: 14 }, (_, i) => `c${i}`)]), geometry, false);
    for (const spot of spots) expect(geometry.placeAt(spot.at)).toBe("0202");
  });

  it("spreads counters of an area side by side", () => {
    const { spots } = layOut(pieces(["0202", ["a", "b"]]), geometry, true);
    expect(spots[1]!.at[0] - spots[0]!.at[0]).toBeGreaterThan(geometry.counter / 2);
    expect(spots[1]!.at[1]).toBe(spots[0]!.at[1]);
  });

  it("tells counters without an id apart by where they lie", () => {
    const { spots } = layOut(pieces(["0101", ["", ""]], ["0303", [""]]), geometry, true);
    expect(new Set(spots.map((spot) => spot.key)).size).toBe(3);
    expect(spots.every((spot) => spot.id === "")).toBe(true);
  });

  it("tells two counters apart that are given the same id", () => {
    const { spots } = layOut(pieces(["0101", ["a"]], ["0303", ["a"]]), geometry, false);
    expect(new Set(spots.map((spot) => spot.key)).size).toBe(2);
  });

  it("sets a second stack of a place beside the first", () => {
    const { spots, piles } = layOut(pieces(["0101", ["a"]], ["0101", ["b"]]), geometry, true);
    expect(spots[0]!.at).not.toEqual(spots[1]!.at);
    expect(piles.map((pile) => pile.key)).toEqual(["0101/0", "0101/1"]);
  });

  it("leaves out what lies on no place of the map", () => {
    expect(layOut(pieces(["9999", ["a"]], ["0101", ["b"]]), geometry, false).spots.map((spot) => spot.key)).toEqual(["b"]);
  });
});

describe("a fan", () => {
  const seen: Box = { left: 0, top: 0, width: 600, height: 400 };
  const spotsOf = (count: number) => layOut(pieces(["0202", Array.from({ length: count }, (_, i) => `c${i}`)]), geometry, false).spots;

  it.each([2, 5, 7, 12])("shows each of %i counters whole, none over another", (count) => {
    const fan = fanOut("0202", spotsOf(count), geometry.counter, 1, seen);
    const places = [...fan.at.values()];
    const side = geometry.counter * fan.grown;
    expect(places).toHaveLength(count);
    for (const [i, a] of places.entries())
      for (const b of places.slice(i + 1)) expect(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))).toBeGreaterThanOrEqual(side);
    for (const at of places) expect(contains(fan.plate, at)).toBe(true);
  });

  it("makes counters large enough for a finger when the map is far away", () => {
    const fan = fanOut("0202", spotsOf(2), geometry.counter, 0.3, { left: -900, top: -900, width: 2000, height: 2000 });
    expect(geometry.counter * fan.grown * 0.3).toBeCloseTo(44);
  });

  it("stays in view at the edge", () => {
    const fan = fanOut("0202", spotsOf(4), geometry.counter, 1, { left: 110, top: 90, width: 300, height: 300 });
    expect(fan.plate.left).toBeGreaterThanOrEqual(110);
    expect(fan.plate.top).toBeGreaterThanOrEqual(90);
  });

  it("gives each stack rows of its own", () => {
    const { spots } = layOut(pieces(["0101", ["a", "b"]], ["0101", ["c"]]), geometry, true);
    const fan = fanOut("0101", spots, geometry.counter, 1, seen);
    expect(fan.at.get("a")![1]).toBe(fan.at.get("b")![1]);
    expect(fan.at.get("c")![1]).toBeGreaterThan(fan.at.get("a")![1]);
  });
});
