/** A display: boxes of tracks, columns and wheels. It is never turned: its letters would stand upright, its boxes would not. */

import type { DisplaySheet, Point } from "../../api/types";
import { type Box, boxAround, contains, type Direction, type Geometry, MARGIN, nearestTowards, type Turn, widened } from "../geometry";
import { paintDisplay } from "../painting/display";
import type { Kind } from "./kind";

export const display: Kind<DisplaySheet> = {
  geometry: (sheet) => new DisplayGeometry(sheet),
  paint: (context, sheet, geometry, options) => paintDisplay(context, sheet, geometry as DisplayGeometry, options),
  names: (sheet) => sheet.boxes.map((box) => [box.id, calledOf(sheet, box)]),
  titles: () => [],
  north: () => "up",
  shape: (sheet) => sheet.width / sheet.height,
};

type BoxOf = DisplaySheet["boxes"][number];

/** A box by its panel and its text. */
function calledOf({ panels }: DisplaySheet, { id, text, at: [x, y] }: BoxOf): string {
  const panel = panels.find(({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height);
  return [panel?.title, text].filter(Boolean).join(" ") || id;
}

const CAPTION = 7; // how much lower counters lie below a caption
const ROUND = 20; // corners of a round box

export class DisplayGeometry implements Geometry {
  readonly cells = false;
  readonly spread = false;
  readonly figures = false;
  readonly readAfar = true;
  readonly leap = 0;
  readonly turn: Turn = 0;
  readonly counter = 46;
  readonly sheet: Box;
  readonly box: Box;
  readonly places: readonly string[];
  private readonly boxes: Map<string, BoxOf>;

  constructor(map: Pick<DisplaySheet, "boxes" | "width" | "height">) {
    this.boxes = new Map(map.boxes.map((box) => [box.id, box]));
    this.places = map.boxes.map(({ id }) => id);
    this.box = { left: 0, top: 0, width: map.width, height: map.height };
    this.sheet = widened(this.box, MARGIN);
  }

  has(id: string): boolean {
    return this.boxes.has(id);
  }

  private of(id: string): BoxOf {
    const box = this.boxes.get(id);
    if (!box) throw new RangeError(`There is no box ${id} on this display.`);
    return box;
  }

  /** Where counters lie: in a box with a caption, a little lower. */
  centre(id: string): Point {
    const { at: [x, y], captioned } = this.of(id);
    return [x, captioned ? y + CAPTION : y];
  }

  rowIn(id: string): number {
    return this.of(id).size[0] + 2;
  }

  outline(id: string): Point[] {
    const { at: [x, y], size: [wide, high], round } = this.of(id);
    if (round) return Array.from({ length: ROUND }, (_, i): Point => [x + (wide / 2) * Math.cos((2 * Math.PI * i) / ROUND), y + (high / 2) * Math.sin((2 * Math.PI * i) / ROUND)]);
    return [[x - wide / 2, y - high / 2], [x + wide / 2, y - high / 2], [x + wide / 2, y + high / 2], [x - wide / 2, y + high / 2]];
  }

  boxOf(id: string): Box {
    return boxAround(this.outline(id));
  }

  placeAt(point: Point): string | null {
    return this.places.findLast((id) => contains(this.boxOf(id), point)) ?? null;
  }

  neighbours(): string[] {
    return [];
  }

  step(id: string, towards: Direction): string | null {
    return nearestTowards(this, id, towards, this.places);
  }

  points(line: readonly Point[]): Point[] {
    return [...line];
  }

  labelBeside(id: string): Point {
    const { at: [x, y], size: [, high] } = this.of(id);
    return [x, y - high / 2];
  }

  flagFoot(id: string): Point {
    const { at: [x, y], size: [wide, high] } = this.of(id);
    return [x - wide / 2, y - high / 4];
  }
}
