/** How a map is turned at first, and how the panels are set around it, so that it becomes as large as it can. */

import type { BoardMap } from "../api/types";

const WORTH_IT = 1.15; // how much larger the map must become for a change to be worth it

export interface Room {
  width: number;
  height: number;
}

/** Width by height. Flat-top hexes: columns lie three quarters of a hex apart, and a hex is lower than it is wide. */
export function shapeOf(map: BoardMap): number {
  return map.kind === "hexes" ? (map.columns * 0.75) / (map.rows * (Math.sqrt(3) / 2)) : map.width / map.height;
}

/** How large a map of this shape becomes in a room: the side of a square of the same area. */
function sizeWithin(shape: number, room: Room): number {
  const height = Math.min(room.height, room.width / shape);
  return height * Math.sqrt(shape);
}

/** The quarters clockwise that make a map largest in a room; of the two that lay it on its side, the one with north up. */
export function bestTurn(map: BoardMap, room: Room): number {
  const shape = shapeOf(map);
  if (!(sizeWithin(1 / shape, room) > sizeWithin(shape, room) * WORTH_IT)) return 0;
  return map.kind === "hexes" && map.north === "right" ? 3 : 1;
}

function largest(map: BoardMap, room: Room): number {
  const shape = shapeOf(map);
  return Math.max(sizeWithin(shape, room), sizeWithin(1 / shape, room));
}

/** Log and tracks in a column to the left of the map, or in a strip below it. */
export function bestArrangement(map: BoardMap | null, beside: Room, above: Room): "column" | "strip" {
  return map && largest(map, above) > largest(map, beside) * WORTH_IT ? "strip" : "column";
}
