/**
 * Ways on the map: one that is being declared, the rest of it to where the pointer is, one that was taken.
 *
 * A declared way is a full line, what a click would add is dashed, and what was taken is dotted; bars show where it pays a toll.
 */

import type { Point } from "../api/types";
import { escaped, short } from "./dom";
import { between, distance, type Geometry } from "./geometry";
import type { Item } from "./overlays";
import type { Way } from "./types";

const LINES = 1;
const LABELS = 2;
const HEAD = 15;
const BAR = 10; // half the length of the bar where a toll is paid
const ABOVE = 21; // how far above a point its label stands

export function waysOf(ways: readonly Way[], geometry: Geometry): Item[] {
  return ways.filter(({ places }) => places.length > 1 && places.every((place) => geometry.has(place))).flatMap((way, i) => [
    { key: `way ${i}`, what: way, markup: `<g class="way ${way.kind}" aria-hidden="true">${lineOf(way, geometry)}</g>`, rank: LINES },
    { key: `labels of way ${i}`, what: way, markup: `<g class="way ${way.kind}">${labelsOf(way, geometry)}</g>`, rank: LABELS },
  ]);
}

function lineOf({ places, tolls, goesOn }: Way, geometry: Geometry): string {
  const points = places.map((place) => geometry.centre(place));
  const [before, end] = points.slice(-2) as [Point, Point];
  const drawn = goesOn ? points : [...points.slice(0, -1), between(end, before, Math.min(1, HEAD / Math.max(1, distance(before, end))))];
  const d = `M${drawn.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;
  const bends = points.slice(1, goesOn ? undefined : -1).map(([x, y]) => `<circle class="bend" cx="${short(x)}" cy="${short(y)}" r="5"/>`).join("");
  const bars = tolls.filter(({ place }) => geometry.has(place)).map(({ place }) => barAt(geometry.centre(place), points)).join("");
  return `<path class="casing" d="${d}"/><path class="line" d="${d}"/>${bars}${bends}${goesOn ? "" : headAt(before, end)}`;
}

/** A bar across the leg that runs through a point. */
function barAt(at: Point, points: readonly Point[]): string {
  const turns = points.slice(1).map((b, i) => ({ b, a: points[i]!, off: distance(points[i]!, at) + distance(at, b) - distance(points[i]!, b) }));
  const { a, b } = turns.reduce((best, leg) => (leg.off < best.off ? leg : best));
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const d = `M0 ${-BAR}V${BAR}`;
  return `<g class="bar" transform="translate(${short(at[0])} ${short(at[1])}) rotate(${short(turn)})"><path class="casing" d="${d}"/><path class="line" d="${d}"/></g>`;
}

function headAt(from: Point, end: Point): string {
  const turn = (Math.atan2(end[1] - from[1], end[0] - from[0]) * 180) / Math.PI;
  const d = `M0 0L${-HEAD} ${-HEAD * 0.62}L${-HEAD * 0.72} 0L${-HEAD} ${HEAD * 0.62}Z`;
  return `<path class="head" transform="translate(${short(end[0])} ${short(end[1])}) rotate(${short(turn)})" d="${d}"/>`;
}

/** How far it is up to each bend, each toll, and at the end the sum. */
function labelsOf({ places, lengths, tolls, text }: Way, geometry: Geometry): string {
  const bends = places.slice(1, -1).map((place, i) => plate(geometry.centre(place), lengths[i] ?? "", "far"));
  const paid = tolls.filter(({ place }) => geometry.has(place)).map((toll) => plate(geometry.centre(toll.place), toll.text, "toll"));
  return [...bends, ...paid, plate(geometry.centre(places.at(-1)!), text, "sum")].join("");
}

/** A label above a point; of what a toll is for, below it. */
function plate([x, y]: Point, text: string, kind: "far" | "toll" | "sum"): string {
  if (!text) return "";
  const half = text.length * (kind === "sum" ? 4.1 : 3.7) + 6;
  const down = kind === "toll" ? ABOVE : kind === "sum" ? -ABOVE - 5 : -ABOVE;
  return (
    `<g class="${kind}" transform="translate(${short(x)} ${short(y)})"><g class="sized"><g transform="translate(0 ${down})">` +
    `<rect class="frame" x="${short(-half)}" y="-10" width="${short(2 * half)}" height="20" rx="${kind === "toll" ? 3 : 10}"/><text class="words" y="4.8">${escaped(text)}</text></g></g></g>`
  );
}
