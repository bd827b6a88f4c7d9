/** Ways as the board draws them: declared so far, what a click would add, taken just now. Pure, so that it can be tested. */

import type { LogLine, WayPicture } from "../api/types";
import type { Way } from "../board";

/** What is declared or was taken, and what the choice that is pointed at would add; then the sum stands at the new end alone. */
export function declaredWays(declared: readonly WayPicture[], offered: WayPicture | null): Way[] {
  const full = declared.map((way): Way => ({ kind: way.taken ? "taken" : "declared", ...drawn(way), text: offered ? (way.lengths.at(-1) ?? "") : way.text }));
  if (!offered) return full;
  const known = declared[0];
  const from = known ? known.places.length - 1 : 0;
  const paid = new Set(known?.tolls.map(({ place }) => place));
  const { places, lengths, tolls, ...rest } = drawn(offered);
  return [...full, { kind: "offered", ...rest, places: places.slice(from), lengths: lengths.slice(from), tolls: tolls.filter(({ place }) => !paid.has(place)) }];
}

function drawn({ places, lengths, tolls, text, goes_on }: WayPicture): Omit<Way, "kind"> {
  return { places, lengths, tolls, text, goesOn: goes_on };
}

/** From where to where these lines tell that somebody went. */
export function takenWays(lines: readonly LogLine[]): Way[] {
  return lines.flatMap(({ effect }) => (effect?.kind === "way" ? [{ kind: "taken" as const, places: effect.places, lengths: [], tolls: [], text: "", goesOn: false }] : []));
}
