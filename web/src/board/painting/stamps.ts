/** Small pictures drawn once and stamped many times: a wood has thousands of trees. */

import type { Brush } from "./brush";

export interface Stamp {
  name: string;
  reach: number; // how far it goes from its middle, in units of the board
  draw(ctx: CanvasRenderingContext2D): void; // about the origin
}

const KEPT = new Map<string, CanvasImageSource>();
const MOST = 240;

/** Stamps are cut at steps of a fifth in size, so that zooming does not cut new ones all the time. */
function cut(scale: number): number {
  return 1.2 ** Math.ceil(Math.log(Math.max(scale, 0.05)) / Math.log(1.2));
}

function blank(side: number): { canvas: CanvasImageSource; ctx: CanvasRenderingContext2D } | null {
  if (typeof OffscreenCanvas !== "undefined") {
    const canvas = new OffscreenCanvas(side, side);
    const ctx = canvas.getContext("2d") as unknown as CanvasRenderingContext2D | null;
    if (ctx) return { canvas, ctx };
  }
  if (typeof document !== "undefined") {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const ctx = canvas.getContext("2d");
    if (ctx) return { canvas, ctx };
  }
  return null;
}

/** Returns who stamps it: at a point, so much larger. Where no canvas can be had, it is drawn anew each time. */
export function stamper(brush: Brush, stamp: Stamp): (x: number, y: number, size?: number) => void {
  const { ctx, scale, palette, drawn } = brush;
  const fine = cut(scale);
  const name = `${stamp.name} ${palette.dark} ${fine.toFixed(4)}`;
  let image = KEPT.get(name);
  if (!image && !drawn) {
    const side = Math.max(2, Math.ceil(stamp.reach * 2 * fine));
    const sheet = blank(side);
    if (sheet) {
      sheet.ctx.scale(side / (stamp.reach * 2), side / (stamp.reach * 2));
      sheet.ctx.translate(stamp.reach, stamp.reach);
      stamp.draw(sheet.ctx);
      image = sheet.canvas;
      KEPT.set(name, image);
      if (KEPT.size > MOST) KEPT.delete(KEPT.keys().next().value!);
    }
  }
  if (image && !drawn) {
    const found = image;
    return (x, y, size = 1) => {
      const reach = stamp.reach * size;
      ctx.drawImage(found, x - reach, y - reach, reach * 2, reach * 2);
    };
  }
  return (x, y, size = 1) => {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size, size);
    stamp.draw(ctx);
    ctx.restore();
  };
}
