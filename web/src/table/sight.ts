/** Lines of sight from one counter: as arrows on the map, and told group by group. Pure, so that it can be tested. */

import type { LineOfSight, Pieces } from "../api/types";
import type { Arrow } from "../board";

/** Some counters of a group that are seen alike, and how far away they are. */
export interface Sighted {
  group: string; // its title
  sight: LineOfSight["sight"];
  words: string;
  count: number;
  near: number;
  far: number;
}

const KINDS = { clear: "sight", covered: "covered", blocked: "blocked" } as const;

/** What groups the counters belong to are called. */
export function groupsOf(pieces: Pieces | undefined): ReadonlyMap<string, string> {
  const titles = new Map(pieces?.groups.map(({ id, title }) => [id, title]));
  return new Map(pieces?.stacks.flatMap(({ counters }) => counters.map(({ id, group, title }) => [id, titles.get(group ?? "") ?? title] as const)));
}

/** Lines told group by group: whoever is seen first, the nearest first. The lines come with the nearest first. */
export function sighted(lines: readonly LineOfSight[], groups: ReadonlyMap<string, string>): Sighted[] {
  const found = new Map<string, Sighted>();
  for (const { piece, sight, words, far } of lines) {
    const group = groups.get(piece) ?? piece;
    const key = `${group}\n${sight}\n${words}`;
    const before = found.get(key);
    if (before) [before.count, before.far] = [before.count + 1, far];
    else found.set(key, { group, sight, words, count: 1, near: far, far });
  }
  return [...found.values()].sort((a, b) => Number(a.sight === "blocked") - Number(b.sight === "blocked"));
}

/**
 * Each line as an arrow. The nearest of those that are seen alike says how far away it is, and behind what; of the ground that is
 * in the way the first line that it breaks says so (who stands in the way can be seen there).
 */
export function sightArrows(lines: readonly LineOfSight[], groups: ReadonlyMap<string, string>, occupied: ReadonlySet<string>, said: (far: number) => string): Arrow[] {
  const told = new Set<string>();
  return lines.map(({ piece, start, end, sight, words, far, broken }) => {
    const key = sight === "blocked" ? words : `${groups.get(piece) ?? piece}\n${sight}\n${words}`;
    const label = told.has(key) || occupied.has(broken) ? "" : sight === "clear" ? said(far) : sight === "blocked" ? words : `${said(far)} · ${words}`;
    told.add(key);
    return { from: start, to: end, kind: KINDS[sight], label, ...(broken ? { broken } : {}) };
  });
}
