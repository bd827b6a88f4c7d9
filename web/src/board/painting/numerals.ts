/** The numbers of a counter, laid out so that each keeps its size: pure arithmetic. */

import { widthOf } from "./text";

/** One number: what is written, where its middle is, how wide it is held to; below zero it stands on a plate of its own. */
export interface Numeral {
  text: string;
  at: number;
  width: number;
  plate: number; // how wide its plate is; 0: it has none
}

export interface Numerals {
  size: number;
  numerals: Numeral[];
  bars: number[]; // the middles of the bars between them, where there is room for bars
}

const MINUS = "−";
const GAP = 0.31; // between two numbers, in parts of their size: room for a bar
const NARROW = 0.1; // the same without a bar
const MARGIN = 0.1; // of a plate about its number
const TIGHT = 0.84; // how far a number may be squeezed before all are made smaller

/** The numbers of `3-(-1)-4`: a hyphen in brackets is a sign, any other stands between two numbers. */
export function numbersOf(values: string): string[] {
  return values.split(/-(?![^(]*\))/).map((part) => part.replace(/^\((.*)\)$/, "$1").replace(/^-(?=\d)/, MINUS));
}

/**
 * The numbers side by side about the origin, in a room so wide. What is too wide loses its bars first, then every number is held
 * a little narrower, and only then are they all written smaller.
 */
export function laidOut(values: string, room: number, size: number): Numerals {
  const texts = numbersOf(values);
  const breadths = texts.map((text) => breadth(text));
  const plates = texts.map((text) => (text.startsWith(MINUS) ? 2 * MARGIN : 0));
  const own = sum(breadths);
  const [edges, gaps] = [sum(plates), texts.length - 1];
  const fits = (gap: number, squeeze: number) => (own * squeeze + edges + gaps * gap) * size <= room;
  const gap = fits(GAP, 1) ? GAP : NARROW;
  const squeeze = fits(gap, 1) ? 1 : Math.max(TIGHT, (room / size - edges - gaps * gap) / (own || 1));
  const wide = own * squeeze + edges + gaps * gap;
  const held = Math.min(size, room / (wide || 1));
  const bars: number[] = [];
  let left = (-wide * held) / 2;
  const numerals = texts.map((text, i): Numeral => {
    const width = breadths[i]! * squeeze * held;
    const all = width + plates[i]! * held;
    const at = left + all / 2;
    left += all;
    if (i < gaps && gap === GAP) bars.push(left + (gap * held) / 2);
    left += gap * held;
    return { text, at, width, plate: plates[i] ? all : 0 };
  });
  return { size: held, numerals, bars };
}

/** How wide a number is, in parts of its size; its sign is written narrow. */
function breadth(text: string): number {
  return text.startsWith(MINUS) ? widthOf(text.slice(1), 1) + 0.42 : widthOf(text, 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
