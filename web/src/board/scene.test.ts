import { beforeEach, describe, expect, it } from "vitest";

import type { Counter, Pieces, PlaneSheet, SheetMap } from "../api/types";
import { PLANE_SCALE } from "./kinds/plane";
import { hexMap } from "./painting/maps.sample";
import { Scene } from "./scene";
import type { BoardConfig } from "./types";

const sheet = hexMap(3, 3, {}, { north: "right" });
const map: SheetMap = { sheet, words: Object.fromEntries(sheet.hexes.map(({ label }) => [label, `${label}: field`])), legend: [] };

function counter(id: string): Counter {
  const colours = { face: "", ink: "", band: "", band_ink: "" };
  return { id, name: id, title: id, symbol: "", values: "1", colours, steps: 1, lost: 0, rank: 0, states: [], basis: "", words: `counter ${id}` };
}

const pieces: Pieces = {
  stacks: [{ place: "0101", counters: [counter("own"), counter("tired")] }, { place: "0303", counters: [counter("")] }],
  markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [],
};

let heard: unknown[][] = [];

function config(change: Partial<BoardConfig> = {}): BoardConfig {
  const hear = (name: string) => (...args: unknown[]) => void heard.push([name, ...args]);
  return {
    map, pieces, choices: [{ place: "0202", kind: "go" }], choosable: ["own"], selected: null, marks: [],
    hidden: false, magnified: false, dark: false, text: (key, args) => `${key} ${Object.values(args ?? {}).join("|")}`.trim(),
    on: { place: hear("place"), piece: hear("piece"), tap: hear("tap"), why: hear("why"), hover: hear("hover") },
    ...change,
  };
}

beforeEach(() => {
  heard = [];
});

describe("a click", () => {
  const scene = new Scene(config());
  const own = scene.spot("own");
  const tired = scene.spot("tired");

  it("on a counter that can be chosen chooses it", () => {
    expect(scene.choose({ place: "0101", spot: own })).toBe(true);
    expect(heard).toEqual([["piece", "own", "0101", false]]);
  });

  it("on a legal place chooses it", () => {
    expect(scene.choose({ place: "0202", spot: null })).toBe(true);
    expect(heard).toEqual([["place", "0202"]]);
  });

  it("on anything else only tells where it was", () => {
    expect(scene.choose({ place: "0101", spot: tired })).toBe(false);
    scene.choose({ place: "0303", spot: scene.stack("0303")[0]! });
    scene.choose({ place: null, spot: null });
    expect(heard).toEqual([["tap", "0101", "tired"], ["tap", "0303", null], ["tap", null, null]]);
  });

  it("on a counter in a legal place means the place, once a counter is chosen", () => {
    const both = { choices: [{ place: "0101", kind: "go" as const }] };
    new Scene(config(both)).choose({ place: "0101", spot: own });
    new Scene(config({ ...both, selected: "own" })).choose({ place: "0101", spot: own });
    new Scene(config(both)).choose({ place: "0101", spot: tired });
    expect(heard).toEqual([["piece", "own", "0101", false], ["place", "0101"], ["place", "0101"]]);
  });

  it("without a hearer for the rest goes to place and piece; a hidden counter has no name to tell", () => {
    const { tap: _, ...on } = config().on;
    const bare = new Scene(config({ on }));
    bare.choose({ place: "0101", spot: tired });
    bare.choose({ place: "0303", spot: bare.stack("0303")[0]! });
    expect(heard).toEqual([["piece", "tired", "0101", false], ["place", "0303"]]);
  });
});

describe("a click with a counter in hand", () => {
  const inHand = { selected: "own", choosable: [], others: ["tired"] };

  it("takes up another that may act, and puts the same one down", () => {
    const scene = new Scene(config(inHand));
    expect(scene.choose({ place: "0101", spot: scene.spot("tired") }, [1, 2], true)).toBe(true);
    expect(scene.choose({ place: "0101", spot: scene.spot("own") }, [1, 2])).toBe(true);
    expect(heard).toEqual([["piece", "tired", "0101", true], ["piece", "own", "0101", false]]);
  });

  it("takes up the counter in a place that is legal, too; with a finger it is asked which of the two is meant", () => {
    const either = (...args: unknown[]): void => void heard.push(["either", ...args]);
    const scene = new Scene(config({ ...inHand, choices: [{ place: "0101", kind: "go" }], on: { ...config().on, either } }));
    scene.choose({ place: "0101", spot: scene.spot("tired") }, [1, 2]);
    scene.choose({ place: "0101", spot: scene.spot("tired") });
    scene.choose({ place: "0101", spot: null }, [1, 2]);
    expect(heard).toEqual([["either", "tired", "0101", [1, 2]], ["piece", "tired", "0101", false], ["place", "0101"]]);
  });

  it("the Tab key comes to the others last", () => {
    expect(new Scene(config(inHand)).stops.map(({ key }) => key)).toEqual(["0202", "tired"]);
  });
});

