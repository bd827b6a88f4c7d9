/** What was built, broken or laid on the map in play, drawn over the painted map: so the map itself is painted only once. */

import type { Pieces, Point } from "../api/types";
import { escaped, short } from "./dom";
import { between, type Geometry } from "./geometry";
import type { Item } from "./overlays";

/** What stands in one place, about the origin. */
const STANDING: Record<string, string> = {
  works: '<path class="earth" d="M-22 12L-15 -12H15L22 12H14L9 -5H-9L-14 12Z"/>',
  trench: '<path class="dug" d="M-24 8L-16 -4L-8 8L0 -4L8 8L16 -4L24 8"/>',
  battery: '<path class="earth" d="M-20 9V-9H-12V-3H-4V-9H4V-3H12V-9H20V9Z"/>',
  breach: '<path class="stones" d="M-20 8L-14 -3L-6 1L-9 9ZM-4 10L0 0L8 2L7 10ZM10 8L13 -5L21 0L20 9ZM-9 -6L-3 -12L3 -6L-2 -2Z"/>',
  destroyed: '<path class="stones" d="M-16 11V-4L-9 -10V-2L-2 -8V4L5 -3V2L14 -6V11Z"/><path class="struck" d="M-19 -15L19 15M19 -15L-19 15"/>',
  smoke: '<g class="smoke"><circle cx="-11" cy="5" r="10"/><circle cx="10" cy="6" r="11"/><circle cx="-3" cy="-6" r="12"/><circle cx="8" cy="-9" r="8"/></g>',
};

/** What lies between two places, level about the origin, 40 wide; the enemy comes from above. */
const BETWEEN: Record<string, string> = {
  works: '<path class="earth" d="M-20 3V-2L-15 -8L-10 -2L-5 -8L0 -2L5 -8L10 -2L15 -8L20 -2V3Z"/>',
  breach: '<path class="stones" d="M-18 -3h7v6h-7ZM-8 1h6v6h-6ZM0 -6h7v6h-7ZM9 0h7v6h-7Z"/>',
  pontoon:
    '<path class="boats" d="M-14 -12L-8 -9.5L8 -9.5L14 -12L8 -14.5H-8ZM-14 -4L-8 -1.5L8 -1.5L14 -4L8 -6.5H-8ZM-14 4L-8 6.5L8 6.5L14 4L8 1.5H-8ZM-14 12L-8 14.5L8 14.5L14 12L8 9.5H-8Z"/>' +
    '<path class="planks" d="M-4 -18H4V18H-4Z"/><path class="rails" d="M-4.6 -19V19M4.6 -19V19"/>',
  bridge: '<path class="planks" d="M-6 -13H6V13H-6Z"/><path class="rails" d="M-7 -14V14M7 -14V14"/>',
};

/** Something that nobody has drawn is a plate with its first letter. */
function unknown(kind: string): string {
  return `<rect class="earth" x="-10" y="-10" width="20" height="20" rx="3"/><text class="words" y="5">${escaped(kind.slice(0, 1).toUpperCase())}</text>`;
}

export function additionsOf(additions: Pieces["additions"], geometry: Geometry): Item[] {
  return additions
    .filter(({ places }) => places.every((place) => geometry.has(place)))
    .map((addition, i) => {
      const { kind, places, words } = addition;
      const title = `<title>${escaped(words)}</title>`;
      return { key: `addition ${kind} ${places.join(" ")} ${i}`, what: addition, markup: `<g class="addition" role="img" aria-label="${escaped(words)}">${title}${drawn(kind, places, geometry)}</g>` };
    });
}

function drawn(kind: string, places: string[], geometry: Geometry): string {
  const [first, second] = [places[0]!, places[1]];
  if (places.length > 2) return `<path class="dug" d="M${places.map((place) => geometry.centre(place).map(short).join(" ")).join("L")}"/>`;
  if (second === undefined) return put(geometry.centre(first), 0, STANDING[kind] ?? unknown(kind));
  const [here, there] = [geometry.centre(first), geometry.centre(second)];
  const side = geometry.side?.(first, second);
  const turn = (Math.atan2(there[1] - here[1], there[0] - here[0]) * 180) / Math.PI - 90;
  return put(side ? between(...side) : between(here, there), turn, BETWEEN[kind] ?? STANDING[kind] ?? unknown(kind));
}

function put([x, y]: Point, turn: number, inner: string): string {
  return `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)})">${inner}</g>`;
}
