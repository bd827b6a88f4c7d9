/** Counters that act together: a line about them, and a badge. */

import type { Group, Pieces, Point } from "../api/types";
import { escaped, short } from "./dom";
import { distance, type Geometry } from "./geometry";
import type { Spot } from "./layout";
import type { Item } from "./overlays";
import { widthOf } from "./painting/text";

/** A group with where its counters lie. */
export interface Squad {
  group: Group;
  at: Point[];
}

export function squadsOf(groups: Pieces["groups"], spots: readonly Spot[]): Squad[] {
  return groups.flatMap((group) => {
    const at = spots.filter((spot) => spot.counter.group === group.id).map((spot) => spot.at);
    return at.length ? [{ group, at }] : [];
  });
}

const NEAR = 3; // counters no farther apart than so many widths are within one line

/** A soft line about the counters of a group; who has strayed has one of their own. */
export function outlinesOf(squads: readonly Squad[], geometry: Geometry): Item[] {
  return squads.map(({ group, at }) => {
    const spot = ([x, y]: Point) => `${short(x)} ${short(y)}`;
    const joined = at.flatMap((one, i) => at.slice(i + 1).filter((other) => distance(one, other) <= NEAR * geometry.counter).map((other) => `M${spot(one)}L${spot(other)}`));
    const d = at.map((one) => `M${spot(one)}h.1`).join("") + joined.join("");
    const wide = geometry.counter * 1.7;
    const markup = `<g class="squad"><path style="stroke:${escaped(group.colours.band)};stroke-width:${short(wide)}px" d="${d}"/><path class="inner" style="stroke-width:${short(wide - 5)}px" d="${d}"/></g>`;
    return { key: `squad ${group.id}`, what: [group, at], markup };
  });
}

const LINE = 15;

/** Above the group: its name, what is worth knowing, and its states. */
export function badgesOf(squads: readonly Squad[], geometry: Geometry): Item[] {
  return squads.map(({ group, at }) => {
    const x = at.reduce((sum, [one]) => sum + one, 0) / at.length;
    const y = Math.min(...at.map(([, one]) => one)) - geometry.counter * 0.9;
    const lines = [group.title, [group.badge, ...(group.states ?? []).map((state) => state.title)].filter(Boolean).join(" · ")].filter(Boolean);
    const half = Math.max(...lines.map((line) => widthOf(line, 13))) / 2 + 6;
    const high = lines.length * LINE + 4;
    const words = lines.map((line, i) => `<text class="words" y="${short(LINE * (i + 0.82) - high + 2)}" style="fill:${escaped(group.colours.band_ink)}">${escaped(line)}</text>`).join("");
    const plate = `<rect x="${short(-half)}" y="${short(-high)}" width="${short(2 * half)}" height="${short(high)}" rx="4" style="fill:${escaped(group.colours.band)}"/>`;
    const markup = `<g class="badge" transform="translate(${short(x)} ${short(y)})"><g class="sized">${plate}${words}</g></g>`;
    return { key: `badge ${group.id}`, what: [group, at], markup, rank: 2 };
  });
}
