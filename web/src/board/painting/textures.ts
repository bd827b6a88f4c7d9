/** What lies on open ground, in towns, among rocks and on water. What is ploughed, wooded or wet has files of its own. */

import type { Brush } from "./brush";
import { stroke, trace } from "./brush";
import { strew, type Region } from "./terrains";

/** A few blades of grass. */
export function grass(brush: Brush, region: Region): void {
  if (brush.scale < 0.35) return;
  const { ctx, palette } = brush;
  ctx.beginPath();
  strew(brush.clip, 25, 21, (x, y, dice) => {
    if (dice[2] > 0.6 || !region.free(x, y)) return;
    ctx.moveTo(x, y);
    ctx.lineTo(x - 1.5, y - 3.2);
    ctx.moveTo(x + 0.8, y);
    ctx.lineTo(x + 0.9, y - 4);
    ctx.moveTo(x + 1.6, y);
    ctx.lineTo(x + 3, y - 3);
  });
  ctx.strokeStyle = palette.dark ? "rgba(196,190,140,.30)" : "rgba(132,124,66,.50)";
  ctx.lineWidth = 0.75;
  ctx.lineCap = "round";
  ctx.stroke();
}

/** Squares of houses between straight streets. */
export function streets(brush: Brush, region: Region): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  const { left, top, width, height } = brush.clip;
  for (let x = Math.floor(left / 15) * 15; x < left + width; x += 15) {
    for (let y = Math.floor(top / 15) * 15; y < top + height; y += 15) {
      if (region.holds(x, y) && region.holds(x + 10, y + 10)) ctx.rect(x, y, 10, 10);
    }
  }
  ctx.fillStyle = palette.dark ? "#7d5a49" : "#b4785c";
  ctx.fill();
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 0.6;
  ctx.stroke();
}

/** Stones in the grass. */
export function stones(brush: Brush, region: Region): void {
  strew(brush.clip, 15, 41, (x, y, dice) => {
    if (region.free(x, y) && dice[3] > 0.25) stone(brush, x, y, 2.6 + dice[2] * 3);
  });
}

export function stone({ ctx, palette }: Brush, x: number, y: number, r: number): void {
  ctx.beginPath();
  trace(ctx, [[x - r, y + r * 0.6], [x - r * 0.6, y - r * 0.7], [x + r * 0.4, y - r], [x + r, y], [x + r * 0.7, y + r * 0.7]], true);
  ctx.fillStyle = palette.stone;
  ctx.fill();
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Lines along the shore, ever fainter, as an engraver draws them; and ripples. */
export function ripples(brush: Brush, region: Region): void {
  const { ctx, palette, scale } = brush;
  ctx.save();
  ctx.beginPath();
  for (const loop of region.loops) trace(ctx, loop, true);
  ctx.clip("evenodd");
  for (const [width, colour, part] of [
    [26, palette.shallow, 0.35],
    [14, palette.shallow, 0.6],
    [15.4, palette.bank, 0.16],
    [13.4, palette.shallow, 0.35],
    [9.2, palette.bank, 0.24],
    [7.2, palette.shallow, 0.5],
  ] as const) {
    ctx.globalAlpha = part;
    stroke(brush, region.loops, colour, width, { closed: true });
  }
  ctx.globalAlpha = 1;
  if (scale > 0.3) {
    ctx.beginPath();
    strew(brush.clip, 31, 81, (x, y, dice) => {
      if (dice[2] < 0.25 || !region.holds(x, y)) return;
      const wide = 4 + dice[3] * 4;
      ctx.moveTo(x - wide, y);
      ctx.quadraticCurveTo(x - wide / 2, y - 2.4, x, y);
      ctx.quadraticCurveTo(x + wide / 2, y + 2.4, x + wide, y);
    });
    ctx.strokeStyle = palette.bank;
    ctx.globalAlpha = 0.42;
    ctx.lineWidth = 0.9;
    ctx.lineCap = "round";
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  ctx.restore();
  stroke(brush, region.loops, palette.bank, 1.8, { closed: true });
}
