/** Where counters lie: piled in a hex, spread in an area, fanned out to be chosen. Pure arithmetic. */

import type { Counter, Pieces, Point } from "../api/types";
import type { Box, Geometry } from "./geometry";
import { numbersOf } from "./painting/numerals";

/** One counter on the board: its key, where it lies (its centre), how high, and what it shows. */
export interface Spot {
  key: string;
  id: string;
  place: string;
  stack: number; // which stack of its place
  index: number; // from the bottom
  count: number; // of the counters in its stack
  at: Point;
  layer: number; // the higher lies above
  counter: Counter;
  side: number; // which of the sides it belongs to, or -1
}

/** A stack as a whole, for what is drawn about it: how many, and the bank of earth before it. */
export interface Pile {
  key: string;
  place: string;
  box: Box;
  count: number;
  covered: boolean; // whether some lie below others
  colour: string;
  entrenched: boolean;
  led: boolean; // whether a leader lies below others
}

const STEP = 4.2;
const RISE = 17; // all steps of a pile together
const HIDDEN = 0.5; // how much of a counter the next one leaves free in an area
const OPEN = 1.03;
export const FAN_GAP = 11;
const FOOT = 0.42; // of a counter: the room for words below a fan

/** Every counter on the map with its place on the board. Counters of places that the map does not know are left out. */
export function layOut(pieces: Pieces, geometry: Geometry, spread: boolean, sides: readonly string[] = []): { spots: Spot[]; piles: Pile[] } {
  const spots: Spot[] = [];
  const piles: Pile[] = [];
  const already = new Map<string, number>();
  const taken = new Set<string>();
  for (const stack of pieces.stacks) {
    if (!geometry.has(stack.place) || stack.counters.length === 0) continue;
    const number = already.get(stack.place) ?? 0;
    already.set(stack.place, number + 1);
    const size = geometry.counter;
    const middle = shifted(geometry.centre(stack.place), spread ? [8 * number, size * 0.7 * number] : [10 * number, 10 * number]);
    const inRow = spread || stack.counters.length * size * OPEN <= (geometry.rowIn?.(stack.place) ?? 0);
    const offsets = inRow ? rowOffsets(stack.counters, size) : pileOffsets(stack.counters.length);
    const ground = Math.round(middle[1]) * 100;
    stack.counters.forEach((counter, index) => {
      const key = keyOf(counter.id, stack.place, number, index, taken);
      const at = shifted(middle, offsets[index]!);
      const layer = ground + index;
      spots.push({ key, id: counter.id, place: stack.place, stack: number, index, count: stack.counters.length, at, layer, counter, side: sides.indexOf(stack.side ?? "") });
    });
    piles.push({
      key: `${stack.place}/${number}`,
      place: stack.place,
      box: boxOf(offsets.map((offset) => shifted(middle, offset)), size),
      count: stack.counters.length,
      covered: stack.counters.length > 1 && (!inRow || stack.counters.every(isFaceless)),
      colour: stack.colour ?? "",
      entrenched: stack.entrenched ?? false,
      led: !inRow && stack.counters.slice(0, -1).some((counter) => counter.rank > 0),
    });
  }
  return { spots, piles };
}

/** A counter whose face is hidden has no id: it is known by where it lies. */
function keyOf(id: string, place: string, stack: number, index: number, taken: Set<string>): string {
  const key = id && !taken.has(id) ? id : `?${place}/${stack}/${index}`;
  taken.add(key);
  return key;
}

function pileOffsets(count: number): Point[] {
  const step = count > 1 ? Math.min(STEP, RISE / (count - 1)) : 0;
  return Array.from({ length: count }, (_, i) => [(i - (count - 1) / 2) * step, ((count - 1) / 2 - i) * step]);
}

function rowOffsets(counters: readonly Counter[], size: number): Point[] {
  const step = size * (counters.every(isFaceless) ? HIDDEN : OPEN);
  return counters.map((_, i) => [(i - (counters.length - 1) / 2) * step, 0]);
}

