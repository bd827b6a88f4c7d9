/**
 * Where hexes, hexsides and areas lie on the board.
 *
 * Everything is in units of the board: a hex side is 40 of them, a counter 47 wide. The board may be turned by quarters: then
 * the geometry is turned already, so that whoever draws with its points, and letters upright, draws a turned board. Hexes are
 * flat-top before the board is turned; columns and rows count from 1, even columns stand half a hex lower.
 *
 * Who paints gets a context on which one unit is one unit of the board; `scale` tells how many pixels of the page that makes.
 */

import type { AreaMap, BoardMap, HexMap, Point } from "../api/types";

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

/** What the board needs to know of any kind of map. */
export interface Geometry {
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
}

export const SIDE = 40;
export const HEIGHT = SIDE * Math.sqrt(3);
export const MARGIN = 22;
export const COUNTER = 47;
export const AREA_COUNTER = 40;
const NOTE = 9.4; // the height of a line of small print in an area
export const AREA_SCALE = 3.6; // units of the board to a unit of an area map

const DIRECTIONS: readonly Direction[] = ["up", "right", "down", "left"];

/** A map's geometry, turned by so many quarters clockwise. */
export function geometryOf(map: BoardMap, turn: Turn = 0): HexGeometry | AreaGeometry {
  return map.kind === "hexes" ? new HexGeometry(map, turn) : new AreaGeometry(map, turn);
}

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
class Turning {
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

// ---------------------------------------------------------------- hexes

type Cell = { label: string; column: number; row: number };

/** From centre to corner, in half hex sides across and half hex heights down; side d runs from corner d to corner d + 1. */
const CORNERS: readonly Point[] = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]];

export class HexGeometry implements Geometry {
  readonly sheet: Box;
  readonly box: Box;
  readonly counter = COUNTER;
  readonly places: readonly string[];
  private readonly turning: Turning;
  private readonly cells = new Map<string, Cell>();
  private readonly labels = new Map<number, string>();

  constructor(map: Pick<HexMap, "hexes">, readonly turn: Turn = 0) {
    for (const { label, column, row } of map.hexes) {
      this.cells.set(label, { label, column, row });
      this.labels.set(key(column, row), label);
    }
    this.places = map.hexes.map((hex) => hex.label);
    const flat = boxAround(map.hexes.flatMap((hex) => flatCorners(flatCentre(hex.column, hex.row))));
    this.turning = new Turning(widened(flat, MARGIN), turn);
    this.sheet = this.turning.sheet;
    this.box = widened(this.sheet, -MARGIN);
  }

  has(label: string): boolean {
    return this.cells.has(label);
  }

  /** The column and row of a hex. */
  cell(label: string): Cell {
    const cell = this.cells.get(label);
    if (!cell) throw new RangeError(`There is no hex ${label} on this map; hexes are named as the map names them.`);
    return cell;
  }

  centre(label: string): Point {
    const { column, row } = this.cell(label);
    return this.centreAt(column, row);
  }

  /** The centre of a column and row, whether there is a hex or not. */
  centreAt(column: number, row: number): Point {
    return this.turning.on(flatCentre(column, row));
  }

  /** The six corners; the hexside in direction d (from 0, clockwise from the unturned top) runs from corner d to d + 1. */
  corners(label: string): Point[] {
    const { column, row } = this.cell(label);
    return flatCorners(flatCentre(column, row)).map((at) => this.turning.on(at));
  }

  outline(label: string): Point[] {
    return this.corners(label);
  }

  boxOf(label: string): Box {
    return boxAround(this.corners(label));
  }

  /** The hex in a direction, clockwise from the unturned top, if there is one. */
  neighbour(label: string, direction: number): string | null {
    const { column, row } = this.cell(label);
    const [c, r] = neighbourCell(column, row, direction);
    return this.labels.get(key(c, r)) ?? null;
  }

  /** The hexes about a hex, clockwise from the unturned top. */
  neighbours(label: string): string[] {
    return [0, 1, 2, 3, 4, 5].map((d) => this.neighbour(label, d)).filter((found) => found !== null);
  }

  /** The direction from a hex to its neighbour, or -1. */
  direction(a: string, b: string): number {
    return [0, 1, 2, 3, 4, 5].findIndex((d) => this.neighbour(a, d) === b);
  }

  /** The two ends of the hexside between neighbours, or null if they do not touch. Seen from a, clockwise. */
  side(a: string, b: string): [Point, Point] | null {
    const direction = this.direction(a, b);
    if (direction < 0) return null;
    const corners = this.corners(a);
    return [corners[direction]!, corners[(direction + 1) % 6]!];
  }

  placeAt(point: Point): string | null {
    const [x, y] = this.turning.back(point);
    const guess = Math.round((x / SIDE - 1) / 1.5) + 1;
    let found: string | null = null;
    let nearest = Infinity;
    for (const column of [guess - 1, guess, guess + 1]) {
      const row = Math.round((y / HEIGHT - (column % 2 === 0 ? 1 : 0.5)) + 1);
      const off = distance(flatCentre(column, row), [x, y]);
      if (off < nearest) {
        nearest = off;
        found = this.labels.get(key(column, row)) ?? null;
      }
    }
    return found;
  }

