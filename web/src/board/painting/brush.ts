/** What every painter holds: the canvas, the colours, how large things are, and which part of the map is wanted. */

import type { Point } from "../../api/types";
import { contains, overlap, widened, type Box } from "../geometry";
import type { Palette } from "./palette";

export interface Brush {
  ctx: CanvasRenderingContext2D;
  palette: Palette;
  scale: number; // pixels to a unit of the board
  clip: Box; // the part of the board that is painted
  drawn?: boolean; // stamps are drawn line by line: the canvas takes no pictures
}

/** Begins a path and runs a line through it. */
export function trace(ctx: CanvasRenderingContext2D, line: readonly Point[], closed = false): void {
  line.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  if (closed) ctx.closePath();
}

/** Strokes many lines with one pen. */
export function stroke(
  { ctx }: Brush,
  lines: readonly (readonly Point[])[],
  colour: string,
  width: number,
  { dash = [], cap = "round", closed = false }: { dash?: number[]; cap?: CanvasLineCap; closed?: boolean } = {},
): void {
  if (lines.length === 0) return;
  ctx.beginPath();
  for (const line of lines) trace(ctx, line, closed);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = cap;
  ctx.lineJoin = "round";
  ctx.setLineDash(dash);
  ctx.stroke();
  if (dash.length) ctx.setLineDash([]);
}

export function fill({ ctx }: Brush, outline: readonly Point[], colour: string): void {
  ctx.beginPath();
  trace(ctx, outline, true);
  ctx.fillStyle = colour;
  ctx.fill();
}

/** Whether something at a point, reaching so far, shows in the part that is painted. */
export function shows({ clip }: Brush, at: Point, reach: number): boolean {
  return contains(widened(clip, reach), at);
}

/** Whether any of a line shows. */
export function lineShows({ clip }: Brush, line: readonly Point[], reach: number): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of line) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return overlap(widened(clip, reach), { left, top, width: right - left + 1e-6, height: bottom - top + 1e-6 });
}

/** Draws something about a point as if that were the origin. */
export function at(brush: Brush, [x, y]: Point, draw: (brush: Brush) => void, turn = 0, size = 1): void {
  const { ctx } = brush;
  ctx.save();
  ctx.translate(x, y);
  if (turn) ctx.rotate(turn);
  if (size !== 1) ctx.scale(size, size);
  draw(brush);
  ctx.restore();
}

/** Confines the brush to a box; on whole pixels, since a clip that cuts pixels in half makes every stamp four times as slow. */
export function clipTo(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  const matrix = ctx.getTransform?.();
  ctx.beginPath();
  if (matrix && matrix.b === 0 && matrix.c === 0 && matrix.a > 0 && matrix.d > 0) {
    const { a, d, e, f } = matrix;
    const [x, y] = [Math.floor(a * left + e + 1e-3), Math.floor(d * top + f + 1e-3)];
    const [right, bottom] = [Math.ceil(a * (left + width) + e - 1e-3), Math.ceil(d * (top + height) + f - 1e-3)];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.rect(x, y, right - x, bottom - y);
    ctx.setTransform(matrix);
  } else ctx.rect(left, top, width, height);
  ctx.clip();
}
