/** Where a road meets water: bridges and stepping stones. Drawn about the origin, the road running from left to right. */

import { fill, stroke, type Brush } from "./brush";
import type { Point } from "../../api/types";

const PLANKS = [-7.5, -4.5, -1.5, 1.5, 4.5, 7.5];

/** A bridge of planks between two rails that spread at its ends. */
export function paintBridge(brush: Brush): void {
  const { palette } = brush;
  fill(brush, [[-10, -3.2], [11, -3.2], [12, 7], [-9, 7]], palette.shadow);
  fill(brush, [[-10.5, -4.6], [10.5, -4.6], [10.5, 4.6], [-10.5, 4.6]], palette.dark ? "#a68a5c" : "#dcc08c");
  stroke(brush, PLANKS.map((x): Point[] => [[x, -4.4], [x, 4.4]]), palette.dark ? "#4b3a20" : "#9a7645", 0.9, { cap: "butt" });
  const rails: Point[][] = [-1, 1].map((side) => [[-13.5, 8 * side], [-10, 5 * side], [10, 5 * side], [13.5, 8 * side]]);
  stroke(brush, rails, palette.dark ? "#14100a" : palette.halo, 3.6);
  stroke(brush, rails, palette.dark ? "#e2c899" : "#3f2d18", 2);
}

/** The road goes on as stones through shallow water. */
export function paintSteppingStones(brush: Brush): void {
  const { ctx, palette } = brush;
  fill(brush, [[-9, -5.4], [9, -5.4], [9, 5.4], [-9, 5.4]], palette.shallow);
  const edges: Point[][] = [[[-10, -5.8], [10, -5.8]], [[-10, 5.8], [10, 5.8]]];
  stroke(brush, edges, palette.ink, 1.7, { dash: [3.2, 2.4], cap: "butt" });
  ctx.beginPath();
  for (const [x, y, r] of [[-5.5, -1.6, 1.7], [-1.6, 1.8, 1.9], [2.4, -1.4, 1.6], [6, 1.4, 1.7]] as const) {
    ctx.moveTo(x + r, y);
    ctx.ellipse(x, y, r, r * 0.8, 0, 0, 7);
  }
  ctx.fillStyle = palette.stone;
  ctx.fill();
  ctx.strokeStyle = palette.dark ? "#1d2428" : "#5c5445";
  ctx.lineWidth = 0.6;
  ctx.stroke();
}
