/** What lies on the board now and what can be chosen there, looked up quickly. Knows nothing of elements. */

import type { Point } from "../api/types";
import { type Direction, distance, type Geometry, type Turn, turned } from "./geometry";
import { squadsOf } from "./groups";
import { geometryOf, kindOf, namesOf } from "./kinds";
import { type Block, blocksOf, layOut, type Pile, type Spot } from "./layout";
import { type Stop, stopsOf } from "./order";
import type { OverlayInput } from "./overlays";
import { markAt } from "./regions";
import { same } from "./reconcile";
import type { BoardConfig, Padding, PlaceChoice } from "./types";

/** A place and the counter there that a click or a key means. */
export interface Meant {
  place: string | null;
  spot: Spot | null;
}

export class Scene {
  geometry: Geometry;
  spots: readonly Spot[] = [];
  piles: readonly Pile[] = [];
  choosable: ReadonlySet<string> = new Set();
  others: ReadonlySet<string> = new Set();
  stops: readonly Stop[] = [];
  private choices: ReadonlyMap<string, PlaceChoice> = new Map();
  private byKey = new Map<string, Spot>();
  private byPlace = new Map<string, Spot[]>();
  private names = new Map<string, string>();

  constructor(public config: BoardConfig) {
    this.geometry = geometryOf(config.map.sheet, turnOf(config.turn));
    this.arrange(new Set(Object.keys(config)));
  }

  /** Takes a change, and tells which parts of the configuration are other ones now. */
  take(change: Partial<BoardConfig>): Set<string> {
    const before = this.config;
    this.config = { ...before, ...change };
    const names = Object.keys(change) as (keyof BoardConfig)[];
    const changed = new Set<string>(names.filter((name) => !Object.is(before[name], this.config[name])));
    if (sameMap(before.map, this.config.map)) changed.delete("map");
    if (turnOf(before.turn) === turnOf(this.config.turn)) changed.delete("turn");
    if (changed.has("map") || changed.has("turn")) this.geometry = geometryOf(this.config.map.sheet, turnOf(this.config.turn));
    this.arrange(changed);
    return changed;
  }

  private arrange(changed: ReadonlySet<string>): void {
    const { config, geometry } = this;
    const any = (...names: (keyof BoardConfig)[]) => names.some((name) => changed.has(name));
    if (any("map")) this.names = namesOf(config.map.sheet);
    if (any("pieces", "map", "turn", "sides")) {
      const { spots, piles } = layOut(config.pieces, geometry, geometry.spread, config.sides);
      [this.spots, this.piles] = [spots, piles];
      this.byKey = new Map(spots.map((spot) => [spot.key, spot]));
      this.byPlace = new Map();
      for (const spot of spots) this.byPlace.set(spot.place, [...(this.byPlace.get(spot.place) ?? []), spot]);
    }
    if (any("choosable")) this.choosable = new Set(config.choosable);
    if (any("others")) this.others = new Set(config.others);
    if (any("choices")) this.choices = new Map(config.choices.toReversed().map((choice) => [choice.place, choice]));
    if (any("choices", "choosable", "others", "pieces", "map", "turn")) {
      const last = stopsOf(this.spots, this.others, [], geometry);
      this.stops = [...stopsOf(this.spots, this.choosable, config.choices, geometry), ...last];
    }
  }

  /** The stacks as blocks, where the game has groups to be seen from afar. */
  get blocks(): ReadonlyMap<string, Block> {
    return this.config.pieces.groups.length && this.geometry.cells ? blocksOf(this.spots) : NO_BLOCKS;
  }

  spot(key: string | null): Spot | null {
    return (key !== null && this.byKey.get(key)) || null;
  }

  stack(place: string | null): readonly Spot[] {
    return (place !== null && this.byPlace.get(place)) || NOBODY;
  }

  /** Whoever stands about a point of a table top, where men are seldom on a point that can be named. */
  standing(place: string): Spot | null {
    const { geometry, spots } = this;
    if (!geometry.figures) return null;
    const at = geometry.centre(place);
    const near = spots.reduce<Spot | null>((best, spot) => (!best || distance(spot.at, at) < distance(best.at, at) ? spot : best), null);
    return near && distance(near.at, at) <= geometry.counter / 2 ? near : null;
  }

  /** The men of a table top within reach of a point among whom one would have to choose. */
  crowd(at: Point, reach: number): Spot[] {
    if (!this.geometry.figures) return [];
    const near = this.spots.filter((spot) => this.canChoose(spot) && distance(spot.at, at) <= reach);
    return near.length > 1 && this.config.on.apart?.(near.map(({ id }) => id)) ? near : [];
  }

