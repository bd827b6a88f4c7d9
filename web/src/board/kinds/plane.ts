/** A table top: every point is a place. Centimetres, x to the right and y up before the board is turned. */

import type { PlaneSheet, Point } from "../../api/types";
import { type Box, boxAround, type Direction, distance, type Geometry, inside, MARGIN, type Turn, Turning, unturned, widened } from "../geometry";
import { figureFace } from "../painting/figures";
import { LARGEST_NAME } from "../painting/lettering";
import { paintPlane } from "../painting/plane";
import { widthOf } from "../painting/text";
import { placeOf, pointOf } from "../regions";
import type { Kind } from "./kind";

export const PLANE_SCALE = 24; // units of the board to a centimetre
const CORNERS = 16; // of the ring about a point
const STRIP = 2; // centimetres of a rear edge

export const plane: Kind<PlaneSheet> = {
  geometry: (sheet, turn) => new PlaneGeometry(sheet, turn),
  paint: (context, sheet, geometry, options) => paintPlane(context, sheet, geometry as PlaneGeometry, options),
  names: (sheet) => sheet.objectives.map(({ id, name }) => [id, name]),
  titles: () => [],
  north: () => "up",
  shape: (sheet) => sheet.width / sheet.height,
  face: figureFace,
};

export class PlaneGeometry implements Geometry {
  readonly cells = false;
  readonly spread = false;
  readonly figures = true;
  readonly readAfar = true;
  readonly leap = 10;
  readonly sheet: Box;
  readonly box: Box;
  readonly counter: number;
  readonly places: readonly string[];
  readonly grounds: readonly { name: string; at: Point }[]; // every name once, in the middle of its ground
  readonly names: readonly Box[];
  private readonly turning: Turning;
  private readonly named: Map<string, { at: Point; radius: number }>;
  private readonly size: Point;
  private readonly lattice: number;

  constructor(map: Pick<PlaneSheet, "width" | "height" | "base" | "step" | "objectives"> & Partial<Pick<PlaneSheet, "grounds" | "rears">>, readonly turn: Turn = 0) {
    this.size = [map.width, map.height];
    this.lattice = map.step;
    this.counter = map.base * PLANE_SCALE;
    this.named = new Map(map.objectives.map(({ id, at, radius }) => [id, { at, radius }]));
    this.places = [...this.named.keys()];
    this.turning = new Turning(widened(boxAround([[0, 0], [map.width * PLANE_SCALE, map.height * PLANE_SCALE]]), MARGIN), turn);
    this.sheet = this.turning.sheet;
    this.box = widened(this.sheet, -MARGIN);
    this.grounds = this.namedGrounds(map.grounds ?? [], map.objectives);
    const written = [...this.grounds.map(({ name, at }) => ({ name, at, lines: 1 })), ...map.objectives.map(({ name, at }) => ({ name, at: this.points([at])[0]!, lines: 2 }))];
    const names = written.map(({ name, at: [x, y], lines }) => {
      const wide = widthOf(name, LARGEST_NAME);
      return { left: x - wide / 2, top: y - LARGEST_NAME, width: wide, height: LARGEST_NAME * (lines + 0.3) };
    });
    this.names = [...names, ...(map.rears ?? []).map(({ edge }) => boxAround(this.points(stripOf(map, edge))))];
  }

  private namedGrounds(grounds: PlaneSheet["grounds"], objectives: PlaneSheet["objectives"]): { name: string; at: Point }[] {
    const told = new Set(grounds.filter((ground) => objectives.some(({ name, at }) => name.includes(ground.name) || inside(ground.outline, at))).map(({ name }) => name)); // written there
    return grounds.flatMap(({ name, outline }) => {
      if (!name || told.has(name)) return [];
      told.add(name);
      const { left, top, width, height } = boxAround(this.points(outline));
      return [{ name, at: [left + width / 2, top + height / 2] as Point }];
    });
  }

  has(place: string): boolean {
    const point = pointOf(place);
    return this.named.has(place) || (point !== null && this.isOn(point));
  }

  private isOn([x, y]: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.size[0] && y <= this.size[1];
  }

  private point(place: string): Point {
    const point = this.named.get(place)?.at ?? pointOf(place);
    if (!point) throw new RangeError(`${place} is no point of this table; points are written as 81.5,43.`);
    return point;
  }

  centre(place: string): Point {
    return this.points([this.point(place)])[0]!;
  }

  /** A ring: about an objective as far as it reaches, about any other point as wide as a base. */
  outline(place: string): Point[] {
    const [x, y] = this.centre(place);
    const radius = (this.named.get(place)?.radius ?? 0) * PLANE_SCALE || this.counter * 0.55;
    return Array.from({ length: CORNERS }, (_, i): Point => [x + radius * Math.cos((2 * Math.PI * i) / CORNERS), y + radius * Math.sin((2 * Math.PI * i) / CORNERS)]);
  }

  boxOf(place: string): Box {
    return boxAround(this.outline(place));
  }

  /** The nearest point that can be named. */
  placeAt(at: Point): string | null {
    const [x, y] = this.turning.back(at);
    const snapped = (value: number) => Math.round(value / PLANE_SCALE / this.lattice) * this.lattice;
    const near: Point = [snapped(x), snapped(this.size[1] * PLANE_SCALE - y)];
    return this.isOn(near) ? placeOf(near) : null;
  }

  neighbours(): string[] {
    return [];
  }

  step(place: string, towards: Direction): string | null {
    const [x, y] = this.point(place);
    const way = unturned(towards, this.turn);
    const on = (value: number, by: number) => Math.round(value / this.lattice + by) * this.lattice;
    const next: Point = [on(x, way === "right" ? 1 : way === "left" ? -1 : 0), on(y, way === "up" ? 1 : way === "down" ? -1 : 0)];
    return this.isOn(next) ? placeOf(next) : null;
  }

  points(line: readonly Point[]): Point[] {
    return line.map(([x, y]) => this.turning.on([x * PLANE_SCALE, (this.size[1] - y) * PLANE_SCALE]));
  }

  length(a: Point, b: Point): number {
    return distance(a, b) / PLANE_SCALE;
  }

  labelBeside(place: string): Point {
    const [x, y] = this.centre(place);
    return [x, y - this.counter];
  }

  flagFoot(place: string): Point {
    const [x, y] = this.centre(place);
    return [x - this.counter * 1.6, y - this.counter * 0.4];
  }
}

/** The strip of a rear edge, corner by corner from the lower left. */
export function stripOf({ width, height }: Pick<PlaneSheet, "width" | "height">, edge: PlaneSheet["rears"][number]["edge"]): Point[] {
  const [left, bottom, right, top] = {
    north: [0, height - STRIP, width, height],
    south: [0, 0, width, STRIP],
    west: [0, 0, STRIP, height],
    east: [width - STRIP, 0, width, height],
  }[edge] as [number, number, number, number];
  return [[left, bottom], [right, bottom], [right, top], [left, top]];
}
