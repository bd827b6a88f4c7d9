/** What the board takes and gives: configuration in, clicks out. It knows no rules. */

import type { Counter, Pieces, Point, SheetMap } from "../api/types";
import type { BoardRegion } from "./regions";

export type ChoiceKind = "go" | "attack" | "place" | "other";
export type MarkKind = "reach" | "zone" | "sight" | "path" | "highlight" | "target" | "spread" | "pointer" | "owing";
export type ArrowKind = "attack" | "move" | "trail" | "sight" | "covered" | "blocked";

/** A place that can be chosen now; `label` is short (a cost), `words` are for a label that is read out. */
export interface PlaceChoice {
  place: string;
  label?: string;
  kind: ChoiceKind;
  words?: string;
}

/** Something shown about a place. Marks of kind "path" make a line in the order in which they stand; `weight`: how strong, 0 to 1. */
export interface Mark {
  place: string;
  label: string;
  kind: MarkKind;
  weight?: number;
}

/** A line from place to place: an attack, a line of sight, clear or blocked. */
export interface Arrow {
  from: string;
  to: string;
  kind: ArrowKind;
  label?: string;
  broken?: string; // where something is in the way of a line of sight
}

/** Smoke over a place; the older, the thinner. */
export interface Puff {
  place: string;
  age: number; // 0: just now
}

/** A way from place to place: declared so far, what a click would add to it, or taken just now. */
export interface Way {
  kind: "declared" | "offered" | "taken";
  places: string[];
  lengths: string[]; // up to each place after the first
  tolls: { place: string; text: string }[]; // what it pays besides, and where
  text: string; // the sum, at its end
  goesOn: boolean; // its end has still to be declared
}

export type Text = (key: string, args?: Record<string, string | number>) => string;

/**
 * What the board tells. `piece` and `place` name only what can be chosen; `tap` and `why` only what cannot. Without `tap`, other
 * clicks go to `piece` and `place`, too.
 */
export interface BoardEvents {
  place?(place: string): void;
  apart?(ids: string[]): boolean; // whether these counters lead to different choices
  piece?(id: string, place: string, whole: boolean): void; // whole: with the Shift key, for all of its stack
  either?(id: string, place: string, at: Point): void; // a counter that can be taken up, in a place that can be chosen
  lift?(id: string, place: string): void; // a counter is dragged
  drop?(place: string | null): void; // and dropped
  hover?(place: string | null, id: string | null): void;
  why?(place: string, id: string | null): void; // right-click, long press or Alt+Enter on what cannot be chosen
  tap?(place: string | null, id: string | null): void; // a plain click on what cannot be chosen; null: beside the map
  clear?(): void; // Escape
  measured?(from: string | null, place: string, to: string | null): void; // with the ruler: from a counter, if one stands there, to a place and who stands there
  hidden?(hidden: boolean): void; // the player hid the counters, or showed them again
  magnified?(magnified: boolean): void;
  turned?(quarters: number): void;
  drawn?(): void; // the map can be seen for the first time
}

export interface BoardConfig {
  map: SheetMap;
  pieces: Pieces;
  sides?: string[]; // the sides in their order: the counters of each but the first carry a mark of their own
  own?: string[]; // whose counters are one's own: where most of them are the map opens
  choices: PlaceChoice[]; // exactly the legal ones,
  regions?: BoardRegion[]; // with those that differ only in a point
  choosable: string[]; // counters that can be chosen
  others?: string[]; // counters that can be taken up instead of the selected one
  wholes?: string[]; // places whose counters can be taken up all together
  along?: string[]; // counters that go along with it
  selected: string | null; // counter
  beyond?: string[]; // places that are pointed to from the edge while they are out of sight
  marks: Mark[];
  arrows?: Arrow[];
  ways?: Way[];
  smoke?: Puff[];
  hidden: boolean;
  magnified: boolean;
  dark: boolean;
  turn?: number; // quarters clockwise
  padding?: Partial<Padding>; // how much of the board lies under panels, in pixels
  buttons?: "all" | "compass" | "none"; // on the board itself: zoom, fit, turn, hide, magnify; or the north arrow alone, which turns it
  keys?: Partial<Keys>; // if given, the board takes them when it has the focus; `key()` takes them anyhow
  text: Text;
  on: BoardEvents;
}

/** The keys that need no modifier: by default h, m, r (with Shift the other way round) and 0. */
export interface Keys {
  hide: string;
  magnify: string;
  turn: string;
  fit: string;
}

export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Board {
  set(change: Partial<BoardConfig>): void;
  fit(): void;
  zoom(factor: number): void;
  rotate(quarters?: number): void;
  show(places: string[]): void;
  suggest(places: string[]): void; // the same, unless the pointer is on the map, which then stays as it is
  focus(place: string): void;
  measure(): void; // take up the ruler or put it away; with the keyboard, measure from the cursor, then to it
  putAway(): void; // the ruler
  key(event: KeyboardEvent): boolean; // whether it was one of the board's keys
  carry(counter: Counter, at: Point): void; // a counter from beside the board is dragged; points are those of the window
  drop(at: Point): void; // and dropped
  destroy(): void;
}

export type { Counter, Pieces, SheetMap };