  /** The place to choose that a point of a table top is meant for: within its ring. */
  chosenNear(at: Point): string | null {
    const { geometry } = this;
    if (!geometry.figures) return null;
    const near = [...this.choices.keys()].filter((place) => geometry.has(place) && !this.byPlace.has(place) && distance(geometry.centre(place), at) <= geometry.counter * 0.6);
    return near.sort((a, b) => distance(geometry.centre(a), at) - distance(geometry.centre(b), at))[0] ?? null;
  }

  isLegal(place: string | null): place is string {
    return place !== null && (this.choices.has(place) || this.config.regions?.some((region) => markAt(region, place) !== null) === true);
  }

  canChoose(spot: Spot | null): boolean {
    return spot !== null && spot.id !== "" && this.choosable.has(spot.id);
  }

  /** Whether a click on a counter means something: it can be chosen, taken up instead of another, or put down. */
  canTake(spot: Spot | null): boolean {
    return this.canChoose(spot) || (spot !== null && spot.id !== "" && (this.others.has(spot.id) || spot.id === this.config.selected));
  }

  /** Whether all counters of a place can be taken up together. */
  takesWhole(place: string): boolean {
    return this.config.wholes?.includes(place) === true;
  }

  nameOf(place: string): string {
    return this.names.get(place) ?? place;
  }

  get padding(): Padding {
    return { top: 0, right: 0, bottom: 0, left: 0, ...this.config.padding };
  }

  /** Where north is on the screen. */
  get north(): Direction {
    const { sheet } = this.config.map;
    return turned(kindOf(sheet).north(sheet), this.geometry.turn);
  }

  /** A place in words: the ground, who stands there, and what can be done there. */
  wordsOf(place: string, choice: string | null): string {
    const { text } = this.config;
    const stack = this.stack(place);
    const counters = stack.length === 0 ? text("board.here.nobody") : `${stack.map((spot) => spot.counter.words).join("; ")}.`;
    const count = stack.filter((spot) => this.canChoose(spot)).length;
    const can = choice ? text("board.here.choose", { choice }) : count > 0 ? text("board.here.pick", { count }) : text("board.here.none");
    return text("board.here", { words: this.config.map.words[place] ?? this.nameOf(place), counters, can });
  }

  /** What is to be drawn about places. */
  get overlays(): OverlayInput {
    const { config, geometry } = this;
    return {
      geometry,
      choices: config.choices,
      marks: config.marks,
      arrows: config.arrows ?? [],
      markers: config.pieces.markers,
      flags: config.pieces.flags,
      additions: config.pieces.additions,
      art: config.map.sheet.art,
      squads: squadsOf(config.pieces.groups, this.spots, geometry),
      regions: config.regions ?? [],
      ways: config.ways ?? [],
      smoke: config.smoke ?? [],
      occupied: new Set(this.byPlace.keys()),
      text: config.text,
      name: (place) => this.nameOf(place),
    };
  }

  // ---------------------------------------------------------------- clicks out

  /**
   * What a click means: a counter that can be taken up, else a legal place once a counter is chosen, else a counter, else a
   * place. A closed pile that can be taken up whole is (`alone`: it is fanned out, and one is meant). With a finger, which is less exact (`touched` says where), a counter in a legal place is asked about. Tells whether
   * it was something to choose.
   */
  choose({ place, spot }: Meant, touched: Point | null = null, whole = false, alone = false): boolean {
    const { on, selected } = this.config;
    if (place !== null && spot && !alone && selected === null && this.takesWhole(place)) {
      on.place?.(place);
      return true;
    }
    const can = this.canTake(spot);
    const legal = this.isLegal(place);
    const other = spot !== null && this.others.has(spot.id);
    if (legal && other && touched && on.either) on.either(spot.id, place, touched);
    else if (legal && !other && (selected !== null || !can)) on.place?.(place);
    else if (can && spot) on.piece?.(spot.id, spot.place, whole);
    else if (on.tap) on.tap(place, spot?.id || null);
    else if (spot?.id) on.piece?.(spot.id, spot.place, whole);
    else if (place !== null) on.place?.(place);
    return legal || can;
  }

  askWhy({ place, spot }: Meant): void {
    if (place === null) return;
    const { on } = this.config;
    const can = spot ? this.canChoose(spot) : this.isLegal(place);
    if (can) on.tap?.(place, spot?.id || null);
    else on.why?.(place, spot?.id || null);
  }

  hover({ place, spot }: Meant): void {
    this.config.on.hover?.(place, spot?.id || null);
  }
}

const NOBODY: readonly Spot[] = [];
const NO_BLOCKS: ReadonlyMap<string, Block> = new Map();

export function turnOf(quarters = 0): Turn {
  return ((((Math.round(quarters) % 4) + 4) % 4) as Turn);
}

function sameMap(a: BoardConfig["map"], b: BoardConfig["map"]): boolean {
  return a === b || same(a, b);
}
