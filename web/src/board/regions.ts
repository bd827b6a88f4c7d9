/** Many choices that differ only in a point: rows of points to click into, told by the lengths of their runs. Pure. */

import type { Point, RegionChoices } from "../api/types";

export type BoardRegion = Pick<RegionChoices, "origin" | "step" | "rows">;

const CUT = 0.5;
const POINT = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/;

/** A place such as `81.5,43` as a point; null where it is none. */
export function pointOf(place: string): Point | null {
  const found = POINT.exec(place);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** A point as places are named. */
export function placeOf([x, y]: Point): string {
  const spelt = (value: number) => String(Math.round(value * 100) / 100 || 0);
  return `${spelt(x)},${spelt(y)}`;
}

/** The mark of a point of a region; null where it is not among them. */
export function markAt(region: BoardRegion, place: string): string | null {
  const point = pointOf(place);
  if (!point) return null;
  const [across, down] = [(point[0] - region.origin[0]) / region.step, (point[1] - region.origin[1]) / region.step];
  if (Math.abs(across - Math.round(across)) > 1e-6 || Math.abs(down - Math.round(down)) > 1e-6) return null;
  let start = 0;
  for (const [length, mark] of region.rows[Math.round(down)] ?? []) {
    if (Math.round(across) >= start && Math.round(across) < start + length) return mark || null;
    start += length;
  }
  return null;
}

/** The text of the action at a point, or its words. */
export function filledIn(template: string, place: string): string {
  const [x, y] = pointOf(place) ?? [0, 0];
  return template.replaceAll("{x}", String(x)).replaceAll("{y}", String(y));
}

/** Every run as the corners of a box, by its mark, in the order in which the marks come when they are sorted. */
export function runsOf({ origin, step, rows }: BoardRegion): Map<string, Point[][]> {
  const found = new Map<string, Point[][]>();
  rows.forEach((row, down) => {
    let start = 0;
    for (const [length, mark] of row) {
      const [left, right] = [origin[0] + (start - 0.5) * step, origin[0] + (start + length - 0.5) * step];
      const [top, bottom] = [origin[1] + (down - 0.5) * step, origin[1] + (down + 0.5) * step];
      if (mark) found.set(mark, [...(found.get(mark) ?? []), [[left, top], [right, top], [right, bottom], [left, bottom]]]);
      start += length;
    }
  });
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)));
}

const bands = new WeakMap<BoardRegion["rows"], Map<string, Point[][]>>();

/** The lines about the points of each mark, worked out once for a region. */
export function bandsOf(region: BoardRegion): Map<string, Point[][]> {
  const known = bands.get(region.rows);
  if (known) return known;
  const found = new Map([...runsOf(region)].map(([mark, boxes]) => [mark, contoursOf(boxes)]));
  bands.set(region.rows, found);
  return found;
}

/** The lines about boxes that lie side by side in rows, corners cut so that they run smoothly. */
export function contoursOf(boxes: readonly (readonly Point[])[]): Point[][] {
  const name = ([x, y]: Point): string => `${Math.round(x * 100)},${Math.round(y * 100)}`;
  const edges = new Map<string, { from: Point; to: Point }>();
  const cutsOf = new Map<number, Set<number>>(); // where edges of a row begin and end, so that those of the next are cut there
  for (const corners of boxes)
    for (const [x, y] of corners) cutsOf.set(Math.round(y * 100), (cutsOf.get(Math.round(y * 100)) ?? new Set()).add(x));
  for (const corners of boxes)
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length]!;
      const [low, high] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
      const inner = from[1] === to[1] ? [...(cutsOf.get(Math.round(from[1] * 100)) ?? [])].filter((x) => x > low && x < high).sort((a, b) => a - b) : [];
      const stops: Point[] = [from, ...(from[0] < to[0] ? inner : inner.reverse()).map((x): Point => [x, from[1]]), to];
      for (let at = 0; at + 1 < stops.length; at++) {
        const [a, b] = [stops[at]!, stops[at + 1]!];
        if (!edges.delete(`${name(b)} ${name(a)}`)) edges.set(`${name(a)} ${name(b)}`, { from: a, to: b });
      }
    });
  const leaving = new Map<string, { from: Point; to: Point }[]>();
  for (const edge of edges.values()) leaving.set(name(edge.from), [...(leaving.get(name(edge.from)) ?? []), edge]);
  const loops: Point[][] = [];
  for (const [, starts] of leaving)
    while (starts.length) {
      const loop: Point[] = [];
      for (let edge = starts.pop(); edge; edge = leaving.get(name(edge.to))?.pop()) loop.push(edge.from);
      loops.push(rounded(loop));
    }
  return loops;
}

/** Corners cut by half a step at most: small steps become slopes. */
function rounded(loop: Point[]): Point[] {
  const straight = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): boolean => (bx - ax) * (cy - by) === (by - ay) * (cx - bx);
  const around = (i: number, points: Point[]): [Point, Point, Point] => [points.at(i - 1)!, points[i]!, points[(i + 1) % points.length]!];
  const corners = loop.filter((_, i) => !straight(...around(i, loop)));
  return corners.flatMap((_, i) => {
    const [before, here, after] = around(i, corners);
    const on = (to: Point): Point => {
      const part = Math.min(0.5, CUT / Math.hypot(to[0] - here[0], to[1] - here[1]));
      return [here[0] + (to[0] - here[0]) * part, here[1] + (to[1] - here[1]) * part];
    };
    return [on(before), on(after)];
  });
}
