/** What was built, broken or laid on the map in play, drawn over the painted map: so the map itself is painted only once. */

import type { AdditionDrawing, Art, Pieces, Point } from "../api/types";
import { escaped, short } from "./dom";
import { between, type Geometry } from "./geometry";
import type { Item } from "./overlays";
import { looksOf } from "./painting/looks";

/** A whole hex about the origin. */
const HEXAGON = "M40 0L20 34.6H-20L-40 0L-20 -34.6H20Z";
const RUBBLE = '<path class="stones" d="M-20 -5H-12L-10 1L-15 6H-20ZM20 -5H13L10 0L14 6H20ZM-9 4L-5 1L-3 6L-7 8ZM4 5L8 2L9 7L5 9Z"/>';
const GABIONS = [-16.5, -8.25, 0, 8.25, 16.5].map((x) => `M${x - 3.2} 1.5V-5.5H${x + 3.2}V1.5Z`).join("");

/** What stands in one place, about the origin; and what lies between two, level, 40 wide, the enemy coming from above. */
export const DRAWN: Record<AdditionDrawing, { standing?: string; between?: string }> = {
  earthwork: {
    standing: '<path class="earth" d="M-22 12L-15 -12H15L22 12H14L9 -5H-9L-14 12Z"/>',
    between: '<path class="earth" d="M-20 3V-2L-15 -8L-10 -2L-5 -8L0 -2L5 -8L10 -2L15 -8L20 -2V3Z"/>',
  },
  zigzag: {
    standing: '<path class="dug" d="M-24 8L-16 -4L-8 8L0 -4L8 8L16 -4L24 8"/>',
  },
  embrasures: {
    standing: '<path class="earth" d="M-20 9V-9H-12V-3H-4V-9H4V-3H12V-9H20V9Z"/>',
  },
  rubble: {
    standing: '<path class="stones" d="M-20 8L-14 -3L-6 1L-9 9ZM-4 10L0 0L8 2L7 10ZM10 8L13 -5L21 0L20 9ZM-9 -6L-3 -12L3 -6L-2 -2Z"/>',
  },
  ruins: {
    standing:
      `<path class="charred" d="${HEXAGON}"/><path class="walls" d="M-31 8V-6L-25 -11V-3L-19 -8V8ZM19 10V-8L24 -3V-12L31 -5V10ZM-16 31V22L-10 18V25L-4 20V31ZM3 31V21L8 25V17L15 23V31ZM-16 -20V-29L-9 -32V-24L-2 -28V-20ZM4 -20V-30L10 -25V-31L17 -26V-20Z"/>` +
      '<path class="struck" d="M-20 -34.6L20 34.6M20 -34.6L-20 34.6"/>',
  },
  "building-site": {
    standing: `<path class="pegged" transform="scale(0.86)" d="${HEXAGON}"/><path class="heaps" d="M-17 30C-15 21 -8 21 -6 30ZM6 30C8 21 15 21 17 30ZM-7 31C-5 20 5 20 7 31ZM-17 -23C-15 -31 -8 -31 -6 -23ZM6 -23C8 -31 15 -31 17 -23Z"/>`,
  },
  smoke: {
    standing: '<g class="smoke"><circle cx="-11" cy="5" r="10"/><circle cx="10" cy="6" r="11"/><circle cx="-3" cy="-6" r="12"/><circle cx="8" cy="-9" r="8"/></g>',
  },
  gap: {
    between: `<path class="gap" d="M-17 -9H17V9H-17Z"/>${RUBBLE}<path class="way" d="M0 -14V9M-5.5 3.5L0 10L5.5 3.5"/>`,
  },
  "gap-in-stakes": {
    between: '<path class="gap" d="M-16 -13H16V-2H-16Z"/><path class="logs" d="M-19 -4L-11 -13M-14 -3L-9 -9M19 -4L11 -13M14 -3L9 -9"/><path class="way" d="M0 -16V-3M-4 -7L0 -2L4 -7"/>',
  },
  "gap-in-wall": {
    between: `<path class="gap" d="M-17 -3H17V8H-17Z"/>${RUBBLE}`,
  },
  gabions: {
    between: `<path class="ditch" d="M-20 3.5H20"/><path class="bank" d="M-20 2H20"/><path class="gabions" d="${GABIONS}"/>`,
  },
  boats: {
    between:
      '<path class="boats" d="M-14 -12L-8 -9.5L8 -9.5L14 -12L8 -14.5H-8ZM-14 -4L-8 -1.5L8 -1.5L14 -4L8 -6.5H-8ZM-14 4L-8 6.5L8 6.5L14 4L8 1.5H-8ZM-14 12L-8 14.5L8 14.5L14 12L8 9.5H-8Z"/>' +
      '<path class="planks" d="M-4 -18H4V18H-4Z"/><path class="rails" d="M-4.6 -19V19M4.6 -19V19"/>',
  },
  bridge: {
    between: '<path class="planks" d="M-6 -13H6V13H-6Z"/><path class="rails" d="M-7 -14V14M7 -14V14"/>',
  },
};

/** What is drawn for a kind in one place, or between two; what lies nowhere between stands there. */
function markOf(kind: string, between: boolean, art: Art | undefined): string {
  const drawing = looksOf(art).addition(kind);
  const { standing, between: lying } = Object.hasOwn(DRAWN, drawing) ? DRAWN[drawing as AdditionDrawing] : {};
  return (between && lying) || standing || unknown(kind);
}

/** Something that nobody has drawn is a plate with its first letter. */
function unknown(kind: string): string {
  return `<rect class="earth" x="-10" y="-10" width="20" height="20" rx="3"/><text class="words" y="5">${escaped(kind.slice(0, 1).toUpperCase())}</text>`;
}

export function additionsOf(additions: Pieces["additions"], geometry: Geometry, art?: Art): Item[] {
  return additions
    .filter(({ places }) => places.every((place) => geometry.has(place)))
    .map((addition, i) => {
      const { kind, places, words } = addition;
      const title = `<title>${escaped(words)}</title>`;
      return { key: `addition ${kind} ${places.join(" ")} ${i}`, what: addition, markup: `<g class="addition" role="img" aria-label="${escaped(words)}">${title}${drawn(kind, places, geometry, art)}</g>` };
    });
}

function drawn(kind: string, places: string[], geometry: Geometry, art?: Art): string {
  const [first, second] = [places[0]!, places[1]];
  if (places.length > 2) return `<path class="dug" d="M${places.map((place) => geometry.centre(place).map(short).join(" ")).join("L")}"/>`;
  if (second === undefined) return put(geometry.centre(first), 0, markOf(kind, false, art));
  const [here, there] = [geometry.centre(first), geometry.centre(second)];
  const side = geometry.side?.(first, second);
  const turn = (Math.atan2(there[1] - here[1], there[0] - here[0]) * 180) / Math.PI - 90;
  return put(side ? between(...side) : between(here, there), turn, markOf(kind, true, art));
}

function put([x, y]: Point, turn: number, inner: string): string {
  return `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)})">${inner}</g>`;
}

/** What it looks like, for a legend: SVG of 44 by 36 pixels. */
export function additionSwatch(kind: string, places: number, art?: Art): string {
  const inner = places > 2 ? '<path class="dug" d="M-20 4L0 -4L20 2"/>' : markOf(kind, places === 2, art);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="36" viewBox="${places === 2 ? "-26 -20 52 42" : "-44 -36 88 72"}" aria-hidden="true"><g class="addition">${inner}</g></svg>`;
}
