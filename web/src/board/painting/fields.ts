/** Ploughed land: parcels of many shapes, each with its own furrows. */

import type { Point } from "../../api/types";
import type { Box } from "../geometry";
import { trace, type Brush } from "./brush";
import { mixed, part } from "./chance";
import { across, nearerTo } from "./curves";
import { toned, type Tone } from "./palette";
import { registerTerrain, type Region } from "./terrains";

const PARCEL = 78; // how wide a parcel is, roughly

interface Parcel {
  outline: Point[];
  seed: number;
  turn: number; // the direction of its furrows
}

function seedOf(column: number, row: number): Point {
  return [(column + 0.5 + (part(column, row, 71) - 0.5) * 0.8) * PARCEL, (row + 0.5 + (part(column, row, 72) - 0.5) * 0.8) * PARCEL];
}

/** The parcels that reach into a part of the board: to each belongs what is nearer to it than to any other. */
export function parcels(clip: Box): Parcel[] {
  const found: Parcel[] = [];
  const [left, right] = [Math.floor(clip.left / PARCEL) - 1, Math.ceil((clip.left + clip.width) / PARCEL) + 1];
  const [top, bottom] = [Math.floor(clip.top / PARCEL) - 1, Math.ceil((clip.top + clip.height) / PARCEL) + 1];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const here = seedOf(column, row);
      const [x, y] = here;
      const wide = PARCEL * 2;
      let outline: Point[] = [[x - wide, y - wide], [x + wide, y - wide], [x + wide, y + wide], [x - wide, y + wide]];
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) if (dx || dy) outline = nearerTo(outline, here, seedOf(column + dx, row + dy));
      const seed = mixed(column, row, 73);
      found.push({ outline, seed, turn: ((seed % 5) * 36 * Math.PI) / 180 + 0.2 });
    }
  }
  return found;
}

const TINTS: readonly Tone[] = [
  ["#ead79a", "#4a432e"],
  ["#e3cb87", "#453d2a"],
  ["#e7dcab", "#494636"],
  ["#dccf93", "#414030"],
  ["#e6cf90", "#4c4029"],
];
const FURROW: Tone = ["rgba(150,112,48,.50)", "rgba(14,11,4,.50)"];
const RIDGE: Tone = ["rgba(255,247,214,.55)", "rgba(232,210,150,.10)"];
const BALK: Tone = ["rgba(112,116,58,.75)", "rgba(132,132,84,.50)"];

function ploughed(brush: Brush, region: Region): void {
  const { ctx, palette, clip, scale } = brush;
  ctx.save();
  ctx.beginPath();
  for (const loop of region.loops) trace(ctx, loop, true);
  ctx.clip("evenodd");
  const found = parcels(clip);
  for (const parcel of found) {
    ctx.beginPath();
    trace(ctx, parcel.outline, true);
    ctx.fillStyle = toned(TINTS[parcel.seed % TINTS.length]!, palette.dark);
    ctx.fill();
  }
  const apart = scale < 0.3 ? 11 : scale < 0.6 ? 7.2 : 5.4;
  furrows(ctx, found, apart, 0, toned(FURROW, palette.dark), 1.05);
  furrows(ctx, found, apart, 1.3, toned(RIDGE, palette.dark), 0.8);
  ctx.beginPath();
  for (const parcel of found) trace(ctx, parcel.outline, true);
  ctx.strokeStyle = toned(BALK, palette.dark);
  ctx.lineWidth = 1.5;
  ctx.lineJoin = "round";
  ctx.setLineDash([5, 1.6, 2.4, 1.6]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.restore();
}

/** The furrows of all parcels with one pen: lines that waver a little. */
function furrows(ctx: CanvasRenderingContext2D, found: readonly Parcel[], apart: number, off: number, colour: string, width: number): void {
  ctx.beginPath();
  for (const { outline, turn } of found) {
    const way: Point = [Math.cos(turn), Math.sin(turn)];
    const aside: Point = [-way[1], way[0]];
    const far = outline.map(([x, y]) => x * aside[0] + y * aside[1]);
    for (let d = Math.ceil(Math.min(...far) / apart) * apart + off; d < Math.max(...far); d += apart) {
      const cut = across(outline, [aside[0] * d, aside[1] * d], way);
      if (!cut) continue;
      const [[ax, ay], [bx, by]] = cut;
      const bow = (part(Math.round(d * 3), Math.round(turn * 100)) - 0.5) * 2;
      ctx.moveTo(ax, ay);
      ctx.quadraticCurveTo((ax + bx) / 2 + aside[0] * bow, (ay + by) / 2 + aside[1] * bow, bx, by);
    }
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.stroke();
}

for (const word of ["cultivated", "field", "fields"]) {
  registerTerrain(word, { order: 10, wash: ["#e7d493", "#48412d"], edge: ["#b39a5c", "#6d6445"], texture: ploughed });
}
