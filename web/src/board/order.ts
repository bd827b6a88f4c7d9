/** In which order the Tab key goes through what can be chosen. Pure. */

import type { Point } from "../api/types";
import { type Geometry, HEIGHT } from "./geometry";
import type { Spot } from "./layout";
import type { PlaceChoice } from "./types";

/** A counter or a place on which the keyboard can stop. */
export interface Stop {
  kind: "piece" | "place";
  key: string; // of the counter, or the place
  place: string;
}

/** Counters that can be chosen, then places; each as one reads a page. */
export function stopsOf(spots: readonly Spot[], choosable: ReadonlySet<string>, choices: readonly PlaceChoice[], geometry: Geometry): Stop[] {
  const counters = spots
    .filter((spot) => spot.id !== "" && choosable.has(spot.id))
    .sort((a, b) => reading(geometry.centre(a.place), geometry.centre(b.place)) || a.stack - b.stack || a.index - b.index)
    .map<Stop>((spot) => ({ kind: "piece", key: spot.key, place: spot.place }));
  const places = [...new Set(choices.map((choice) => choice.place))]
    .filter((place) => geometry.has(place))
    .sort((a, b) => reading(geometry.centre(a), geometry.centre(b)))
    .map<Stop>((place) => ({ kind: "place", key: place, place }));
  return [...counters, ...places];
}

/** From top to bottom, and from left to right in what looks like a line. */
export function reading(a: Point, b: Point): number {
  const line = ([, y]: Point) => Math.floor(y / HEIGHT + 0.01);
  return line(a) - line(b) || a[0] - b[0] || a[1] - b[1];
}

/** The stop after (or before) this one; null where the list ends, and focus leaves the board. */
export function nextStop(stops: readonly Stop[], now: Pick<Stop, "kind" | "key"> | null, step: 1 | -1): Stop | null {
  const index = now ? stops.findIndex((stop) => stop.kind === now.kind && stop.key === now.key) : -1;
  if (index < 0) return (step === 1 ? stops[0] : stops[stops.length - 1]) ?? null;
  return stops[index + step] ?? null;
}
