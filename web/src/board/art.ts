/** Who paints the map and draws the counters. */

import type { BoardMap, Counter } from "../api/types";
import type { AreaGeometry, HexGeometry } from "./geometry";
import type { Paint } from "./ground";
import { counterSvg, paintAreaMap, paintHexMap } from "./painting";

/** How a map is painted on its board. */
export function painterOf(map: BoardMap, geometry: HexGeometry | AreaGeometry): Paint {
  return (context, options) => {
    if (map.kind === "hexes") paintHexMap(context, map, geometry as HexGeometry, options);
    else paintAreaMap(context, map, geometry as AreaGeometry, options);
  };
}

/** The face of a counter that is shown so many pixels wide: the fewer they are, the less is written on it. */
export function faceOf(counter: Counter, size: number): string {
  return counterSvg(counter, size, { untitled: true });
}
