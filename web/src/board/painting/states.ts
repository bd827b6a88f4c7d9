/** How the states of a unit show on its counter: bands of many shapes and colours. */

import type { StateColour, StateShape } from "../../api/types";
import { short } from "./symbols";

/** A band about the origin, so wide and so high to either side. */
export type Shape = (wide: number, high: number) => string;

function outline(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

const box: Shape = (w, h) => outline([[-w, -h], [w, -h], [w, h], [-w, h]]);
const slanted: Shape = (w, h) => outline([[-w + h * 0.9, -h], [w, -h], [w - h * 0.9, h], [-w, h]]);
const pill: Shape = (w, h) => {
  const [left, right, end] = [short(-w + h), short(w - h), `A${short(h)} ${short(h)} 0 0 1`];
  return `M${left} ${short(-h)}H${right}${end} ${right} ${short(h)}H${left}${end} ${left} ${short(-h)}Z`;
};
const arrow: Shape = (w, h) => outline([[w, -h], [-w + h, -h], [-w, 0], [-w + h, h], [w, h]]);
const tag: Shape = (w, h) => outline([[-w, -h], [w - h, -h], [w, 0], [w - h, h], [-w, h]]);
const sack: Shape = (w, h) => outline([[-w, h], [-w + h * 0.8, -h], [w - h * 0.8, -h], [w, h]]);
const basket: Shape = (w, h) => outline([[-w, -h], [w, -h], [w - h, h], [-w + h, h]]);

const leaning: Shape = (w, h) => outline([[-w, -h], [w - h * 0.9, -h], [w, h], [-w + h * 0.9, h]]);
const notched: Shape = (w, h) => outline([[-w, -h], [-h * 0.7, -h], [0, -h * 0.1], [h * 0.7, -h], [w, -h], [w, h], [h * 0.7, h], [0, h * 0.5], [-h * 0.7, h], [-w, h]]);
const hexagon: Shape = (w, h) => outline([[-w, 0], [-w + h, -h], [w - h, -h], [w, 0], [w - h, h], [-w + h, h]]);
const chevron: Shape = (w, h) => outline([[-w, -h], [w - h, -h], [w, 0], [w - h, h], [-w, h], [-w + h, 0]]);

/** A band broken along both edges; the longer it is, the more often. */
const jagged: Shape = (w, h) => {
  const teeth = Math.max(3, 2 * Math.round(w / h) - 1);
  const out = (i: number) => (i % 2 ? h * 0.4 : -h * 0.1);
  const edge = (from: number, y: number): [number, number][] =>
    Array.from({ length: teeth + 1 }, (_, i) => [from - (Math.sign(from) * 2 * w * i) / teeth, y + Math.sign(y) * out(i)]);
  return outline([...edge(-w, -h), ...edge(w, h)]);
};

/** Puffs of smoke. */
const cloud: Shape = (w, h) => {
  const puffs = Math.max(2, Math.round(w / h));
  const [each, half, puff] = [short((2 * w) / puffs), short(w / puffs), short(h * 0.75)];
  const [above, below] = [`q${half}-${puff} ${each} 0`, `q-${half} ${puff}-${each} 0`].map((one) => one.repeat(puffs));
  return `M${short(-w)} ${short(-h * 0.75)}${above}V${short(h * 0.75)}${below}Z`;
};

/** A band that flows. */
const wavy: Shape = (w, h) => {
  const quarter = short(w / 4);
  const half = short(w / 2);
  const high = short(h * 0.6);
  const [above, below] = [`q${quarter}-${high} ${half} 0t${half} 0`, `q-${quarter}-${high}-${half} 0t-${half} 0`];
  return `M${short(-w)} ${short(-h)}${above}${above}V${short(h)}${below}${below}Z`;
};

/** A band that swells in the middle, as if seen through mist. */
const swollen: Shape = (w, h) =>
  `M${short(-w)} ${short(-h * 0.5)}Q0 ${short(-h * 1.5)} ${short(w)} ${short(-h * 0.5)}V${short(h * 0.5)}Q0 ${short(h * 1.5)} ${short(-w)} ${short(h * 0.5)}Z`;

/** A band that is narrow in the middle. */
const waisted: Shape = (w, h) => outline([[-w, -h], [0, -h * 0.6], [w, -h], [w, h], [0, h * 0.6], [-w, h]]);

export const SHAPES: Record<StateShape, Shape> = { box, slanted, leaning, jagged, notched, pill, arrow, tag, chevron, hexagon, cloud, wavy, swollen, waisted, sack, basket };

/** The band of a state, and the ink on it. */
export const COLOURS: Record<StateColour, readonly [fill: string, ink: string]> = {
  amber: ["#f6bb2f", "#3a2600"],
  black: ["#1f1a17", "#ffab94"],
  white: ["#fffdf5", "#a3121f"],
  cream: ["#fff6d8", "#5b4306"],
  grey: ["#e9e9ea", "#3d3d46"],
  brown: ["#cb9a58", "#33200a"],
  tan: ["#e6c9a0", "#5a1a10"],
  blue: ["#a9cfe6", "#113a5c"],
  lilac: ["#d9d2e6", "#33204d"],
  green: ["#cfe3c0", "#1f4016"],
  mint: ["#d7e6cf", "#113a5c"],
  olive: ["#bcc889", "#2f3a10"],
  sage: ["#b7d3b4", "#17361b"],
  "pale-green": ["#e3ecd9", "#17361b"],
};
/** Of states without a colour, which are told apart all the same. */
export const GREYS = ["#e8e2d2", "#d8dde0", "#e0d8e0"];