/** A counter that shows this player nothing but whose it is. */
export function isFaceless(counter: Counter): boolean {
  return counter.id === "" || (counter.name === "" && counter.values === "");
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

function boxOf(centres: Point[], size: number): Box {
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - size / 2, Math.min(...ys) - size / 2];
  return { left, top, width: Math.max(...xs) + size / 2 - left, height: Math.max(...ys) + size / 2 - top };
}

// ---------------------------------------------------------------- from afar

/** A stack as one block: what can be seen of it from afar. */
export interface Block {
  top: Counter;
  strength: number;
  count: number;
}

/** The first of the numbers on a counter. */
export function strengthOf(counter: Counter): number {
  return parseInt(numbersOf(counter.values)[0] ?? "", 10) || 0;
}

/** Every stack of more than nothing, by the key of the counter on top of it. */
export function blocksOf(spots: readonly Spot[]): Map<string, Block> {
  const found = new Map<string, Block>();
  const sums = new Map<string, number>();
  for (const spot of spots) {
    const stack = `${spot.place}/${spot.stack}`;
    sums.set(stack, (sums.get(stack) ?? 0) + strengthOf(spot.counter));
    if (spot.index === spot.count - 1) found.set(spot.key, { top: spot.counter, strength: sums.get(stack)!, count: spot.count });
  }
  return found;
}

// ---------------------------------------------------------------- fanned out

export interface Fan {
  place: string;
  plate: Box;
  at: Map<string, Point>; // by key: where the centre of each counter goes
  grown: number; // how much larger counters are shown
}

/**
 * The counters of a place side by side, large enough to be touched, on a plate over their place and within what is seen.
 * The bottom counter comes first; each stack has rows of its own.
 */
export function fanOut(place: string, spots: readonly Spot[], size: number, scale: number, within: Box, least = 44, foot = false): Fan {
  const grown = Math.max(1.12, least / (size * scale));
  const cell = size * grown;
  const gap = FAN_GAP * grown;
  const widest = Math.max(2, Math.min(6, Math.floor((within.width - gap) / (cell + gap))));
  const rows: Spot[][] = [];
  const stacks = new Set(spots.map((spot) => spot.stack));
  for (const stack of [...stacks].sort((a, b) => a - b)) {
    const members = spots.filter((spot) => spot.stack === stack).sort((a, b) => a.index - b.index);
    const lines = Math.ceil(members.length / widest);
    const each = Math.ceil(members.length / lines);
    for (let i = 0; i < members.length; i += each) rows.push(members.slice(i, i + each));
  }
  const columns = Math.max(...rows.map((row) => row.length));
  const width = columns * (cell + gap) + gap;
  const height = rows.length * (cell + gap) + gap + (foot ? cell * FOOT : 0);
  const middle = middleOf(spots);
  const left = kept(middle[0] - width / 2, width, within.left, within.width);
  const top = kept(middle[1] - height / 2, height, within.top, within.height);
  const at = new Map<string, Point>();
  rows.forEach((row, down) => {
    const indent = (width - row.length * (cell + gap) - gap) / 2 + gap + cell / 2;
    row.forEach((spot, across) => at.set(spot.key, [left + indent + across * (cell + gap), top + gap + cell / 2 + down * (cell + gap)]));
  });
  return { place, plate: { left, top, width, height }, at, grown };
}

function middleOf(spots: readonly Spot[]): Point {
  const sum = spots.reduce<Point>(([x, y], spot) => [x + spot.at[0], y + spot.at[1]], [0, 0]);
  return [sum[0] / spots.length, sum[1] / spots.length];
}

function kept(at: number, length: number, from: number, room: number): number {
  return length >= room ? from + (room - length) / 2 : Math.min(from + room - length, Math.max(from, at));
}
