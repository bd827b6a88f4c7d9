/** Every frame, badge, dot and arrow that the board draws over the map, small, for the legend. */

import type { ArrowKind, ChoiceKind, MarkKind, Way } from "../board/types";
import type { Key } from "../texts";

/** The colours that the board has for them, by day and by night. */
const COLOURS = {
  go: ["#007a55", "#2fd6a0"], attack: ["#c8361a", "#ff7750"], place: ["#0a5cb0", "#6fb8ff"], other: ["#843a9c", "#dd9cf0"],
  ink: ["#23190d", "#f4ecd8"], reach: ["#c99700", "#ffd95e"], zone: ["#a3151f", "#ff8d84"], gold: ["#ffcf33", "#ffcf33"],
} as const;
type Colour = keyof typeof COLOURS;

export interface Drawn {
  words: Key;
  svg: (dark: boolean) => string;
}

const HEX = "M14 3H30L39 15L30 27H14L5 15Z";
const sheet = (body: string): string => `<svg viewBox="0 0 44 30" width="44" height="30">${body}</svg>`;
const of = (colour: Colour, dark: boolean): string => COLOURS[colour][dark ? 1 : 0];

const hex = (colour: Colour, more = "", fill = 0.14, wide = 2.4) => (dark: boolean): string =>
  sheet(`<path d="${HEX}" fill="${of(colour, dark)}" fill-opacity="${fill}" stroke="${of(colour, dark)}" stroke-width="${wide}" ${more}/>`);
const arrow = (colour: Colour, more = "") => (dark: boolean): string =>
  sheet(`<path d="M5 15H33" stroke="${of(colour, dark)}" stroke-width="4" ${more}/><path d="M30 7L41 15L30 23Z" fill="${of(colour, dark)}"/>`);
const counter = (frame: string, more = "") => (): string =>
  sheet(`<rect x="11" y="5" width="22" height="22" rx="3" fill="#b9b2a2" stroke="#10130f"/>${frame ? `<rect x="9" y="3" width="26" height="26" rx="4" fill="none" stroke="${frame}" stroke-width="3"/>` : ""}${more}`);
const badge = (sign: string, fill: string, ink: string, x: number) =>
  counter("", `<circle cx="${x}" cy="6" r="5.6" fill="${fill}" stroke="#10130f"/><text x="${x}" y="9" font-size="8" font-weight="700" text-anchor="middle" fill="${ink}">${sign}</text>`);

export const CHOICES: Record<ChoiceKind, Drawn> = {
  go: { words: "marks.go", svg: hex("go") },
  attack: { words: "marks.attack", svg: hex("attack", "", 0.14, 3.6) },
  place: { words: "marks.place", svg: hex("place", 'stroke-dasharray="6 3"') },
  other: { words: "marks.other", svg: hex("other", 'stroke-dasharray="1 5" stroke-linecap="round"') },
};

export const MARKS: Record<MarkKind, Drawn> = {
  reach: { words: "marks.reach", svg: hex("reach", "", 0.26) },
  zone: { words: "marks.zone", svg: (dark) => sheet(`<path d="${HEX}" fill="none" stroke="${of("zone", dark)}"/><path d="M12 24L24 5M20 26L33 7M8 17L17 4M29 26L36 14" stroke="${of("zone", dark)}" stroke-width="2"/>`) },
  sight: { words: "marks.sight", svg: (dark) => sheet(`<path d="${HEX}" fill="none" stroke="${of("place", dark)}" stroke-opacity=".6"/>${[14, 22, 30].map((x) => `<circle cx="${x}" cy="15" r="2" fill="${of("place", dark)}"/>`).join("")}`) },
  path: { words: "marks.path", svg: (dark) => sheet(`<path d="M5 22Q18 4 39 12" fill="none" stroke="${of("go", dark)}" stroke-width="3.4"/>`) },
  highlight: { words: "marks.highlight", svg: hex("gold", "", 0, 4) },
  target: { words: "marks.target", svg: hex("attack", "", 0) },
  spread: { words: "marks.spread", svg: (dark) => sheet(`<path d="${HEX}" fill="${of("attack", dark)}" fill-opacity=".4" stroke="${of("attack", dark)}"/><text x="22" y="19" font-size="10.5" font-weight="700" text-anchor="middle" fill="currentColor">40%</text>`) },
  owing: { words: "marks.owing", svg: (dark) => sheet(`<circle cx="22" cy="15" r="10.5" fill="${of("attack", dark)}" stroke="#10130f"/><text x="22" y="20.8" font-size="16" font-weight="700" text-anchor="middle" fill="#fff">!</text>`) },
  pointer: { words: "marks.pointer", svg: (dark) => sheet(`<path d="M16 3H28L22 11Z M16 27H28L22 19Z" fill="${of("gold", dark)}" stroke="#10130f"/>`) },
};

export const ARROWS: Record<ArrowKind, Drawn> = {
  attack: { words: "marks.arrow.attack", svg: arrow("attack") },
  move: { words: "marks.arrow.move", svg: arrow("go") },
  trail: { words: "marks.arrow.trail", svg: arrow("gold") },
  sight: { words: "marks.arrow.sight", svg: arrow("place", 'stroke-dasharray="2 4"') },
  covered: { words: "marks.arrow.covered", svg: arrow("other", 'stroke-dasharray="8 4"') },
  blocked: { words: "marks.arrow.blocked", svg: arrow("attack", 'stroke-dasharray="2 4"') },
};

/** A way bends once, and where it crosses a fence there is a bar. */
const way = (colour: Colour, more = "", crossed = false) => (dark: boolean): string =>
  sheet(
    `<path d="M4 25L18 8L33 13" fill="none" stroke="${of(colour, dark)}" stroke-width="3" ${more}/><path d="M32 7L42 16L29 19Z" fill="${of(colour, dark)}"/>` +
      (crossed ? `<path d="M6.500 12.500L15.500 20" stroke="${of(colour, dark)}" stroke-width="3"/>` : ""),
  );

export const WAYS: Record<Way["kind"], Drawn> = {
  declared: { words: "marks.way.declared", svg: way("ink", "", true) },
  offered: { words: "marks.way.offered", svg: way("ink", 'stroke-dasharray="6 5"') },
  taken: { words: "marks.way.taken", svg: way("gold", 'stroke-dasharray="1 5" stroke-linecap="round"') },
};

export const COUNTERS: Record<"can" | "is" | "count" | "leader" | "side" | "steps", Drawn> = {
  can: { words: "marks.can", svg: counter("#fff", '<path d="M17 0H27L22 6Z" fill="#fff" stroke="#10130f"/>') },
  is: { words: "marks.is", svg: counter("#ffcf33") },
  count: { words: "marks.count", svg: badge("3", "#1c1a16", "#fff", 11) },
  leader: { words: "marks.leader", svg: badge("★", "#f4e2a4", "#5a3d05", 33) },
  side: { words: "marks.side", svg: counter("", '<rect x="33" y="11" width="4.500" height="10" rx="2" fill="#f6efd9" stroke="#10130f"/>') },
  steps: { words: "marks.steps", svg: counter("", '<rect x="26" y="8" width="5" height="5" fill="#fff" stroke="#10130f" stroke-width=".6"/><rect x="26" y="15" width="5" height="5" fill="none" stroke="#10130f" stroke-width=".6"/>') },
};
