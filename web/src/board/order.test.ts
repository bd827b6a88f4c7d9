import { describe, expect, it } from "vitest";

import type { Counter, HexSheet, Pieces } from "../api/types";
import type { Turn } from "./geometry";
import { HexGeometry } from "./kinds/hexes";
import { layOut } from "./layout";
import { nextStop, stopsOf } from "./order";

const map: Pick<HexSheet, "hexes"> = {
  hexes: [1, 2, 3, 4].flatMap((column) => [1, 2, 3].map((row) => ({ label: `0${column}0${row}`, column, row, terrain: "", features: [], words: "" }))),
};

function counter(id: string): Counter {
  const colours = { face: "", ink: "", band: "", band_ink: "" };
  return { id, name: id, title: id, symbol: "", values: "1", colours, steps: 1, lost: 0, rank: 0, states: [], basis: "", words: id };
}

const pieces: Pieces = {
  stacks: [
    { place: "0303", counters: [counter("low"), counter("high")] },
    { place: "0101", counters: [counter("first")] },
    { place: "0401", counters: [counter("enemy"), counter("")] },
  ],
  markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [],
};

function stops(turn: Turn = 0) {
  const geometry = new HexGeometry(map, turn);
  const { spots } = layOut(pieces, geometry, false);
  const choices = [{ place: "0402", kind: "go" as const }, { place: "0102", kind: "go" as const }, { place: "0402", kind: "attack" as const }, { place: "7777", kind: "go" as const }];
  return stopsOf(spots, new Set(["high", "low", "first", ""]), choices, geometry);
}

describe("the Tab key", () => {
  it("goes through counters as one reads, the bottom of a stack first, then through places", () => {
    expect(stops().map((stop) => `${stop.kind} ${stop.key}`)).toEqual(["piece first", "piece low", "piece high", "place 0102", "place 0402"]);
  });

  it("reads the board as it is turned", () => {
    expect(stops(2).map((stop) => stop.key)).toEqual(["low", "high", "first", "0402", "0102"]);
  });

  it("goes forward and back, and leaves the board at its ends", () => {
    const all = stops();
    expect(nextStop(all, null, 1)).toBe(all[0]);
    expect(nextStop(all, null, -1)).toBe(all[4]);
    expect(nextStop(all, all[1]!, 1)).toBe(all[2]);
    expect(nextStop(all, all[1]!, -1)).toBe(all[0]);
    expect(nextStop(all, all[4]!, 1)).toBeNull();
    expect(nextStop(all, all[0]!, -1)).toBeNull();
  });

  it("begins again when what it stood on can no longer be chosen", () => {
    expect(nextStop(stops(), { kind: "piece", key: "gone" }, 1)).toMatchObject({ key: "first" });
    expect(nextStop([], null, 1)).toBeNull();
  });
});
