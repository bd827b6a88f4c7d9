/** The colours of a map by day and by night: the same map, on paper and by lamplight. */

export interface Palette {
  dark: boolean;
  table: string; // what lies about the map
  paper: string;
  blotchDark: string; // the unevenness of a wash, darker and lighter
  blotchLight: string;
  frame: string;
  ink: string; // lettering
  halo: string;
  grid: string;
  number: string;
  numberHalo: string;
  place: string;
  waterName: string;
  waterHalo: string;
  roadName: string;
  shadow: string;
  water: string;
  shallow: string;
  bank: string;
  glint: string;
  meadow: string; // the damp ground along a stream
  slope: string;
  slopeShade: string;
  slopeLight: string;
  wood: string; // fences, rails
  earth: string;
  earthLight: string;
  stone: string;
  roadCasing: string;
  road: string;
  highway: string;
  trackHalo: string;
  track: string;
  entry: string;
  zones: readonly string[];
  gold: string;
  goldEdge: string;
  crossing: string;
}

export const DAY: Palette = {
  dark: false,
  table: "#cdbf9d",
  paper: "#efe6cb",
  blotchDark: "rgba(138,120,52,.085)",
  blotchLight: "rgba(255,252,238,.20)",
  frame: "#4a3b26",
  ink: "#33281a",
  halo: "rgba(251,246,230,.92)",
  grid: "rgba(52,42,22,.40)",
  number: "rgba(58,46,26,.86)",
  numberHalo: "rgba(250,245,228,.60)",
  place: "#33281a",
  waterName: "#1f5480",
  waterHalo: "rgba(214,232,240,.85)",
  roadName: "#6b3f1d",
  shadow: "rgba(45,36,16,.30)",
  water: "#8fb9d3",
  shallow: "#b9d5e2",
  bank: "#3c6f94",
  glint: "rgba(235,246,252,.75)",
  meadow: "rgba(158,178,122,.38)",
  slope: "#6f4d2c",
  slopeShade: "rgba(80,62,34,.036)",
  slopeLight: "rgba(255,251,230,.12)",
  wood: "#5f4327",
  earth: "#7d5c34",
  earthLight: "#c0a06a",
  stone: "#8f8676",
  roadCasing: "#7d5532",
  road: "#ecd7ab",
  highway: "#f2d07f",
  trackHalo: "rgba(246,237,212,.85)",
  track: "#7d5532",
  entry: "#97302a",
  zones: ["#b02a2a", "#6d4296", "#a8660f", "#17696a"],
  gold: "#e8c75a",
  goldEdge: "#7a5a12",
  crossing: "#a3271f",
};

export const NIGHT: Palette = {
  dark: true,
  table: "#16140f",
  paper: "#3a3a33",
  blotchDark: "rgba(0,0,0,.16)",
  blotchLight: "rgba(255,244,214,.035)",
  frame: "#8f815f",
  ink: "#ece2c8",
  halo: "rgba(22,23,21,.88)",
  grid: "rgba(236,226,200,.24)",
  number: "rgba(226,216,190,.80)",
  numberHalo: "rgba(20,22,20,.55)",
  place: "#f2e8cd",
  waterName: "#a9d3ee",
  waterHalo: "rgba(14,28,40,.85)",
  roadName: "#e3bd8b",
  shadow: "rgba(0,0,0,.45)",
  water: "#28506b",
  shallow: "#34617c",
  bank: "#6fa5c4",
  glint: "rgba(170,210,232,.40)",
  meadow: "rgba(60,84,62,.45)",
  slope: "#c09a6c",
  slopeShade: "rgba(0,0,0,.065)",
  slopeLight: "rgba(255,238,200,.03)",
  wood: "#c8a678",
  earth: "#8d6a3f",
  earthLight: "#b9935a",
  stone: "#8b867b",
  roadCasing: "#1f1a13",
  road: "#a58b61",
  highway: "#c79a4a",
  trackHalo: "rgba(26,24,20,.75)",
  track: "#c9a877",
  entry: "#c4473d",
  zones: ["#ff7a6b", "#c39bf0", "#f3b04e", "#58d0c8"],
  gold: "#c9a53c",
  goldEdge: "#f1dc95",
  crossing: "#ff7466",
};

export function palette(dark: boolean): Palette {
  return dark ? NIGHT : DAY;
}

/** A colour by day and by night. */
export type Tone = readonly [day: string, night: string];

export function toned(tone: Tone, dark: boolean): string {
  return tone[dark ? 1 : 0];
}

/** A colour of six hexadecimal digits made lighter (above 0) or darker, as far as white or black at 1. */
export function shaded(colour: string, by: number): string {
  const parts = channels(colour);
  if (!parts) return colour;
  const goal = by > 0 ? 255 : 0;
  return `#${parts.map((value) => Math.round(value + (goal - value) * Math.abs(by)).toString(16).padStart(2, "0")).join("")}`;
}

/** A colour between two. */
export function blended(a: string, b: string, part: number): string {
  const [from, to] = [channels(a), channels(b)];
  if (!from || !to) return a;
  return `#${from.map((value, i) => Math.round(value + (to[i]! - value) * part).toString(16).padStart(2, "0")).join("")}`;
}

/** How light a colour is to the eye, from 0 to 1. */
export function lightness(colour: string): number {
  const [r, g, b] = channels(colour) ?? [128, 128, 128];
  return (0.2126 * r! + 0.7152 * g! + 0.0722 * b!) / 255;
}

/** The red, green and blue of `#rrggbb` or `#rgb`. */
function channels(colour: string): number[] | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const long = short ? short.slice(1).map((digit) => digit + digit) : /^#(..)(..)(..)$/.exec(colour)?.slice(1);
  const found = long?.map((digits) => parseInt(digits, 16));
  return found && found.every((value) => Number.isFinite(value)) ? found : null;
}
