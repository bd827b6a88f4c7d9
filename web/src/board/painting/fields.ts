/** Ploughed land: parcels of many shapes, each with its own furrows. */

import type { Point } from "../../api/types";
import type { Box } from "../geometry";
import { fill, trace, type Brush } from "./brush";
import { mixed, part } from "./chance";
import { across, nearerTo } from "./curves";
import { faintness } from "./organic";
import { toned, type Tone } from "./palette";
import type { Region } from "./terrains";

const PARCEL = 78; // how wide a parcel is, roughly

interface Parcel {
  outline: Point[];
  seed: number;
  turn: number; // the direction of its furrows
}

/** Fields lie a little aslant, row by row: so parcels are more like bricks than like cells. */
const [COS, SIN] = [Math.cos(0.24), Math.sin(0.24)];
const ROW = PARCEL * 0.78;

function seedOf(column: number, row: number): Point {
  const across = (column + (part(column, row, 71) - 0.5) * 0.34) * PARCEL;
  const down = (row + (part(column, row, 72) - 0.5) * 0.3) * ROW + (column & 1) * ROW * 0.18;
  return [across * COS - down * SIN, across * SIN + down * COS];
}

/** What is nearer to a seed than to any other is its parcel. */
function parcelAt(column: number, row: number): Parcel {
  const key = column * 65536 + row;
  let found = KEPT.get(key);
  if (!found) {
    const here = seedOf(column, row);
    const [x, y] = here;
    const wide = PARCEL * 2;
    let outline: Point[] = [[x - wide, y - wide], [x + wide, y - wide], [x + wide, y + wide], [x - wide, y + wide]];
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) if (dx || dy) outline = nearerTo(outline, here, seedOf(column + dx, row + dy));
    }
    const seed = mixed(column, row, 73);
    KEPT.set(key, (found = { outline, seed, turn: TURNS[seed % TURNS.length]! }));
  }
  return found;
}

const TURNS = [0.24, 0.3, 1.8, 0.18, 1.74];
const KEPT = new Map<number, Parcel>();

/** The parcels of a part of the board that reach into a region. */
export function parcels(clip: Box, region: Pick<Region, "holds">): Parcel[] {
  const found: Parcel[] = [];
  const corners = [0, 1].flatMap((i) => [0, 1].map((j): Point => [clip.left + i * clip.width, clip.top + j * clip.height]));
  const columns = corners.map(([x, y]) => (x * COS + y * SIN) / PARCEL);
  const rows = corners.map(([x, y]) => (y * COS - x * SIN) / ROW);
  const [left, right] = [Math.floor(Math.min(...columns)) - 1, Math.ceil(Math.max(...columns)) + 1];
  const [top, bottom] = [Math.floor(Math.min(...rows)) - 1, Math.ceil(Math.max(...rows)) + 1];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [x, y] = seedOf(column, row);
      if (NEAR.some(([dx, dy]) => region.holds(x + dx, y + dy))) found.push(parcelAt(column, row));
    }
  }
  return found;
}

/** Points about a seed, within reach of its parcel and nearer to one another than hexes are. */
const HALVES = [-1, -0.5, 0, 0.5, 1];
const NEAR: readonly Point[] = HALVES.flatMap((dy) => HALVES.map((dx): Point => [dx * PARCEL, dy * PARCEL]));

const TINTS: readonly Tone[] = [
  ["#ead79a", "#4a432e"],
  ["#e3cb87", "#453d2a"],
  ["#e7dcab", "#494636"],
  ["#dccf93", "#414030"],
  ["#e6cf90", "#4c4029"],
];
const FURROW: Tone = ["rgba(150,112,48,.42)", "rgba(14,11,4,.50)"];
const RIDGE: Tone = ["rgba(255,247,214,.55)", "rgba(232,210,150,.10)"];
const BALK: Tone = ["rgba(120,118,62,.62)", "rgba(132,132,84,.50)"];

/** Parcels of many shapes, each with its own furrows. */
export function ploughed(brush: Brush, region: Region): void {
  const { ctx, palette, clip, scale } = brush;
  const found = parcels(clip, region);
  ctx.save();
  ctx.beginPath();
  for (const loop of region.loops) trace(ctx, loop, true);
  ctx.clip("evenodd");
  for (const { outline, seed } of found) fill(brush, outline, toned(TINTS[seed % TINTS.length]!, palette.dark));
  ctx.restore();
  const faint = faintness(scale);
  ctx.globalAlpha = 1 - 0.4 * faint;
  const apart = scale < 0.3 ? 11 : scale < 0.6 ? 7.2 : 5.4;
  for (const parcel of found) {
    furrows(ctx, parcel, region, { apart, off: 0, colour: toned(FURROW, palette.dark), width: 1 });
    if (scale >= 0.5) furrows(ctx, parcel, region, { apart, off: 1.2, colour: toned(RIDGE, palette.dark), width: 0.8 });
  }
  ctx.beginPath();
  for (const { outline } of found) outline.forEach((at, i) => inRegion(ctx, region, at, outline[(i + 1) % outline.length]!));
  ctx.strokeStyle = toned(BALK, palette.dark);
  ctx.lineWidth = 1.4;
  ctx.setLineDash([5, 1.6, 2.4, 1.6]);
  ctx.globalAlpha = 1 - 0.35 * faint;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

const PACE = 5;

/** Draws what of a straight line lies in the region: far faster than to clip it. */
function inRegion(ctx: CanvasRenderingContext2D, region: Region, [ax, ay]: Point, [bx, by]: Point, bow: Point = [0, 0]): void {
  const paces = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / PACE));
  let down = false;
  for (let i = 0; i <= paces; i++) {
    const part = i / paces;
    const lift = 4 * part * (1 - part);
    const [x, y] = [ax + (bx - ax) * part + bow[0] * lift, ay + (by - ay) * part + bow[1] * lift];
    const here = region.holds(x, y);
    if (here && down) ctx.lineTo(x, y);
    else if (here) ctx.moveTo(x, y);
    down = here;
  }
}

interface Furrows {
  apart: number;
  off: number; // how far aside of the first ones
  colour: string;
  width: number;
}

/** The furrows of a parcel: lines that bow a little. */
function furrows(ctx: CanvasRenderingContext2D, { outline, turn }: Parcel, region: Region, look: Furrows): void {
  const { apart, off, colour, width } = look;
  const way: Point = [Math.cos(turn), Math.sin(turn)];
  const aside: Point = [-way[1], way[0]];
  const far = outline.map(([x, y]) => x * aside[0] + y * aside[1]);
  ctx.beginPath();
  for (let d = Math.ceil(Math.min(...far) / apart) * apart; d < Math.max(...far); d += apart) {
    const cut = across(outline, [aside[0] * (d + off), aside[1] * (d + off)], way);
    if (!cut) continue;
    const bow = (part(Math.round(d * 3), Math.round(turn * 100)) - 0.5) * 1.4;
    inRegion(ctx, region, cut[0], cut[1], [aside[0] * bow, aside[1] * bow]);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.stroke();
}
