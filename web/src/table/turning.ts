/** How a map is turned at first, and how the panels are set around it, so that it becomes as large as it can. */

import type { AnySheet } from "../api/types";
import { kindOf } from "../board/kinds";

const WORTH_IT = 1.15; // how much larger the map must become for a change to be worth it

export interface Room {
  width: number;
  height: number;
}

/** Width by height. */
export function shapeOf(sheet: AnySheet): number {
  return kindOf(sheet).shape(sheet);
}

/** How large a map of this shape becomes in a room: the side of a square of the same area. */
function sizeWithin(shape: number, room: Room): number {
  const height = Math.min(room.height, room.width / shape);
  return height * Math.sqrt(shape);
}

/** The quarters clockwise that make a map largest in a room; of the two that lay it on its side, the one with north up. */
export function bestTurn(sheet: AnySheet, room: Room): number {
  const shape = shapeOf(sheet);
  if (!(sizeWithin(1 / shape, room) > sizeWithin(shape, room) * WORTH_IT)) return 0;
  return kindOf(sheet).north(sheet) === "right" ? 3 : 1;
}

function largest(sheet: AnySheet, room: Room): number {
  const shape = shapeOf(sheet);
  return Math.max(sizeWithin(shape, room), sizeWithin(1 / shape, room));
}

/** Log and tracks in a column to the left of the map, or in a strip below it. */
export function bestArrangement(sheet: AnySheet | null, beside: Room, above: Room): "column" | "strip" {
  return sheet && largest(sheet, above) > largest(sheet, beside) * WORTH_IT ? "strip" : "column";
}
