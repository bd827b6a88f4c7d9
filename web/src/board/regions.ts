/** Many choices that differ only in a point: rows of points to click into, told by the lengths of their runs. Pure. */

import type { Point, RegionChoices } from "../api/types";

export type BoardRegion = Pick<RegionChoices, "origin" | "step" | "rows">;

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