describe("why not", () => {
  const scene = new Scene(config());

  it("is asked of what cannot be chosen, and of nothing else", () => {
    scene.askWhy({ place: "0101", spot: scene.spot("tired") });
    scene.askWhy({ place: "0303", spot: null });
    scene.askWhy({ place: "0202", spot: null });
    scene.askWhy({ place: "0101", spot: scene.spot("own") });
    scene.askWhy({ place: null, spot: null });
    expect(heard).toEqual([["why", "0101", "tired"], ["why", "0303", null], ["tap", "0202", null], ["tap", "0101", "own"]]);
  });
});

describe("a change", () => {
  it("names only what is another now", () => {
    const scene = new Scene(config());
    expect(scene.take({ pieces, selected: "own", dark: false })).toEqual(new Set(["selected"]));
    expect(scene.take({ map: { ...map } })).toEqual(new Set());
    expect(scene.take({ map: { ...map, sheet: { ...sheet, columns: 4 } } })).toEqual(new Set(["map"]));
    expect(scene.take({ turn: 4 })).toEqual(new Set());
  });

  it("of the pieces moves them, of the choices changes what is legal", () => {
    const scene = new Scene(config());
    scene.take({ pieces: { ...pieces, stacks: [{ place: "0202", counters: [counter("own")] }] }, choices: [], choosable: [] });
    expect(scene.stack("0101")).toEqual([]);
    expect(scene.stack("0202").map((spot) => spot.id)).toEqual(["own"]);
    expect(scene.isLegal("0202")).toBe(false);
    expect(scene.canChoose(scene.spot("own"))).toBe(false);
    expect(scene.stops).toEqual([]);
  });

  it("of the turn turns the board, its north with it", () => {
    const scene = new Scene(config());
    const before = scene.spot("own")!.at;
    expect(scene.north).toBe("right");
    scene.take({ turn: 1 });
    expect(scene.north).toBe("down");
    expect(scene.spot("own")!.at).not.toEqual(before);
  });
});

describe("a place in words", () => {
  const scene = new Scene(config());

  it("names the ground, who stands there, and what can be done", () => {
    expect(scene.wordsOf("0101", null)).toBe("board.here 0101: field|counter own; counter tired.|board.here.pick 1");
    expect(scene.wordsOf("0202", "Go")).toBe("board.here 0202: field|board.here.nobody|board.here.choose Go");
    expect(scene.wordsOf("0103", null)).toBe("board.here 0103: field|board.here.nobody|board.here.none");
  });
});

describe("a finger on a table top", () => {
  const men = ["V1-1", "V1-2", "V1-3"].map((id, number) => ({ place: `${20 + 2 * number},20`, counters: [counter(id)] }));
  const plane = { kind: "plane", id: "", title: "", width: 100, height: 60, base: 1.5, step: 1, grounds: [], lines: [], objectives: [], rears: [] };
  const table: SheetMap = { ...map, sheet: plane as unknown as PlaneSheet };
  const crowd = (apart: boolean, choosable = ["V1-1", "V1-2"]) => {
    const scene = new Scene(config({ map: table, pieces: { ...pieces, stacks: men }, choosable, choices: [], on: { apart: () => apart } }));
    return scene.crowd(scene.spot("V1-1")!.at, 3 * PLANE_SCALE).map(({ id }) => id);
  };

  it("is on a crowd where each of several men is another choice", () => {
    expect(crowd(true)).toEqual(["V1-1", "V1-2"]);
  });

  it("is not where all mean the same, or one alone can be chosen, or on a map of hexes", () => {
    expect(crowd(false)).toEqual([]);
    expect(crowd(true, ["V1-1"])).toEqual([]);
    const scene = new Scene(config({ choosable: ["own", "tired"], on: { apart: () => true } }));
    expect(scene.crowd(scene.spot("own")!.at, 100)).toEqual([]);
  });
});
