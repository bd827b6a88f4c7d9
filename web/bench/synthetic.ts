/** A map and counters made by arithmetic, as large as the largest we mean to show. */

import type { Counter, HexSheet, Pieces, SheetMap } from "../src/api/types";

const GROUNDS = ["grass", "grass", "furrows", "trees", "grass", "trees-dense", "orchard", "marsh"];
const SYMBOLS = ["muskets", "sabres", "gun", "musket-and-target", "musket-and-fork", "musket-and-horn", "stars"];

/** A number that looks like chance and is the same every time. */
function scatter(a: number, b: number): number {
  let mixed = Math.imul(a, 73856093) ^ Math.imul(b, 19349663);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function label(column: number, row: number): string {
  return String(column).padStart(2, "0") + String(row).padStart(2, "0");
}

export function syntheticMap(columns: number, rows: number): SheetMap {
  const hexes: HexSheet["hexes"] = [];
  const hexsides: HexSheet["hexsides"] = [];
  for (let column = 1; column <= columns; column++)
    for (let row = 1; row <= rows; row++) {
      const terrain = GROUNDS[scatter(column >> 1, row >> 1) % GROUNDS.length]!;
      hexes.push({ label: label(column, row), column, row, terrain, features: [] });
      if (row < rows && scatter(row, column) % 9 === 0) hexsides.push({ kind: "water-narrow", between: [label(column, row), label(column, row + 1)] });
    }
  const roads = [5, 15, 25, 35].filter((column) => column <= columns).map((column) => ({
    kind: "road",
    hexes: Array.from({ length: rows }, (_, i) => label(column, i + 1)),
  }));
  const names: HexSheet["names"] = hexes.filter((_, i) => i % 131 === 60).map((hex) => ({ hex: hex.label, text: `Place ${hex.label}`, kind: "place" }));
  const legend = [...new Set(GROUNDS)].map((word) => ({ kind: "terrain", word, title: word }));
  const sheet: HexSheet = {
    kind: "hexes", id: "map", title: "", art: {}, stacks: [], markers: [], flags: [], groups: [], additions: [], ways: [], sky: [],
    columns, rows, first_column: 1, first_row: 1, north: "up", scale: "", hexes, hexsides, roads, names, entries: [], zones: [], beyond: [],
  };
  return { sheet, words: Object.fromEntries(hexes.map((hex) => [hex.label, hex.terrain])), legend };
}

export function syntheticPieces(columns: number, rows: number, count: number): Pieces {
  const stacks = new Map<string, Counter[]>();
  for (let i = 0; i < count; i++) {
    const own = i % 2 === 0;
    const place = label((scatter(i, 7) % columns) + 1, (scatter(i, 11) % rows) + 1);
    const counter: Counter = {
      id: `unit-${i}`, name: `${i + 1} Regt`, title: `Regiment ${i + 1}`, symbol: SYMBOLS[i % SYMBOLS.length]!, values: `${(i % 4) + 1}-${i % 3}-4`,
      colours: own
        ? { face: "#3e6ba3", ink: "#ffffff", band: "#24436b", band_ink: "#ffffff" }
        : { face: "#c4463a", ink: "#ffffff", band: "#8f1f1b", band_ink: "#ffffff" },
      steps: 2, lost: i % 5 === 0 ? 1 : 0, rank: 0, states: i % 7 === 0 ? [{ word: "disrupted", title: "disrupted" }] : [], basis: "",
      words: `Regiment ${i + 1}`,
    };
    stacks.set(place, [...(stacks.get(place) ?? []), counter]);
  }
  return { stacks: [...stacks].map(([place, counters]) => ({ place, counters })), markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [] };
}
