/** Which hexside looks like what. A game may bring its own: `registerHexside`. */

import type { Point } from "../../api/types";
import { at, fill, stroke, type Brush } from "./brush";
import { spaced } from "./curves";
import { paintBank, paintEarthwork, paintFence, paintFortification, paintHedge, paintPales, paintTrench, paintWall } from "./works";
import { paintBridge, paintFord } from "./crossings";
import { paintSlope } from "./slopes";

export interface HexsideArt {
  order: number; // what has a higher number is painted later
  wet?: number; // how wide the water is that runs here
  /** What runs along many hexsides, as one smooth line; the first hex of each, the lower or outer one, is on its right. */
  along?(brush: Brush, line: readonly Point[]): void;
  /** What stands on one hexside over road and water: drawn about the origin, the way across it running from left to right. */
  over?(brush: Brush): void;
}

const HEXSIDES = new Map<string, HexsideArt>();

export function registerHexside(word: string, art: HexsideArt): void {
  HEXSIDES.set(word, art);
}

/** How a hexside looks; one that nobody has drawn gets a dotted line. */
export function hexsideArt(word: string): HexsideArt {
  return HEXSIDES.get(word) ?? UNKNOWN;
}

export function knownHexsides(): string[] {
  return [...HEXSIDES.keys()];
}

const UNKNOWN: HexsideArt = {
  order: 30,
  along(brush, line) {
    stroke(brush, [line], brush.palette.halo, 4);
    const diamond: Point[] = [[-1.7, 0], [0, -1.7], [1.7, 0], [0, 1.7]];
    for (const mark of spaced(line, 5.5, 3)) at(brush, mark.at, () => fill(brush, diamond, brush.palette.ink));
  },
};

registerHexside("stream", { order: 0, wet: 4.4 });
registerHexside("river", { order: 0, wet: 11 });
registerHexside("major_river", { order: 0, wet: 14.5 });
registerHexside("minor_river", { order: 0, wet: 7.6 });
registerHexside("slope", { order: 10, along: paintSlope });
registerHexside("crest", { order: 10, along: paintSlope });
registerHexside("fence", { order: 20, along: paintFence });
registerHexside("wall", { order: 20, along: paintWall });
registerHexside("hedge", { order: 20, along: paintHedge });
registerHexside("briar", { order: 20, along: paintHedge });
registerHexside("abatis", { order: 20, along: paintPales });
registerHexside("dike", { order: 20, along: paintBank });
registerHexside("revetment", { order: 25, along: paintWall });
registerHexside("redoubt", { order: 26, along: (brush, line) => { paintWall(brush, line); paintEarthwork(brush, line); } });
registerHexside("siege_works", { order: 25, along: paintTrench });
registerHexside("fieldwork", { order: 25, along: paintEarthwork });
registerHexside("fortification", { order: 26, along: paintFortification });
registerHexside("works", { order: 25, along: paintEarthwork });
registerHexside("entrenchment", { order: 25, along: paintEarthwork });
registerHexside("ford", { order: 40, wet: 4.4, over: paintFord });
registerHexside("bridge", { order: 41, wet: 4.4, over: paintBridge });
