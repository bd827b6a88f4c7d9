/** Slopes: hachures that run downhill, long and short in turn, and the shade below the crest. */

import type { Point } from "../../api/types";
import type { Brush } from "./brush";
import { part } from "./chance";
import { paintBlot } from "./blots";
import { aside, spaced, type Mark } from "./curves";

/** A stroke of the pen down a slope: broad at the crest, pointed at the foot. */
export interface Hachure {
  top: Point;
  foot: Point;
  half: Point; // from the middle of its head to one side
}

/** The strokes down a slope. The low ground is on the right of the crest. */
export function hachures(crest: readonly Point[]): Hachure[] {
  return spaced(crest, 3.5, 1.4).map(({ at: top, way }: Mark, i) => {
    const long = (i % 2 ? 8.2 : 14.5) + (part(Math.round(top[0] * 4), Math.round(top[1] * 4)) - 0.5) * 2.6;
    const down: Point = [-way[1], way[0]]; // to the right, when y points down
    return { top, foot: [top[0] + down[0] * long, top[1] + down[1] * long], half: [way[0] * 0.95, way[1] * 0.95] };
  });
}

/** The relief of a slope: shade below the crest, light above it. How far from the crest each is laid, and how far it spreads. */
const SHADE = [[9, 17], [16, 27]] as const;
const LIGHT = [[-10, 17]] as const;

export function paintSlope(brush: Brush, crest: readonly Point[]): void {
  const { ctx, palette } = brush;
  for (const [layers, colour] of [[SHADE, palette.slopeShade], [LIGHT, palette.slopeLight]] as const) {
    for (const [off, reach] of layers) for (const { at } of spaced(aside(crest, off), 6.5, 3)) paintBlot(brush, at, reach, colour);
  }
  ctx.beginPath();
  for (const { top, foot, half } of hachures(crest)) {
    ctx.moveTo(top[0] - half[0], top[1] - half[1]);
    ctx.lineTo(foot[0], foot[1]);
    ctx.lineTo(top[0] + half[0], top[1] + half[1]);
    ctx.closePath();
  }
  ctx.fillStyle = palette.slope;
  ctx.fill();
}
