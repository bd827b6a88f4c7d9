/** Men on their bases, as SVG in the box of a counter: side by shape as well as colour, the way they face, how they are. */

import type { Counter } from "../../api/types";
import { FACE } from "./counters";
import { short, star } from "./symbols";
import { escaped } from "./text";

const TINY = 20; // pixels below which only the base is seen
const MIDDLE = FACE / 2;
const R = 17;

/** The base by the side it belongs to. */
const BASES: readonly string[] = [
  `<circle r="${R}"/>`,
  `<rect x="${-R}" y="${-R}" width="${2 * R}" height="${2 * R}" rx="4"/>`,
  `<path d="M0 ${-R * 1.25}L${R * 1.25} 0L0 ${R * 1.25}L${-R * 1.25} 0Z"/>`,
];

export function figureFace(counter: Counter, size: number, side: number): string {
  const { colours, name, rank } = counter;
  const is = (word: string) => counter.states.some((state) => state.word === word);
  const hollow = is("prisoner");
  const down = is("lying") || is("wounded");
  const base = BASES[Math.max(0, side) % BASES.length]!;
  const parts = [`<g fill="${escaped(hollow ? "#f6efdc" : colours.face)}" stroke="#10130f" stroke-width="2.2"${down ? ' transform="scale(1.2 .68)"' : ""}>${base}</g>`];
  const { facing } = counter;
  if (facing && (facing[0] || facing[1]) && !down) {
    const length = Math.hypot(...facing);
    const [dx, dy] = [facing[0] / length, -facing[1] / length];
    parts.unshift(`<path d="M${short(dx * R)} ${short(dy * R)}L${short(dx * 24)} ${short(dy * 24)}" stroke="#10130f" stroke-width="5"/>`);
  }
  if (size >= TINY) parts.push(`<text y="6.5" font-size="${name.length > 2 ? 13 : 18}" fill="${escaped(hollow ? colours.face : colours.ink)}">${escaped(name)}</text>`);
  if (rank > 0) parts.push(`<path d="${star(12, -13, 9)}" fill="#f4cd55" stroke="#10130f" stroke-width="1.2"/>`);
  if (is("wounded")) parts.push('<path d="M-15 -15L15 15M15 -15L-15 15" stroke="#c1121f" stroke-width="4"/>');
  return `<g transform="translate(${MIDDLE} ${MIDDLE})">${parts.join("")}</g>`;
}
