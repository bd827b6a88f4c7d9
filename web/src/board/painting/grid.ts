/** The grid, the numbers of the hexes, the outlines of zones, and the frame. */

import type { Point } from "../../api/types";
import { HEIGHT, type Box } from "../geometry";
import { shows, stroke, type Brush } from "./brush";
import { cornerStep, neighbourStep, type Plan, type Step } from "./plan";
import { SANS } from "./lettering";

/** The thin lines between the hexes, each hexside once. */
export function paintGrid(brush: Brush, plan: Plan): void {
  const { ctx, palette, scale } = brush;
  const onMap = plan.keep("on map", () => new Set(plan.map.hexes.map(({ label }) => plan.stepOf(label)!)));
  ctx.beginPath();
  for (const at of onMap) {
    const centre = plan.exact(at);
    if (!shows(brush, centre, 50)) continue;
    for (let d = 0; d < 6; d++) {
      if (d >= 3 && onMap.has(neighbourStep(at, d))) continue; // the neighbour draws it
      const [a, b] = [plan.exact(cornerStep(at, d)), plan.exact(cornerStep(at, d + 1))];
      ctx.moveTo(a[0], a[1]);
      ctx.lineTo(b[0], b[1]);
    }
  }
  ctx.strokeStyle = palette.grid;
  ctx.lineWidth = Math.max(0.85, 0.55 / scale);
  ctx.globalAlpha = Math.max(0.4, Math.min(1, (scale - 0.1) / 0.45));
  ctx.lineCap = "butt";
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** How high the numbers of hexes are, in units of the board: at least seven pixels; nothing if that is too large for a hex. */
export function numberSize(scale: number): number | null {
  return scale * HEIGHT < 44 ? null : Math.max(6.6, Math.min(10.5, 7.2 / scale));
}

/** The number of each hex at its upper edge. */
export function paintNumbers(brush: Brush, plan: Plan): void {
  const size = numberSize(brush.scale);
  if (size === null) return;
  const { ctx, palette } = brush;
  ctx.font = `${size}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.lineWidth = size * 0.3;
  ctx.strokeStyle = palette.numberHalo;
  ctx.fillStyle = palette.number;
  for (const { label } of plan.map.hexes) {
    const at = plan.exact(plan.stepOf(label)!);
    if (!shows(brush, at, 50)) continue;
    const [x, y] = numberPlace(plan, at, size);
    ctx.strokeText(label, x, y);
    ctx.fillText(label, x, y);
  }
}

/** Where a hex's number stands: below its upper edge or, when the board lies on its side, below its upper corner. */
export function numberPlace(plan: Plan, [x, y]: Point, size: number): Point {
  const sideways = plan.geometry.turn % 2 === 1;
  return [x, y - (sideways ? HEIGHT / Math.sqrt(3) - 6 : HEIGHT / 2) + size * 0.95 + 1.4];
}

/** Each zone within a dashed line of its colour, a little inside the hexes, and a breath of the colour over them. */
export function paintZones(brush: Brush, plan: Plan): void {
  const { ctx, palette, scale } = brush;
  const zones = plan.map.zones;
  zones.forEach((zone, i) => {
    const steps = new Set(zone.hexes.map((label) => plan.stepOf(label)).filter((step) => step !== undefined));
    if (steps.size === 0) return;
    const loops = plan.outlines(steps as Set<Step>).map((loop) => drawnIn(loop.map((at) => plan.exact(at)), 1.8));
    const colour = palette.zones[i % palette.zones.length]!;
    ctx.beginPath();
    for (const loop of loops) {
      loop.forEach(([x, y], j) => (j ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
      ctx.closePath();
    }
    ctx.fillStyle = colour;
    ctx.globalAlpha = palette.dark ? 0.1 : 0.075;
    ctx.fill("evenodd");
    ctx.globalAlpha = 1;
    const wide = Math.max(2.3, 1.1 / scale);
    stroke(brush, loops, palette.halo, wide * 1.8, { closed: true });
    stroke(brush, loops, colour, wide, { closed: true, dash: [9, 4.6], cap: "butt" });
  });
}

/** Hexes that are not played on lie under a veil. */
export function paintBeyond(brush: Brush, plan: Plan): void {
  const { ctx, palette } = brush;
  const steps = new Set(plan.map.beyond.map((label) => plan.stepOf(label)).filter((step) => step !== undefined));
  if (steps.size === 0) return;
  ctx.beginPath();
  for (const loop of plan.outlines(steps)) {
    loop.map((at) => plan.exact(at)).forEach(([x, y], j) => (j ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
  }
  ctx.fillStyle = palette.table;
  ctx.globalAlpha = 0.6;
  ctx.fill("evenodd");
  ctx.globalAlpha = 1;
  ctx.strokeStyle = palette.frame;
  ctx.lineWidth = 1.6;
  ctx.stroke();
}

/** A closed line, clockwise about what it holds, moved inwards. */
export function drawnIn(loop: readonly Point[], by: number): Point[] {
  return loop.map((at, i) => {
    const [a, b] = [loop[(i + loop.length - 1) % loop.length]!, loop[(i + 1) % loop.length]!];
    const [before, after] = [normal(a, at), normal(at, b)];
    const both: Point = [before[0] + after[0], before[1] + after[1]];
    const square = both[0] * both[0] + both[1] * both[1] || 1;
    return [at[0] + ((both[0] * 2) / square) * by, at[1] + ((both[1] * 2) / square) * by];
  });
}

/** Of length 1, to the right of the way from a to b. */
function normal(a: Point, b: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [-dy / length, dx / length];
}

/** A double line about the map, and the margin of paper beyond it. */
export function paintFrame(brush: Brush, sheet: Box, box: Box): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  ctx.rect(sheet.left, sheet.top, sheet.width, sheet.height);
  ctx.rect(box.left, box.top, box.width, box.height);
  ctx.fillStyle = palette.table;
  ctx.fill("evenodd");
  ctx.strokeStyle = palette.frame;
  for (const [out, pen] of [[0, 1.4], [4.6, 3]] as const) {
    ctx.lineWidth = pen;
    ctx.strokeRect(box.left - out, box.top - out, box.width + 2 * out, box.height + 2 * out);
  }
}
