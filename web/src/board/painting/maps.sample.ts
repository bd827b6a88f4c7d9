/** Small maps for tests: as little of a map as a test needs. */

import type { AreaSheet, Counter, HexSheet, Point } from "../../api/types";

export function label(column: number, row: number): string {
  return String(column).padStart(2, "0") + String(row).padStart(2, "0");
}

type Terrain = Record<string, string>;

/** A sheet on which nothing lies. */
export const NOTHING = { id: "map", title: "", art: {}, stacks: [], markers: [], flags: [], groups: [], additions: [], ways: [], sky: [] };

/** A map of so many columns and rows, all grass but for what `terrain` says. */
export function hexMap(columns: number, rows: number, terrain: Terrain = {}, more: Partial<HexSheet> = {}): HexSheet {
  const hexes: HexSheet["hexes"] = [];
  for (let column = 1; column <= columns; column++) {
    for (let row = 1; row <= rows; row++) {
      const name = label(column, row);
      hexes.push({ label: name, column, row, terrain: terrain[name] ?? "grass", features: [] });
    }
  }
  return {
    ...NOTHING, kind: "hexes", columns, rows, first_column: 1, first_row: 1, north: "up", scale: "", hexes,
    hexsides: [], roads: [], names: [], entries: [], zones: [], beyond: [], ...more,
  };
}

function square(id: string, x: number, y: number, more: Partial<AreaSheet["areas"][number]> = {}): AreaSheet["areas"][number] {
  const polygon: Point[] = [[x, y], [x + 40, y], [x + 40, y + 40], [x, y + 40]];
  return {
    id, name: id, polygon, label: [x + 20, y + 20], place: [x + 10, y + 30], tint: "#d5dccb", ground: "grass",
    printed: { letters: "X", colour: "#8d2b25" }, prize: false, notes: [], ...more,
  };
}

/** Two areas with a river between them. */
export function areaMap(): AreaSheet {
  return {
    ...NOTHING, kind: "areas", cartouche: ["A Map", "of two areas"], corner: [4, 50], left: 0, top: 0, width: 84, height: 70,
    areas: [
      square("west", 2, 2, { ground: "scrub", prize: true, notes: ["recovery"] }),
      square("east", 42, 2, { ground: "trees" }),
    ],
    borders: [[[42, 2], [42, 42]]],
    rivers: [{ name: "Brook", lines: [[[42, 2], [42, 42]]], course: [[42, 40], [42, 4]] }],
    crossings: [{ name: "Shallows", at: [42, 20], along: [0, 1] }],
    roads: [[[12, 32], [42, 20], [52, 32]]],
  };
}

export function counter(more: Partial<Counter> = {}): Counter {
  return {
    id: "r1", name: "1st Foot", title: "1st Battalion of Foot", symbol: "muskets", values: "3-1-4",
    colours: { face: "#c4463a", ink: "#ffffff", band: "#8f1f1b", band_ink: "#ffffff" },
    steps: 2, lost: 0, rank: 0, states: [], basis: "", words: "1st Battalion of Foot, 3-1-4", ...more,
  };
}
