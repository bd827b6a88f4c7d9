/**
 * The catalogue: how every pattern, drawing and shape is painted, and how the words of a game look by what its art picks.
 *
 * A word that is itself a name of the catalogue needs no entry in the art; any other word without one is painted plainly.
 */

import type { Art, EdgePattern, GroundColour, GroundPattern, Point, RoadPattern } from "../../api/types";
import { at, fill, stroke, type Brush } from "./brush";
import { FEATURES, landmark, type FeaturePainter } from "./buildings";
import { hashed } from "./chance";
import { paintBridge, paintSteppingStones } from "./crossings";
import { spaced } from "./curves";
import { ploughed } from "./fields";
import { reeds } from "./marsh";
import { blended, lightness, shaded, type Palette, type Tone } from "./palette";
import { paintSlope } from "./slopes";
import { COLOURS, GREYS, SHAPES, type Shape } from "./states";
import { plainGround, type TerrainArt } from "./terrains";
import { grass, ripples, stones, streets } from "./textures";
import { deepWoods, orchard, tangle, WOODED, woods } from "./woods";
import { paintBank, paintEarthwork, paintFence, paintHedge, paintPales, paintRampart, paintTreeRow, paintTrench, paintWall } from "./works";

// ---------------------------------------------------------------- ground

const GROUNDS: Record<GroundPattern, TerrainArt> = {
  grass: { order: 0, wash: ["#eee7c8", "#454238"], texture: grass },
  rubble: { order: 3, wash: ["#ddd2bb", "#3d3a35"], edge: ["#a3957c", "#6b6456"], texture: grass },
  rocks: { order: 5, wash: ["#cbc2ad", "#4b473e"], edge: ["#a3957c", "#6b6456"], texture: stones },
  furrows: { order: 10, wash: ["#e7d493", "#48412d"], edge: ["#b39a5c", "#6d6445"], texture: ploughed },
  orchard: { order: 20, wash: ["#dde2ae", "#3c4531"], edge: ["#a7b373", "#586344"], texture: orchard },
  paddies: { order: 29, wash: ["#d3dfae", "#37452b"], edge: ["#98ad6a", "#5c7045"], texture: reeds },
  marsh: { order: 30, wash: ["#cadbc9", "#2d403c"], edge: ["#9db8a4", "#486057"], texture: reeds },
  "trees-light": { order: 39, wash: ["#dde4bf", "#414a38"], edge: ["#c3cfa3", "#4c5843"], texture: orchard },
  trees: { order: 40, wash: WOODED, edge: ["#bfcb9b", "#3f4b39"], texture: woods },
  "trees-dense": { order: 50, wash: ["#8ea777", "#26362a"], texture: deepWoods },
  scrub: { order: 60, wash: ["#87935a", "#353d26"], texture: tangle },
  rooftops: { order: 70, wash: ["#e2cfb6", "#4d4238"], edge: ["#a98468", "#8f765f"], texture: streets },
  water: { order: 90, wash: ["#8fb9d3", "#28506b"], water: true, texture: ripples },
  pond: { order: 91, wash: ["#9fc4d2", "#2c5a6b"], edge: ["#6d97a8", "#47788c"], texture: ripples },
};

const TINTS: Record<GroundColour, Pick<TerrainArt, "wash" | "edge">> = {
  meadow: { wash: ["#e3e4bd", "#3a4034"] },
  straw: { wash: ["#ebdfb2", "#474131"], edge: ["#c4b27c", "#6a6147"] },
  brine: { wash: ["#bccfc6", "#29403f"], edge: ["#86a39b", "#466463"] },
  moss: { wash: ["#bfd0b0", "#303f2c"], edge: ["#8ba37c", "#526746"] },
  green: { wash: ["#c6d2a2", "#303b2e"], edge: ["#a9ba80", "#46543f"] },
  brick: { wash: ["#dcc7b0", "#4a3d35"], edge: ["#8f6c55", "#8a6f5d"] },
};

export const MEADOW: Tone = TINTS.meadow.wash;

/** A colour of a game's own: by night it keeps its hue and loses its light. */
function tinted(colour: string): Pick<TerrainArt, "wash" | "edge"> {
  const night = blended(colour, "#191b1a", 0.74);
  return { wash: [colour, night], edge: [shaded(colour, -0.22), shaded(night, 0.2)] };
}

// ---------------------------------------------------------------- edges and roads

export interface EdgeArt {
  order: number; // what has a higher number is painted later
  wet?: number; // how wide the water is that runs here
  /** What runs along many hexsides, as one smooth line; the first hex of each, the lower or outer one, is on its right. */
  along?(brush: Brush, line: readonly Point[]): void;
  /** What stands on one hexside over road and water: drawn about the origin, the way across it running from left to right. */
  over?(brush: Brush): void;
}

