/** What the browser does for `bench/art.mjs`: paints a position, counters and swatches, and tells how long it took. */

import type { AreaMap, BoardMap, Counter, HexMap, Pieces } from "../src/api/types";
import { geometryOf, type AreaGeometry, type HexGeometry, type Turn } from "../src/board/geometry";
import { counterSvg, paintAreaMap, paintHexMap, swatch } from "../src/board/painting";

export interface Position {
  map: BoardMap;
  pieces: Pieces;
}

/** Paints a map, or a part of it, with its counters; gives back the milliseconds of the map alone. */
function paint(position: Position, scale: number, dark: boolean, turn: Turn, part: [number, number, number, number] | [string, number, number] | null, counters: boolean): number {
  const geometry = geometryOf(position.map, turn);
  const { sheet } = geometry;
  const middle = part && typeof part[0] === "string" ? geometry.centre(part[0]) : null;
  const box = middle && part
    ? { left: middle[0] - part[1] / scale / 2, top: middle[1] - part[2]! / scale / 2, width: part[1] / scale, height: part[2]! / scale }
    : part && typeof part[0] === "number"
    ? { left: sheet.left + part[0] * sheet.width, top: sheet.top + part[1] * sheet.height, width: part[2]! / scale, height: part[3]! / scale }
    : sheet;
  document.body.innerHTML = "";
  document.body.style.cssText = `margin:0;position:relative;overflow:hidden;width:${Math.round(box.width * scale)}px;height:${Math.round(box.height * scale)}px;background:${dark ? "#111" : "#ccc"}`;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round(box.height * scale);
  canvas.style.display = "block";
  document.body.append(canvas);
  const ctx = canvas.getContext("2d", { willReadFrequently: true })!;
  ctx.scale(scale, scale);
  ctx.translate(-box.left, -box.top);
  const options = { scale, dark, ...(part ? { clip: box } : {}) };
  const start = performance.now();
  if (position.map.kind === "hexes") paintHexMap(ctx, position.map as HexMap, geometry as HexGeometry, options);
  else paintAreaMap(ctx, position.map as AreaMap, geometry as AreaGeometry, options);
  ctx.getImageData(0, 0, 1, 1);
  const took = performance.now() - start;
  if (counters) {
    for (const { place, counters: stack } of position.pieces.stacks) {
      const [x, y] = geometry.centre(place);
      const size = geometry.counter * scale;
      stack.forEach((counter, i) => {
        const holder = document.createElement("div");
        const lift = (i - (stack.length - 1) / 2) * Math.min(9, 22 / stack.length) * scale;
        holder.style.cssText = `position:absolute;left:${(x - box.left) * scale - size / 2 - lift * 0.4}px;top:${(y - box.top) * scale - size / 2 + lift}px;line-height:0`;
        holder.innerHTML = counterSvg(counter, size);
        document.body.append(holder);
      });
    }
  }
  return took;
}

/** How many milliseconds a tile of so many pixels takes, on the average of some in the middle of the map. */
function tile(position: Position, scale: number, side: number): number {
  const geometry = geometryOf(position.map, 0);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const ctx = canvas.getContext("2d", { willReadFrequently: true })!;
  const start = performance.now();
  for (let i = 0; i < 16; i++) {
    const clip = {
      left: geometry.sheet.left + geometry.sheet.width * (0.2 + (i % 4) * 0.15),
      top: geometry.sheet.top + geometry.sheet.height * (0.2 + Math.floor(i / 4) * 0.15),
      width: side / scale,
      height: side / scale,
    };
    ctx.setTransform(scale, 0, 0, scale, -clip.left * scale, -clip.top * scale);
    if (position.map.kind === "hexes") paintHexMap(ctx, position.map, geometry as HexGeometry, { scale, dark: false, clip });
    else paintAreaMap(ctx, position.map, geometry as AreaGeometry, { scale, dark: false, clip });
  }
  ctx.getImageData(0, 0, 1, 1);
  return (performance.now() - start) / 16;
}

/** Every counter given, at several sizes. */
function showCounters(counters: Counter[], sizes: number[], dark: boolean): void {
  document.body.innerHTML = "";
  document.body.style.cssText = `margin:12px;background:${dark ? "#2b2c28" : "#d5dcb3"}`;
  for (const size of sizes) {
    const row = document.createElement("div");
    row.style.cssText = "display:flex;flex-wrap:wrap;gap:6px;margin-bottom:12px";
    row.innerHTML = counters.map((counter) => counterSvg(counter, size)).join("");
    document.body.append(row);
  }
}

function showSwatches(words: { kind: string; word: string }[], dark: boolean): void {
  document.body.innerHTML = "";
  document.body.style.cssText = `margin:12px;background:${dark ? "#1c1d1b" : "#f6efdc"};color:${dark ? "#eee" : "#222"};font:13px sans-serif;display:flex;flex-wrap:wrap;gap:10px`;
  for (const { kind, word } of words) {
    const entry = document.createElement("div");
    entry.style.cssText = "display:flex;align-items:center;gap:6px;width:170px";
    entry.innerHTML = swatch(kind, word, dark);
    entry.append(`${word} (${kind})`);
    document.body.append(entry);
  }
}

/** What eyes without one of the three receptors see (Machado and others, 2009). */
const EYES: Record<string, string> = {
  protan: "0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0",
  deutan: "0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0",
  tritan: "1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0",
};

/** Shows the page as such eyes see it. */
function seenBy(eyes: string): void {
  document.body.insertAdjacentHTML("beforeend", `<svg width="0" height="0" style="position:absolute"><filter id="eyes"><feColorMatrix values="${EYES[eyes]}"/></filter></svg>`);
  document.body.style.filter = "url(#eyes)";
}

Object.assign(globalThis, { art: { paint, tile, showCounters, showSwatches, seenBy } });
