/** Small pictures drawn once and stamped many times: a wood has thousands of trees. */

import { widened } from "../geometry";
import type { Brush } from "./brush";

export interface Stamp {
  name: string;
  reach: number; // how far it goes from its middle, in units of the board
  draw(ctx: CanvasRenderingContext2D): void; // about the origin
}

/** Puts a stamp on the map, its middle at a point. */
export type Press = (x: number, y: number) => void;

const KEPT = new Map<string, CanvasImageSource>();
const MOST = 600;

/**
 * Work with stamps. They are cut for the very scale of the moment and pressed on whole pixels: five times as fast as pictures
 * that must be scaled. Where that cannot be done, as on a pen that writes SVG, each is drawn anew.
 */
export function stamping(brush: Brush, work: (cut: (stamp: Stamp, size?: number) => Press) => void): void {
  const { ctx, drawn } = brush;
  const matrix = drawn || !ctx.getTransform ? null : ctx.getTransform();
  if (!matrix || matrix.b !== 0 || matrix.c !== 0 || matrix.a <= 0 || Math.abs(matrix.a - matrix.d) > 1e-6) {
    work((stamp, size = 1) => byHand(brush, stamp, size));
    return;
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  work((stamp, size = 1) => pressed(brush, matrix, stamp, size) ?? byHand(brush, stamp, size, matrix));
  ctx.setTransform(matrix);
}

function pressed({ ctx, palette, clip }: Brush, matrix: DOMMatrix, stamp: Stamp, size: number): Press | null {
  const scale = matrix.a * size;
  const side = Math.max(2, 2 * Math.ceil(stamp.reach * scale) + 2);
  const image = pictureOf(`${stamp.name} ${palette.dark} ${scale.toFixed(4)}`, side, (sheet) => {
    sheet.translate(side / 2, side / 2);
    sheet.scale(scale, scale);
    stamp.draw(sheet);
  });
  if (!image) return null;
  const { a, e, f } = matrix;
  const half = side / 2;
  const room = widened(clip, stamp.reach * size);
  const [left, top, right, bottom] = [room.left, room.top, room.left + room.width, room.top + room.height];
  return (x, y) => {
    const within = x > left && x < right && y > top && y < bottom;
    if (within) ctx.drawImage(image, Math.round(a * x + e) - half, Math.round(a * y + f) - half);
  };
}

function byHand({ ctx }: Brush, stamp: Stamp, size: number, matrix?: DOMMatrix): Press {
  return (x, y) => {
    ctx.save();
    if (matrix) ctx.setTransform(matrix);
    ctx.translate(x, y);
    ctx.scale(size, size);
    stamp.draw(ctx);
    ctx.restore();
  };
}

/** A picture of so many pixels in the square, drawn once; null where no canvas can be had. */
export function pictureOf(name: string, side: number, draw: (ctx: CanvasRenderingContext2D) => void): CanvasImageSource | null {
  let image = KEPT.get(name);
  if (!image) {
    const sheet = blank(side);
    if (!sheet) return null;
    draw(sheet.ctx);
    image = sheet.finish();
    KEPT.set(name, image);
    if (KEPT.size > MOST) KEPT.delete(KEPT.keys().next().value!);
  }
  return image;
}

/** A blank sheet to draw on, and how it becomes a picture. */
function blank(side: number): { ctx: CanvasRenderingContext2D; finish(): CanvasImageSource } | null {
  if (typeof OffscreenCanvas !== "undefined") {
    const canvas = new OffscreenCanvas(side, side);
    const ctx = canvas.getContext("2d") as unknown as CanvasRenderingContext2D | null;
    if (ctx) return { ctx, finish: () => canvas.transferToImageBitmap() };
  }
  if (typeof document !== "undefined") {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const ctx = canvas.getContext("2d");
    if (ctx) return { ctx, finish: () => canvas };
  }
  return null;
}
