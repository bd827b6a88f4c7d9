/** What a kind of sheet must bring to be shown on the board: one file in this folder, and one line in `index.ts`. */

import type { AnySheet, Art, Counter } from "../../api/types";
import type { Direction, Geometry, PaintOptions, Turn } from "../geometry";

export interface Kind<Sheet extends AnySheet = AnySheet> {
  geometry(sheet: Sheet, turn: Turn): Geometry;
  paint(context: CanvasRenderingContext2D, sheet: Sheet, geometry: Geometry, options: PaintOptions): void;
  names(sheet: Sheet): (readonly [string, string])[]; // what its places are called
  titles(sheet: Sheet): (readonly [string, string])[]; // and in a heading, where that is more
  north(sheet: Sheet): Direction;
  shape(sheet: Sheet): number; // width by height, not turned
  face?(counter: Counter, size: number, side: number, art?: Art): string; // its counters, where they are not of cardboard
}
