/** Hexes: flat-top before the board is turned, even columns half a hex lower. */

import type { HexSheet, Point } from "../../api/types";
import { type Box, boxAround, COUNTER, type Direction, distance, type Geometry, HEIGHT, MARGIN, SIDE, type Turn, Turning, unturned, widened } from "../geometry";
import { paintHexMap } from "../painting/hexes";
import type { Kind } from "./kind";

export const hexes: Kind<HexSheet> = {
  geometry: (sheet, turn) => new HexGeometry(sheet, turn),
  paint: (context, sheet, geometry, options) => paintHexMap(context, sheet, geometry as HexGeometry, options),
  names: (sheet) => sheet.hexes.map(({ label }) => [label, label]),
  titles: (sheet) => sheet.names.map(({ hex, text }) => [hex, `${hex} · ${text}`]),
  north: (sheet) => sheet.north,
  /** Columns lie three quarters of a hex apart, and a hex is lower than it is wide. */
  shape: (sheet) => ((sheet.columns - sheet.first_column + 1) * 0.75) / ((sheet.rows - sheet.first_row + 1) * (Math.sqrt(3) / 2)),
};

type Cell = { label: string; column: number; row: number };

/** From centre to corner, in half hex sides across and half hex heights down; side d runs from corner d to corner d + 1. */
const CORNERS: readonly Point[] = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]];

export class HexGeometry implements Geometry {
  readonly cells = true;
  readonly spread = false;
  readonly figures = false;
  readonly readAfar = false;
  readonly leap = 0;
  readonly sheet: Box;
  readonly box: Box;
  readonly counter = COUNTER;
  readonly places: readonly string[];
  private readonly turning: Turning;
  private readonly byLabel = new Map<string, Cell>();
  private readonly labels = new Map<number, string>();

  constructor(map: Pick<HexSheet, "hexes">, readonly turn: Turn = 0) {
    for (const { label, column, row } of map.hexes) {
      this.byLabel.set(label, { label, column, row });
      this.labels.set(key(column, row), label);
    }
    this.places = map.hexes.map((hex) => hex.label);
    const flat = boxAround(map.hexes.flatMap((hex) => flatCorners(flatCentre(hex.column, hex.row))));
    this.turning = new Turning(widened(flat, MARGIN), turn);
    this.sheet = this.turning.sheet;
    this.box = widened(this.sheet, -MARGIN);
  }

  has(label: string): boolean {
    return this.byLabel.has(label);
  }

  /** The column and row of a hex. */
  cell(label: string): Cell {
    const cell = this.byLabel.get(label);
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

  /** Between the counters of two hexes there is just room for a label. */
  labelBeside(label: string): Point {
    const [x, y] = this.centre(label);
    return [x, y - HEIGHT / 2];
  }

  flagFoot(label: string): Point {
    const [x, y] = this.centre(label);
    return [x - this.counter * 0.78, y + this.counter * 0.6];
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
