/** Blots: soft spots of colour, of which washes and shadows are made. */

import type { Point } from "../../api/types";
import { shows, type Brush } from "./brush";
import { part } from "./chance";
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

const GRAIN = 128; // pixels; tiles are a whole number of times as large, so that no seam shows

/** The grain of the paper, in pixels of the screen whatever the scale: hardly seen, but flat colour looks dead without it. */
export function paintGrain({ ctx, palette: { dark }, clip, drawn }: Brush): void {
  const matrix = drawn || !ctx.getTransform ? null : ctx.getTransform();
  if (!matrix || matrix.b !== 0 || matrix.c !== 0) return;
  const picture = pictureOf(`grain ${dark}`, GRAIN, (sheet) => {
    for (let y = 0; y < GRAIN; y++) {
      for (let x = 0; x < GRAIN; x += 2) {
        const chance = part(x, y, 97) - 0.5;
        const strength = chance * chance * (dark ? 0.11 : 0.13);
        sheet.fillStyle = chance < 0 ? `rgba(60,44,16,${strength.toFixed(3)})` : `rgba(255,250,232,${strength.toFixed(3)})`;
        sheet.fillRect(x, y, 2, 1);
      }
    }
  });
  const pattern = picture && ctx.createPattern(picture, "repeat");
  if (!pattern) return;
  const { a, d, e, f } = matrix;
  const [left, top] = [Math.floor(a * clip.left + e), Math.floor(d * clip.top + f)];
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = pattern;
  ctx.fillRect(left, top, Math.ceil(a * clip.width) + 2, Math.ceil(d * clip.height) + 2);
  ctx.setTransform(matrix);
}
