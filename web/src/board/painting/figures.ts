/** Men seen from above on their bases, as SVG in the box of a counter: side by shape as well as colour, the way they face, how they are. */

import type { Art, Counter, FigureMark } from "../../api/types";
import { FACE } from "./counters";
import { looksOf } from "./looks";
import { short, star } from "./symbols";
import { escaped } from "./text";

const TINY = 20; // pixels below which numbers cannot be read, and signs are drawn larger
const MIDDLE = FACE / 2;
const R = 21;
const INK = "#10130f";
const HURT = "#c1121f";

/** The base by the side it belongs to. */
const BASES: readonly string[] = [
  `<circle r="${R}"/>`,
  `<rect x="${-R + 1.5}" y="${-R + 1.5}" width="${2 * R - 3}" height="${2 * R - 3}" rx="5"/>`,
  `<path d="M0 ${-R * 1.25}L${R * 1.25} 0L0 ${R * 1.25}L${-R * 1.25} 0Z"/>`,
];

export function figureFace(counter: Counter, size: number, side: number, art?: Art): string {
  const { colours, name, rank } = counter;
  const marks = counter.states.flatMap(({ word }) => looksOf(art).state(word).figure);
  const is = (mark: FigureMark) => marks.includes(mark);
  const [captive, down] = [is("captive"), is("lying")];
  const tiny = size < TINY;
  const base = BASES[Math.max(0, side) % BASES.length]!;
  const ground = `fill="${captive ? "#f6efdc" : escaped(colours.face)}" stroke="${rank > 0 ? "#ffcf33" : INK}" stroke-width="${rank > 0 ? 5 : 2}"${captive ? ' stroke-dasharray="6 4"' : ""}`;
  const parts = [rank > 0 ? `<g fill="none" stroke="${INK}" stroke-width="8">${base}</g>` : "", `<g ${ground}>${base}</g>`, man(counter, down, captive)];
  if (!tiny) parts.push(`<text x="${-R + 1}" y="${R + 2}" font-size="${name.length > 2 ? 11 : 14}" fill="${escaped(colours.band)}" stroke="#fffdf4" stroke-width="3" paint-order="stroke">${escaped(name)}</text>`);
  if (rank > 0) parts.push(`<path d="${star(15, -15, tiny ? 12 : 9)}" fill="#ffcf33" stroke="${INK}" stroke-width="1.4"/>`);
  if (is("cross")) parts.push(`<path d="M-16 -16L16 16M16 -16L-16 16" stroke="#fff" stroke-width="8"/><path d="M-16 -16L16 16M16 -16L-16 16" stroke="${HURT}" stroke-width="4.600"/>`);
  else if (is("slash")) parts.push(`<path d="M-14 14L14 -14" stroke="#fff" stroke-width="8"/><path d="M-14 14L14 -14" stroke="${HURT}" stroke-width="4.600"/>`);
  if (is("ring")) parts.push(`<circle r="${R + 3}" fill="none" stroke="${HURT}" stroke-width="3" stroke-dasharray="7 6"/>`);
  return `<g transform="translate(${MIDDLE} ${MIDDLE})">${parts.join("")}</g>`;
}

/** Shoulders, cap and musket, turned the way he faces; who is down lies across his base, a captive has no musket. */
function man({ colours, facing }: Counter, down: boolean, captive: boolean): string {
  const [coat, cap] = [escaped(colours.band), escaped(colours.ink)];
  const edge = `stroke="${INK}" stroke-width="1.6"`;
  const turn = facing && (facing[0] || facing[1]) ? (Math.atan2(facing[0], facing[1]) * 180) / Math.PI : 0;
  if (down)
    return `<g transform="rotate(62)"><path d="M-5 6L-6 19M5 6L6 19" stroke="${INK}" stroke-width="5" stroke-linecap="round"/><ellipse rx="8" ry="11" fill="${coat}" ${edge}/><circle cy="-14" r="5.500" fill="#e3c39b" ${edge}/></g>`;
  const musket = captive ? "" : `<path d="M9 9V-30" stroke="#fffdf4" stroke-width="6" stroke-linecap="round"/><path d="M9 9V-30" stroke="#2b1a0c" stroke-width="3.600" stroke-linecap="round"/>`;
  const arms = captive ? `<path d="M-13 0L-15 -12M13 0L15 -12" stroke="${coat}" stroke-width="5" stroke-linecap="round"/>` : "";
  return `<g transform="rotate(${short(turn)})">${musket}${arms}<ellipse rx="15" ry="9" fill="${coat}" ${edge}/><circle cy="-1" r="6" fill="${cap}" ${edge}/><path d="M-4 -5.500A6 6 0 0 1 4 -5.500L2.500 -9.500H-2.500Z" fill="${cap}" ${edge}/></g>`;
}