const EDGES: Record<EdgePattern, EdgeArt> = {
  "water-narrow": { order: 0, wet: 4.4 },
  water: { order: 0, wet: 7.6 },
  "water-wide": { order: 0, wet: 14.5 },
  slope: { order: 10, along: paintSlope },
  fence: { order: 20, along: paintFence },
  wall: { order: 20, along: paintWall },
  hedge: { order: 20, along: paintHedge },
  trees: { order: 20, along: paintTreeRow },
  stakes: { order: 20, along: paintPales },
  bank: { order: 20, along: paintBank },
  timber: { order: 25, along: paintWall },
  bastion: { order: 26, along: (brush, line) => { paintWall(brush, line); paintEarthwork(brush, line); } },
  gabions: { order: 25, along: paintTrench },
  earthwork: { order: 25, along: paintEarthwork },
  rampart: { order: 26, along: paintRampart },
  "stepping-stones": { order: 40, wet: 4.4, over: paintSteppingStones },
  bridge: { order: 41, wet: 4.4, over: paintBridge },
};

/** What nobody has drawn is a dotted line. */
const DOTTED: EdgeArt = {
  order: 30,
  along(brush, line) {
    stroke(brush, [line], brush.palette.halo, 4);
    const diamond: Point[] = [[-1.7, 0], [0, -1.7], [1.7, 0], [0, 1.7]];
    for (const mark of spaced(line, 5.5, 3)) at(brush, mark.at, () => fill(brush, diamond, brush.palette.ink));
  },
};

/** The two pens of a road: the wide one below, the narrow one above, and its dashes. */
export interface RoadArt {
  order: number; // a higher one lies on top
  below: keyof Palette;
  wide: number;
  above: keyof Palette;
  narrow: number;
  dash?: number[];
}

export const ROADS: Record<RoadPattern, RoadArt> = {
  path: { order: 0, below: "trackHalo", wide: 3.4, above: "track", narrow: 1.3, dash: [2.4, 2.8] },
  track: { order: 1, below: "trackHalo", wide: 5.2, above: "track", narrow: 2, dash: [7, 3.4] },
  road: { order: 2, below: "roadCasing", wide: 6.8, above: "road", narrow: 4.5 },
  causeway: { order: 2, below: "ink", wide: 8.2, above: "road", narrow: 4.2 },
  "road-narrow": { order: 2, below: "roadCasing", wide: 4.8, above: "road", narrow: 2.9 },
  "road-wide": { order: 3, below: "roadCasing", wide: 8.4, above: "highway", narrow: 6 },
  railway: { order: 4, below: "ink", wide: 2.2, above: "ink", narrow: 6.4, dash: [1.2, 5] },
};

// ---------------------------------------------------------------- the words of a game

/** Every name that a swatch shows. */
export const CATALOGUE = { terrain: Object.keys(GROUNDS), hexside: Object.keys(EDGES), road: Object.keys(ROADS), feature: Object.keys(FEATURES) };

export interface StateLook {
  fill: string;
  ink: string;
  shape: Shape;
  letter: string; // for where there is no room for words
  figure: readonly string[];
}

export type Looks = ReturnType<typeof looks>;

const KEPT = new WeakMap<Art, Looks>();
const NONE: Art = {};

/** How the words look for which this art was made. */
export function looksOf(art: Art = NONE): Looks {
  let found = KEPT.get(art);
  if (!found) KEPT.set(art, (found = looks(art)));
  return found;
}

function looks({ ground = {}, edges = {}, roads = {}, features = {}, symbols = {}, states = {}, additions = {} }: Art) {
  const places = new Map(Object.keys(ground).map((word, i, all) => [word, i / all.length]));
  const pattern = (word: string): string => own(ground, word)?.pattern ?? word;
  return {
    pattern,
    ground: kept((word): TerrainArt => {
      const known = own(GROUNDS, pattern(word)) ?? plainGround(word);
      const colour = own(ground, word)?.colour ?? "";
      const tint = own(TINTS, colour) ?? (colour.startsWith("#") ? tinted(colour) : {});
      return { ...known, ...tint, order: known.order + (places.get(word) ?? 1) / 2 }; // of one pattern, as the art has them
    }),
    edge: kept((word) => own(EDGES, own(edges, word) ?? word) ?? DOTTED),
    /** A road that nobody has drawn is a track. */
    road: kept((word) => own(ROADS, own(roads, word) ?? word) ?? ROADS.track),
    hasRoad: (word: string) => own(ROADS, own(roads, word) ?? word) !== undefined,
    feature: kept((word): FeaturePainter => own(FEATURES, own(features, word) ?? word) ?? landmark),
    symbol: (word: string): string => own(symbols, word) ?? word,
    addition: (word: string): string => own(additions, word) ?? word,
    state: kept((word): StateLook => {
      const { shape = "box", colour = "", letter = "", figure = [] } = own(states, word) ?? {};
      const grey = colour.startsWith("#") ? colour : GREYS[hashed(word) % GREYS.length]!;
      const [fill, ink] = own(COLOURS, colour) ?? [grey, lightness(grey) > 0.47 ? "#23201a" : "#fffdf5"];
      return { fill, ink, shape: own(SHAPES, shape) ?? SHAPES.box, letter: letter || (word[0] ?? "?").toUpperCase(), figure };
    }),
  };
}

/** What a table says of a word, and nothing that every object has. */
function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** What is worked out for a word once. */
function kept<T>(make: (word: string) => T): (word: string) => T {
  const found = new Map<string, T>();
  return (word) => {
    let known = found.get(word);
    if (known === undefined) found.set(word, (known = make(word)));
    return known;
  };
}
