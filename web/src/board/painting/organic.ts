/** What makes painted ground look grown: edges that stray from the hexes, clumps and glades, and how much is drawn from afar. */

import type { Point } from "../../api/types";

const STRAY = 4.6; // how far an edge strays to either side, in units of the board

/** Where a point of an edge strays to. Neighbouring points stray alike, and so do all grounds that share the edge. */
export function strayed([x, y]: Point): Point {
  const [dx, dy] = straying(x, y);
  return [x + dx, y + dy];
}

/** Which point strays to this one, nearly. */
export function unstrayed(x: number, y: number): Point {
  const [nearX, nearY] = straying(x, y);
  const [dx, dy] = straying(x - nearX, y - nearY);
  return [x - dx, y - dy];
}

function straying(x: number, y: number): Point {
  const across = Math.sin(y * 0.117 + 1.3 * Math.sin(x * 0.041)) + 0.6 * Math.sin(x * 0.071 + y * 0.19 + 0.7);
  const down = Math.sin(x * 0.109 + 1.3 * Math.sin(y * 0.047) + 2.1) + 0.6 * Math.sin(y * 0.083 - x * 0.17 + 4.2);
  return [(across / 1.6) * STRAY, (down / 1.6) * STRAY];
}

/**
 * How thick trees stand at a point, from 0 to 1. Clumps and glades are smaller than a hex, so that no hex of a wood looks open
 * and none looks deep.
 */
export function thickness(x: number, y: number): number {
  const [u, v] = [x + 9 * Math.sin(y * 0.057), y + 9 * Math.sin(x * 0.051 + 1.1)];
  const wave = Math.sin(u * 0.128 + 1.6 * Math.sin(v * 0.061)) + Math.sin(v * 0.139 + 1.6 * Math.sin(u * 0.067 + 2));
  return 0.5 + wave / 4;
}

/** Whether a copse stands about a point of open country: few and far between. */
export function copse(x: number, y: number): boolean {
  return Math.sin(x * 0.023 + 1.7 * Math.sin(y * 0.013)) + Math.sin(y * 0.027 + 1.7 * Math.sin(x * 0.011 + 1)) > 1.02;
}

/**
 * How faint the lines of small things are: 0 near by, 1 from where the whole map is seen. Trees and furrows that are a few pixels
 * large must run together, or they are noise under the counters.
 */
export function faintness(scale: number): number {
  return Math.max(0, Math.min(1, (1 - scale) / 0.6));
}

/** A closed line made even, so many times: its corners wear off, its long bends stay. */
export function wornLoop(line: Point[], times: number): Point[] {
  let found = line;
  for (let i = 0; i < times; i++) {
    const last = found.length;
    found = found.map(([x, y], j) => {
      const [[ax, ay], [bx, by]] = [found[(j + last - 1) % last]!, found[(j + 1) % last]!];
      return [x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4];
    });
  }
  return found;
}
