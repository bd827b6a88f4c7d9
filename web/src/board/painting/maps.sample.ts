/** Small maps for tests: as little of a map as a test needs. */

import type { AreaMap, Counter, HexMap, Point } from "../../api/types";

export function label(column: number, row: number): string {
  return String(column).padStart(2, "0") + String(row).padStart(2, "0");
}

type Terrain = Record<string, string>;

/** A map of so many columns and rows, all open but for what `terrain` says. */
export function hexMap(columns: number, rows: number, terrain: Terrain = {}, more: Partial<HexMap> = {}): HexMap {
  const hexes: HexMap["hexes"] = [];
  for (let column = 1; column <= columns; column++) {
    for (let row = 1; row <= rows; row++) {
      const name = label(column, row);
      hexes.push({ label: name, column, row, terrain: terrain[name] ?? "open", features: [], words: "" });
    }
  }
  return {
    kind: "hexes", digest: "", columns, rows, north: "up", scale: "", values: "", hexes,
    hexsides: [], roads: [], names: [], entries: [], zones: [], legend: [], ...more,
  };
}

function square(id: string, x: number, y: number, more: Partial<AreaMap["areas"][number]> = {}): AreaMap["areas"][number] {
  const polygon: Point[] = [[x, y], [x + 40, y], [x + 40, y + 40], [x, y + 40]];
  return {
    id, name: id, polygon, label: [x + 20, y + 20], place: [x + 10, y + 30], tint: "#d5dccb", ground: "open",
    printed: { letters: "X", colour: "#8d2b25" }, prize: false, notes: [], words: id, ...more,
  };
}

/** Two areas with a river between them. */
export function areaMap(): AreaMap {
  return {
    kind: "areas", digest: "", cartouche: ["A Map", "of two areas"], corner: [4, 50], left: 0, top: 0, width: 84, height: 70,
    areas: [
      square("west", 2, 2, { ground: "thicket", prize: true, notes: ["recovery"] }),
      square("east", 42, 2, { ground: "woods" }),
    ],
    borders: [[[42, 2], [42, 42]]],
    rivers: [{ name: "Brook", lines: [[[42, 2], [42, 42]]], course: [[42, 40], [42, 4]] }],
    crossings: [{ name: "Ford", at: [42, 20], along: [0, 1] }],
    roads: [[[12, 32], [42, 20], [52, 32]]],
    legend: [],
  };
}

export function counter(more: Partial<Counter> = {}): Counter {
  return {
    id: "r1", name: "1st Foot", title: "1st Regiment of Foot", symbol: "infantry", values: "3-1-4",
    colours: { face: "#c4463a", ink: "#ffffff", band: "#8f1f1b", band_ink: "#ffffff" },
    steps: 2, lost: 0, rank: 0, states: [], basis: "", words: "1st Regiment of Foot, 3-1-4", ...more,
  };
}