  step(label: string, towards: Direction): string | null {
    const { column, row } = this.cell(label);
    const way = unturned(towards, this.turn);
    const c = column + (way === "right" ? 1 : way === "left" ? -1 : 0);
    const r = row + (way === "down" ? 1 : way === "up" ? -1 : 0);
    const beside = c === column ? [r] : [r, column % 2 === 0 ? r + 1 : r - 1];
    for (const near of beside) {
      const found = this.labels.get(key(c, near));
      if (found !== undefined) return found;
    }
    return null;
  }

  points(line: readonly Point[]): Point[] {
    return line.map((at) => this.turning.on(at));
  }
}

function key(column: number, row: number): number {
  return column * 4096 + row;
}

function flatCentre(column: number, row: number): Point {
  return [(1.5 * (column - 1) + 1) * SIDE, (row - (column % 2 === 0 ? 0 : 0.5)) * HEIGHT];
}

function flatCorners([x, y]: Point): Point[] {
  return CORNERS.map(([across, down]) => [x + (across * SIDE) / 2, y + (down * HEIGHT) / 2]);
}

function neighbourCell(column: number, row: number, direction: number): Point {
  const low = column % 2 === 0 ? 1 : 0;
  switch (((direction % 6) + 6) % 6) {
    case 0:
      return [column, row - 1];
    case 1:
      return [column + 1, row - 1 + low];
    case 2:
      return [column + 1, row + low];
    case 3:
      return [column, row + 1];
    case 4:
      return [column - 1, row + low];
    default:
      return [column - 1, row - 1 + low];
  }
}

// ---------------------------------------------------------------- areas

export class AreaGeometry implements Geometry {
  readonly sheet: Box;
  readonly box: Box;
  readonly counter = AREA_COUNTER;
  readonly places: readonly string[];
  private readonly turning: Turning;
  private readonly areas = new Map<string, { outline: Point[]; box: Box; label: Point; place: Point; notes: number }>();
  private readonly touching = new Map<string, string[]>();

  constructor(map: Pick<AreaMap, "areas" | "left" | "top" | "width" | "height">, readonly turn: Turn = 0) {
    const flat = { left: map.left, top: map.top, width: map.width, height: map.height };
    this.turning = new Turning(
      widened(boxAround([scaled([flat.left, flat.top]), scaled([flat.left + flat.width, flat.top + flat.height])]), MARGIN),
      turn,
    );
    this.sheet = this.turning.sheet;
    this.box = widened(this.sheet, -MARGIN);
    this.places = map.areas.map((area) => area.id);
    for (const area of map.areas) {
      const outline = this.points(area.polygon);
      const [label, place] = this.points([area.label, area.place]) as [Point, Point];
      this.areas.set(area.id, { outline, box: boxAround(outline), label, place, notes: area.notes.length });
    }
    const owners = new Map<string, Set<string>>();
    for (const area of map.areas) {
      for (const [x, y] of area.polygon) {
        const spot = `${x},${y}`;
        owners.set(spot, (owners.get(spot) ?? new Set()).add(area.id));
      }
    }
    for (const area of map.areas) {
      const shared = new Map<string, number>();
      for (const [x, y] of area.polygon)
        for (const other of owners.get(`${x},${y}`)!) if (other !== area.id) shared.set(other, (shared.get(other) ?? 0) + 1);
      this.touching.set(area.id, this.places.filter((other) => (shared.get(other) ?? 0) >= 2));
    }
  }

  has(id: string): boolean {
    return this.areas.has(id);
  }

  private area(id: string) {
    const area = this.areas.get(id);
    if (!area) throw new RangeError(`There is no area ${id} on this map; areas are named as the map names them.`);
    return area;
  }

  /** Where counters lie: below the name of the area; where there is no room, above it and its small print. */
  centre(id: string): Point {
    const { label: [x, y], notes, outline } = this.area(id);
    const below: Point = [x, y + this.counter / 2 + 3];
    const above: Point = [x, y - this.counter / 2 - 27 - NOTE * notes];
    const fits = ([cx, cy]: Point, down: number) => inside(outline, [cx, cy + down * this.counter * 0.5]);
    return !fits(below, 1) && fits(above, -1) ? above : below;
  }

  /** Where the name of the area stands. */
  label(id: string): Point {
    return this.area(id).label;
  }

  /** Where the village, ford or crossing stands from which the area has its name. */
  spot(id: string): Point {
    return this.area(id).place;
  }

  outline(id: string): Point[] {
    return this.area(id).outline;
  }

  boxOf(id: string): Box {
    return this.area(id).box;
  }

  /** The areas that share a stretch of border with this one. */
  neighbours(id: string): string[] {
    return this.touching.get(id) ?? [];
  }

  placeAt(point: Point): string | null {
    for (const [id, { outline, box }] of this.areas) if (contains(box, point) && inside(outline, point)) return id;
    return null;
  }

  /** The nearest area in a quarter of the compass: a neighbour if one lies there. */
  step(id: string, towards: Direction): string | null {
    return nearestTowards(this, id, towards, this.neighbours(id)) ?? nearestTowards(this, id, towards, this.places);
  }

  points(line: readonly Point[]): Point[] {
    return line.map((at) => this.turning.on(scaled(at)));
  }
}

function scaled([x, y]: Point): Point {
  return [x * AREA_SCALE, y * AREA_SCALE];
}

function nearestTowards(geometry: Geometry, from: string, towards: Direction, among: readonly string[]): string | null {
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
