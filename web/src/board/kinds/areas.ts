/** Areas: outlines, each with a spot for its name and its counters. */

import type { AreaSheet, Point } from "../../api/types";
import { type Box, boxAround, contains, type Direction, type Geometry, inside, MARGIN, nearestTowards, type Turn, Turning, widened } from "../geometry";
import { paintAreaMap } from "../painting/areas";
import { widthOf } from "../painting/text";
import type { Kind } from "./kind";

export const AREA_COUNTER = 40;
export const AREA_SCALE = 3.6; // units of the board to a unit of an area map
const NOTE = 9.4; // the height of a line of small print in an area

export const areas: Kind<AreaSheet> = {
  geometry: (sheet, turn) => new AreaGeometry(sheet, turn),
  paint: (context, sheet, geometry, options) => paintAreaMap(context, sheet, geometry as AreaGeometry, options),
  names: (sheet) => sheet.areas.map(({ id, name }) => [id, name]),
  titles: () => [],
  north: () => "up",
  shape: (sheet) => sheet.width / sheet.height,
};

export class AreaGeometry implements Geometry {
  readonly cells = false;
  readonly spread = true;
  readonly figures = false;
  readonly readAfar = true; // counters are few, and areas are read from afar
  readonly leap = 0;
  readonly sheet: Box;
  readonly box: Box;
  readonly counter = AREA_COUNTER;
  readonly places: readonly string[];
  private readonly turning: Turning;
  private readonly areas = new Map<string, { outline: Point[]; box: Box; label: Point; place: Point; notes: number; aside: number }>();
  private readonly touching = new Map<string, string[]>();

  constructor(map: Pick<AreaSheet, "areas" | "left" | "top" | "width" | "height">, readonly turn: Turn = 0) {
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
      this.areas.set(area.id, { outline, box: boxAround(outline), label, place, notes: area.notes.length, aside: besideName(area) });
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

  /** Where the village or crossing stands from which the area has its name. */
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

  labelBeside(id: string): Point {
    const [x, y] = this.centre(id);
    return [x - this.counter * 0.9, y - this.counter * 0.5];
  }

  /** Beside the name and the small print above it. */
  flagFoot(id: string): Point {
    const { label: [x, y], aside } = this.area(id);
    return [x - aside, y - 4];
  }
}

function besideName(area: AreaSheet["areas"][number]): number {
  const half = widthOf(area.name, area.prize ? 15 : 13.2) * 0.5 + 15;
  const notes = Math.max(0, ...area.notes.map((note) => widthOf(note, 8.6) * 0.5));
  return Math.max(half + 13, notes + 24);
}

function scaled([x, y]: Point): Point {
  return [x * AREA_SCALE, y * AREA_SCALE];
}
