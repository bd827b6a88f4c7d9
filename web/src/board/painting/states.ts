/** How the states of a unit show on its counter: by a shape, a word and a letter. A game may bring its own: `registerState`. */

import { hashed } from "./chance";
import { short } from "./symbols";

/** A band about the origin, so wide and so high to either side. */
export type Shape = (wide: number, high: number) => string;

export interface StateArt {
  fill: string;
  ink: string;
  shape: Shape;
  letter: string; // for where there is no room for words
}

const STATES = new Map<string, StateArt>();

export function registerState(word: string, art: StateArt): void {
  STATES.set(word, art);
}

export function knownStates(): string[] {
  return [...STATES.keys()];
}

/** How a state looks; one that nobody has drawn is a plain box with its word. */
export function stateArt(word: string): StateArt {
  const grey = GREYS[hashed(word) % GREYS.length]!;
  return STATES.get(word) ?? { fill: grey, ink: "#23201a", shape: box, letter: (word[0] ?? "?").toUpperCase() };
}

const GREYS = ["#e8e2d2", "#d8dde0", "#e0d8e0"];

function outline(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

export const box: Shape = (w, h) => outline([[-w, -h], [w, -h], [w, h], [-w, h]]);
export const slanted: Shape = (w, h) => outline([[-w + h * 0.9, -h], [w, -h], [w - h * 0.9, h], [-w, h]]);
export const pill: Shape = (w, h) => {
  const [left, right, end] = [short(-w + h), short(w - h), `A${short(h)} ${short(h)} 0 0 1`];
  return `M${left} ${short(-h)}H${right}${end} ${right} ${short(h)}H${left}${end} ${left} ${short(-h)}Z`;
};
export const arrow: Shape = (w, h) => outline([[w, -h], [-w + h, -h], [-w, 0], [-w + h, h], [w, h]]);
export const tag: Shape = (w, h) => outline([[-w, -h], [w - h, -h], [w, 0], [w - h, h], [-w, h]]);
export const sack: Shape = (w, h) => outline([[-w, h], [-w + h * 0.8, -h], [w - h * 0.8, -h], [w, h]]);
export const basket: Shape = (w, h) => outline([[-w, -h], [w, -h], [w - h, h], [-w + h, h]]);

export const leaning: Shape = (w, h) => outline([[-w, -h], [w - h * 0.9, -h], [w, h], [-w + h * 0.9, h]]);
export const notched: Shape = (w, h) => outline([[-w, -h], [-h * 0.7, -h], [0, -h * 0.1], [h * 0.7, -h], [w, -h], [w, h], [h * 0.7, h], [0, h * 0.5], [-h * 0.7, h], [-w, h]]);
export const hexagon: Shape = (w, h) => outline([[-w, 0], [-w + h, -h], [w - h, -h], [w, 0], [w - h, h], [-w + h, h]]);
export const chevron: Shape = (w, h) => outline([[-w, -h], [w - h, -h], [w, 0], [w - h, h], [-w, h], [-w + h, 0]]);

/** A band broken along both edges; the longer it is, the more often. */
export const jagged: Shape = (w, h) => {
  const teeth = Math.max(3, 2 * Math.round(w / h) - 1);
  const out = (i: number) => (i % 2 ? h * 0.4 : -h * 0.1);
  const edge = (from: number, y: number): [number, number][] =>
    Array.from({ length: teeth + 1 }, (_, i) => [from - (Math.sign(from) * 2 * w * i) / teeth, y + Math.sign(y) * out(i)]);
  return outline([...edge(-w, -h), ...edge(w, h)]);
};

/** Puffs of smoke. */
export const cloud: Shape = (w, h) => {
  const puffs = Math.max(2, Math.round(w / h));
  const [each, half, puff] = [short((2 * w) / puffs), short(w / puffs), short(h * 0.75)];
  const [above, below] = [`q${half}-${puff} ${each} 0`, `q-${half} ${puff}-${each} 0`].map((one) => one.repeat(puffs));
  return `M${short(-w)} ${short(-h * 0.75)}${above}V${short(h * 0.75)}${below}Z`;
};

/** A band that flows. */
export const wavy: Shape = (w, h) => {
  const quarter = short(w / 4);
  const half = short(w / 2);
  const high = short(h * 0.6);
  const [above, below] = [`q${quarter}-${high} ${half} 0t${half} 0`, `q-${quarter}-${high}-${half} 0t-${half} 0`];
  return `M${short(-w)} ${short(-h)}${above}${above}V${short(h)}${below}${below}Z`;
};

/** A band that swells in the middle, as if seen through mist. */
export const swollen: Shape = (w, h) =>
  `M${short(-w)} ${short(-h * 0.5)}Q0 ${short(-h * 1.5)} ${short(w)} ${short(-h * 0.5)}V${short(h * 0.5)}Q0 ${short(h * 1.5)} ${short(-w)} ${short(h * 0.5)}Z`;

/** A band that is narrow in the middle. */
export const waisted: Shape = (w, h) => outline([[-w, -h], [0, -h * 0.6], [w, -h], [w, h], [0, h * 0.6], [-w, h]]);

registerState("disrupted", { fill: "#f6bb2f", ink: "#3a2600", shape: slanted, letter: "D" });
registerState("shattered", { fill: "#1f1a17", ink: "#ffab94", shape: jagged, letter: "S" });
registerState("pinned", { fill: "#fffdf5", ink: "#a3121f", shape: pill, letter: "P" });
registerState("withdrawn", { fill: "#cfe3c0", ink: "#1f4016", shape: arrow, letter: "W" });
registerState("fired", { fill: "#e9e9ea", ink: "#3d3d46", shape: cloud, letter: "F" });
registerState("moved", { fill: "#dcd6c4", ink: "#3f3524", shape: tag, letter: "M" });
registerState("disorder", { fill: "#cb9a58", ink: "#33200a", shape: sack, letter: "L" });
registerState("crossing", { fill: "#a9cfe6", ink: "#113a5c", shape: wavy, letter: "C" });
registerState("north bank", { fill: "#d7e6cf", ink: "#113a5c", shape: box, letter: "N" });
registerState("foraging", { fill: "#bcc889", ink: "#2f3a10", shape: basket, letter: "G" });
registerState("lost", { fill: "#b7d3b4", ink: "#17361b", shape: swollen, letter: "?" });
registerState("previously lost", { fill: "#e3ecd9", ink: "#17361b", shape: waisted, letter: "¿" });
registerState("disorganised", { fill: "#f6bb2f", ink: "#3a2600", shape: leaning, letter: "D" });
registerState("demoralised", { fill: "#1f1a17", ink: "#ffab94", shape: notched, letter: "X" });
registerState("unsupplied", { fill: "#e6c9a0", ink: "#5a1a10", shape: hexagon, letter: "U" });
registerState("tired", { fill: "#d9d2e6", ink: "#33204d", shape: chevron, letter: "T" });
registerState("parade", { fill: "#fff6d8", ink: "#5b4306", shape: box, letter: "O" });
