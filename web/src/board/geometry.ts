/**
 * Where places lie on the board, whatever their kind; each kind has its own geometry in `kinds/`.
 *
 * Everything is in units of the board: a hex side is 40 of them, a counter 47 wide. The board may be turned by quarters: then
 * the geometry is turned already, so that whoever draws with its points, and letters upright, draws a turned board.
 *
 * Who paints gets a context on which one unit is one unit of the board; `scale` tells how many pixels of the page that makes.
 */

import type { Point } from "../api/types";

export type Turn = 0 | 1 | 2 | 3;
export type Direction = "up" | "right" | "down" | "left";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How a map is to be painted: pixels of the page to a unit of the board (a finer screen only draws sharper), and the part that is wanted, if not all of it. */
export interface PaintOptions {
  scale: number;
  dark: boolean;
  clip?: Box;
}

/** What the board needs to know of any kind of sheet. */
export interface Geometry {
  readonly cells: boolean; // whether places interlock: then lines about them are drawn in, and one runs about many
  readonly spread: boolean; // whether the counters of a place lie side by side
  /** How wide a row of counters may be in a place, where it has room for one. */
  rowIn?(place: string): number;
  readonly figures: boolean; // whether counters are men on their bases
  readonly readAfar: boolean; // whether it can be read when all of it is seen
  readonly leap: number; // how many steps the keyboard goes with Shift; 0: Shift moves the view
  readonly turn: Turn;
  readonly sheet: Box; // the paper: all places with a margin about them
  readonly box: Box; // all places
  readonly counter: number; // how wide a counter is
  readonly places: readonly string[];
  has(place: string): boolean;
  centre(place: string): Point; // where counters lie
  outline(place: string): readonly Point[];
  boxOf(place: string): Box;
  placeAt(point: Point): string | null;
  neighbours(place: string): string[];
  step(place: string, towards: Direction): string | null; // the place next in a direction of the screen
  points(line: readonly Point[]): Point[]; // points of the map in units of the board
  labelBeside(place: string): Point; // where a label stands if counters lie in the place
  flagFoot(place: string): Point; // where the staff of a flag stands
  readonly names?: readonly Box[]; // where names are written that badges should leave free
  length?(a: Point, b: Point): number; // in centimetres, where distances are measured
  side?(a: string, b: string): [Point, Point] | null; // the two ends of the line between neighbours
}

export const SIDE = 40;
export const HEIGHT = SIDE * Math.sqrt(3);
export const MARGIN = 22;
export const COUNTER = 47;

const DIRECTIONS: readonly Direction[] = ["up", "right", "down", "left"];

/** The direction on the unturned map of a direction on the screen. */
export function unturned(towards: Direction, turn: Turn): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(towards) - turn + 4) % 4]!;
}

/** Where a direction of the unturned map points to on the screen. */
export function turned(towards: Direction, turn: Turn): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(towards) + turn) % 4]!;
}

// ---------------------------------------------------------------- boxes and points

export function boxAround(points: Iterable<Point>): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return left <= right ? { left, top, width: right - left, height: bottom - top } : { left: 0, top: 0, width: 0, height: 0 };
}

export function widened(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

export function contains(box: Box, [x, y]: Point): boolean {
  return x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The point so far on the way from a to b. */
export function between(a: Point, b: Point, part = 0.5): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

/** Whether a point lies within an outline. */
export function inside(outline: readonly Point[], [x, y]: Point): boolean {
  let found = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

/** Quarter turns of a whole board about itself, and back. */
export class Turning {
  constructor(
    readonly flat: Box,
    readonly turn: Turn,
  ) {}

  get sheet(): Box {
    const { left, top, width, height } = this.flat;
    return this.turn % 2 === 0 ? this.flat : { left, top, width: height, height: width };
  }

  on([x, y]: Point): Point {
    const { left, top, width, height } = this.flat;
    const [across, down] = [x - left, y - top];
    if (this.turn === 1) return [left + height - down, top + across];
    if (this.turn === 2) return [left + width - across, top + height - down];
    if (this.turn === 3) return [left + down, top + width - across];
    return [x, y];
  }

  back([x, y]: Point): Point {
    const { left, top, width, height } = this.flat;
    const [across, down] = [x - left, y - top];
    if (this.turn === 1) return [left + down, top + height - across];
    if (this.turn === 2) return [left + width - across, top + height - down];
    if (this.turn === 3) return [left + width - down, top + across];
    return [x, y];
  }
}

/** The nearest place in a quarter of the compass. */
export function nearestTowards(geometry: Geometry, from: string, towards: Direction, among: readonly string[]): string | null {
  const [x, y] = geometry.centre(from);
  let found: string | null = null;
  let best = Infinity;
  for (const place of among) {
    if (place === from) continue;
    const [px, py] = geometry.centre(place);
    const [dx, dy] = [px - x, py - y];
    const along = towards === "right" ? dx : towards === "left" ? -dx : towards === "down" ? dy : -dy;
    const aside = Math.abs(towards === "right" || towards === "left" ? dy : dx);
    if (along <= 0 || aside > along) continue;
    const cost = along + 2 * aside;
    if (cost < best) [found, best] = [place, cost];
  }
  return found;
}
