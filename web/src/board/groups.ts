/** Counters that act together: a line about them, and a badge. On a map of cells they are drawn so only from afar. */

import type { Group, Pieces, Point } from "../api/types";
import { escaped, short } from "./dom";
import { type Box, boxAround, distance, type Geometry, overlap, widened } from "./geometry";
import { strengthOf, type Spot } from "./layout";
import type { Item } from "./overlays";
import { widthOf } from "./painting/text";

/** A group, or a part of it that stands apart, with where its counters lie. */
export interface Squad {
  group: Group;
  at: Point[];
  part: number; // from 0
  strength: number; // of all its counters
}

const NEAR = 3; // counters no farther apart than so many widths are within one line

/** The groups; on a map of cells, where much lies between them, each body of a group by itself. */
export function squadsOf(groups: Pieces["groups"], spots: readonly Spot[], geometry: Geometry): Squad[] {
  return groups.flatMap((group) => {
    const members = spots.filter((spot) => spot.counter.group === group.id);
    const bodies = geometry.figures ? [members] : bodiesOf(members, NEAR * geometry.counter);
    return bodies
      .filter((body) => body.length > 0)
      .map((body, part) => ({ group, part, at: body.map((spot) => spot.at), strength: body.reduce((sum, spot) => sum + strengthOf(spot.counter), 0) }));
  });
}

/** Counters gathered into bodies: from each to the next it is never farther than so much. */
export function bodiesOf(spots: readonly Spot[], far: number): Spot[][] {
  const bodies: Spot[][] = [];
  for (const spot of spots) {
    const near = bodies.filter((body) => body.some((other) => distance(other.at, spot.at) <= far));
    const rest = bodies.filter((body) => !near.includes(body));
    bodies.splice(0, bodies.length, ...rest, [...near.flat(), spot]);
  }
  return bodies;
}

/** A soft line about the counters of a group; who has strayed has one of their own. */
export function outlinesOf(squads: readonly Squad[], geometry: Geometry): Item[] {
  return squads.map(({ group, at, part }) => {
    const spot = ([x, y]: Point) => `${short(x)} ${short(y)}`;
    const joined = at.flatMap((one, i) => at.slice(i + 1).filter((other) => distance(one, other) <= NEAR * geometry.counter).map((other) => `M${spot(one)}L${spot(other)}`));
    const d = at.map((one) => `M${spot(one)}h.1`).join("") + joined.join("");
    const wide = geometry.counter * 1.7;
    const markup = `<g class="squad${distant(geometry)}"><path style="stroke:${escaped(group.colours.band)};stroke-width:${short(wide)}px" d="${d}"/><path class="inner" style="stroke-width:${short(wide - 5)}px" d="${d}"/></g>`;
    return { key: `squad ${group.id} ${part}`, what: [group, at], markup };
  });
}

/** What belongs to the view from afar. */
function distant(geometry: Geometry): string {
  return geometry.figures ? "" : " distant";
}

const LINE = 15;

/** Beside the group: its name, what is worth knowing, and its states; from afar its short name and its strength. */
export function badgesOf(squads: readonly Squad[], geometry: Geometry): Item[] {
  const men = squads.flatMap(({ at }) => at.map((one) => widened(boxAround([one]), geometry.counter * 0.6)));
  const taken: Box[] = [...men, ...(geometry.names ?? [])];
  return squads.map(({ group, at, part, strength }) => {
    const known = [group.badge, ...(group.states ?? []).map((state) => state.title)];
    const full = [group.title, known.filter(Boolean).join(" · ")];
    const lines = (geometry.figures ? full : [[group.badge, strength || ""].join(" ").trim()]).filter(Boolean);
    const half = Math.max(...lines.map((line) => widthOf(line, 13))) / 2 + 6;
    const high = lines.length * LINE + 4;
    const { anchor, side } = geometry.figures ? beside(boxAround(at), group.facing, [half * 2 * GROWN, high * GROWN], geometry, taken) : above(at, geometry);
    const [left, top] = [-half + side[0] * half, -high / 2 + (side[1] * high) / 2];
    const words = lines.map((line, i) => `<text class="words" x="${short(side[0] * half)}" y="${short(top + LINE * (i + 0.82) + 2)}" style="fill:${escaped(group.colours.band_ink)}">${escaped(line)}</text>`).join("");
    const plate = `<rect x="${short(left)}" y="${short(top)}" width="${short(2 * half)}" height="${short(high)}" rx="4" style="fill:${escaped(group.colours.band)}"/>`;
    const markup = `<g class="badge${distant(geometry)}" transform="translate(${short(anchor[0])} ${short(anchor[1])})"><g class="sized">${plate}${words}</g></g>`;
    return { key: `badge ${group.id} ${part}`, what: [group, at, strength], markup, rank: 2 };
  });
}

const GROWN = 1.9; // how much larger badges are from afar

/** Where a badge hangs, and to which side of that point it lies. */
interface Hung {
  anchor: Point;
  side: Point;
}

function above(at: readonly Point[], geometry: Geometry): Hung {
  const x = at.reduce((sum, [one]) => sum + one, 0) / at.length;
  return { anchor: [x, Math.min(...at.map(([, one]) => one)) - geometry.counter * 0.9], side: [0, -1] };
}

/** Behind a squad, or where else it covers nobody, no name and no other badge; what it takes is taken. */
function beside(box: Box, facing: readonly number[] | null | undefined, [wide, high]: Point, geometry: Geometry, taken: Box[]): Hung {
  const [gap, [x, y]] = [geometry.counter * 0.85, [box.left + box.width / 2, box.top + box.height / 2]];
  const spots: Hung[] = [
    { anchor: [x, box.top - gap], side: [0, -1] },
    { anchor: [x, box.top + box.height + gap], side: [0, 1] },
    { anchor: [box.left - gap, y], side: [-1, 0] },
    { anchor: [box.left + box.width + gap, y], side: [1, 0] },
  ];
  const [ahead, back] = [geometry.points([[0, 0], [facing?.[0] ?? 0, facing?.[1] ?? 0]]) as [Point, Point], ({ side }: Hung) => side[0] * (ahead[0][0] - ahead[1][0]) + side[1] * (ahead[0][1] - ahead[1][1])];
  spots.sort((a, b) => back(b) - back(a));
  const [over, under] = [box.top - gap, box.top + box.height + gap];
  for (const [far, side] of [[box.left, -1], [box.left + box.width, 1]] as const)
    spots.push({ anchor: [far, over], side: [side, -1] }, { anchor: [far, under], side: [side, 1] });
  const placed = ({ anchor, side }: Hung): Box => ({ left: anchor[0] - wide / 2 + (side[0] * wide) / 2, top: anchor[1] - high / 2 + (side[1] * high) / 2, width: wide, height: high });
  const covered = (spot: Hung): number => taken.filter((other) => overlap(placed(spot), other)).length + (within(placed(spot), geometry.box) ? 0 : 100);
  const best = spots.reduce((found, spot) => (covered(spot) < covered(found) ? spot : found));
  taken.push(placed(best));
  return best;
}

function within(box: Box, sheet: Box): boolean {
  return box.left >= sheet.left && box.top >= sheet.top && box.left + box.width <= sheet.left + sheet.width && box.top + box.height <= sheet.top + sheet.height;
}
