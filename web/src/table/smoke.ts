/** What lingers over the map after what happened. Pure, so that it can be tested. */

import type { LogLine } from "../api/types";
import type { Puff } from "../board";

const LASTS = 2; // smoke has gone when it has cleared so often

/** The smoke that still hangs over the map after these lines. */
export function smokeOf(log: readonly LogLine[]): Puff[] {
  const undone = new Set(log.map((line) => line.undoes).filter((moment) => moment !== null));
  const found = new Map<string, Puff>();
  let age = 0;
  for (const { effect, moment } of log.toReversed()) {
    if (!effect || undone.has(moment)) continue;
    if (effect.kind === "clearing") age += 1;
    else for (const place of effect.places) if (!found.has(place)) found.set(place, { place, age });
    if (age >= LASTS) break;
  }
  return [...found.values()];
}
