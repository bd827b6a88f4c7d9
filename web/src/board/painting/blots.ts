/** Blots: soft spots of colour, of which washes and shadows are made. */

import type { Point } from "../../api/types";
import { shows, type Brush } from "./brush";
import { pictureOf } from "./stamps";
import { strew } from "./terrains";

const BLOT = 64; // pixels of the picture of a blot: it is soft, and may be stretched

/** A wash is never even: here it has dried darker, there lighter. */
export function paintUnevenness(brush: Brush): void {
  const { palette } = brush;
  strew(
    brush.clip,
    118,
    11,
    (x, y, dice) => paintBlot(brush, [x, y], 50 * (0.9 + dice[3] * 1.3), dice[2] < 0.55 ? palette.blotchDark : palette.blotchLight),
    120,
    0.9,
  );
}

/** One blot about a point. The colour is written with its opacity: `rgba(...)`. A pen that writes SVG leaves it out. */
export function paintBlot(brush: Brush, [x, y]: Point, reach: number, colour: string): void {
  if (brush.drawn || !shows(brush, [x, y], reach)) return;
  const picture = blot(colour);
  if (picture) brush.ctx.drawImage(picture, x - reach, y - reach, reach * 2, reach * 2);
}

function blot(colour: string): CanvasImageSource | null {
  return pictureOf(`blot ${colour}`, BLOT, (ctx) => {
    const faded = (part: number) => colour.replace(/[\d.]+\)$/, (alpha) => `${parseFloat(alpha) * part})`);
    const spread = ctx.createRadialGradient(BLOT / 2, BLOT / 2, 2, BLOT / 2, BLOT / 2, BLOT / 2);
    for (const [at, part] of [[0, 1], [0.6, 0.55], [1, 0]] as const) spread.addColorStop(at, faded(part));
    ctx.fillStyle = spread;
    ctx.fillRect(0, 0, BLOT, BLOT);
  });
}
