/** How ground is painted, and how things are strewn over it. */

import type { Point } from "../../api/types";
import type { Box } from "../geometry";
import type { Brush } from "./brush";
import { hashed, mixed } from "./chance";
import type { Tone } from "./palette";

/** All hexes of one terrain, as one piece of ground. */
export interface Region {
  loops: readonly (readonly Point[])[]; // its soft outlines
  /** Whether a point belongs to it. */
  holds(x: number, y: number): boolean;
  /** Whether it belongs to it and neither road nor water comes near. */
  free(x: number, y: number): boolean;
}

export interface TerrainArt {
  order: number; // what has a higher number lies over the edges of what has a lower one
  wash: Tone; // the colour of the ground
  edge?: Tone; // a line about it
  water?: boolean; // streams run into it, names follow it
  texture?(brush: Brush, region: Region): void; // trees, furrows, waves
}

/** Ground that nobody has drawn gets a tint of its own and dots, so that it can be told from others. */
export function plainGround(word: string): TerrainArt {
  const hue = hashed(word) % 360;
  return {
    order: 15,
    wash: [`hsl(${hue} 26% 78%)`, `hsl(${hue} 16% 27%)`],
    edge: [`hsl(${hue} 22% 55%)`, `hsl(${hue} 18% 42%)`],
    texture(brush, region) {
      const { ctx, palette } = brush;
      ctx.beginPath();
      strew(brush.clip, 13, 5, (x, y) => {
        if (!region.holds(x, y)) return;
        ctx.moveTo(x + 1.2, y);
        ctx.arc(x, y, 1.2, 0, 7);
      });
      ctx.fillStyle = palette.grid;
      ctx.fill();
    },
  };
}

/**
 * Points strewn evenly but not in rows over a part of the board, from its far edge to its near one; `dice` are four parts of
 * 1 that belong to the point. The same point has the same dice whatever part is painted.
 */
export function strew(
  clip: Box,
  apart: number,
  salt: number,
  put: (x: number, y: number, dice: readonly [number, number, number, number]) => void,
  reach = 24,
  loose = 0.62,
): void {
  const high = apart * 0.87;
  const [first, last] = [Math.floor((clip.top - reach) / high), Math.ceil((clip.top + clip.height + reach) / high)];
  const [left, right] = [Math.floor((clip.left - reach) / apart), Math.ceil((clip.left + clip.width + reach) / apart)];
  const dice: [number, number, number, number] = [0, 0, 0, 0];
  for (let row = first; row <= last; row++) {
    for (let column = left; column <= right; column++) {
      const h = mixed(column, row, salt);
      const g = mixed(row, h, salt + 1);
      dice[0] = (h & 0xffff) / 65536;
      dice[1] = (h >>> 16) / 65536;
      dice[2] = (g & 0xffff) / 65536;
      dice[3] = (g >>> 16) / 65536;
      const x = (column + (row & 1) / 2 + (dice[0] - 0.5) * loose) * apart;
      const y = (row + (dice[1] - 0.5) * loose) * high;
      put(x, y, dice);
    }
  }
}

