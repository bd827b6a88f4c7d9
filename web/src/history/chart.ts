/** A line chart of levels that stay as they are until they change: where everything stands, in units of the picture. */

import type { Point, Report } from "../api/types";

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Scales {
  x(moment: number): number;
  y(level: number): number;
  momentAt(x: number): number;
  levels: number[]; // of the lines drawn across
  end: number;
}

export type Track = Report["tracks"][number];

/** From the lowest to the highest level, at least a little apart, and from the first moment to the last. */
export function scales(track: Track, frame: Frame): Scales {
  const levels = track.series.flatMap((series) => series.points.map(([, level]) => level));
  const end = Math.max(1, ...track.series.flatMap((series) => series.points.map(([moment]) => moment)));
  const step = stepFor(Math.min(...levels, Infinity), Math.max(...levels, -Infinity));
  const least = Math.floor(Math.min(...levels, 0) / step) * step;
  const most = Math.max(least + step, Math.ceil(Math.max(...levels, 1) / step) * step);
  const wide = frame.width - frame.left - frame.right;
  const high = frame.height - frame.top - frame.bottom;
  return {
    x: (moment) => frame.left + (wide * moment) / end,
    y: (level) => frame.top + high * (1 - (level - least) / (most - least)),
    momentAt: (x) => Math.round(Math.min(end, Math.max(0, ((x - frame.left) / wide) * end))),
    levels: Array.from({ length: Math.round((most - least) / step) + 1 }, (_, place) => least + place * step),
    end,
  };
}

/** A round step that gives some four to seven lines. */
export function stepFor(least: number, most: number): number {
  const span = Math.max(1, most - Math.min(least, 0));
  return [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => span / step <= 6) ?? 1000;
}

/** Level until the next change, then up or down at once. */
export function stairs(points: Point[], { x, y }: Scales): string {
  return points.map(([moment, level], place) => (place ? `H${round(x(moment))}V${round(y(level))}` : `M${round(x(moment))} ${round(y(level))}`)).join("");
}

/** The level at a moment. */
export function levelAt(points: Point[], moment: number): number | null {
  return points.findLast(([since]) => since <= moment)?.[1] ?? null;
}

/** Labels at the ends of lines pushed apart, so that none covers another. */
export function apart(heights: number[], room: number): number[] {
  const order = heights.map((_, place) => place).sort((a, b) => heights[a]! - heights[b]!);
  const moved = [...heights];
  order.forEach((place, rank) => {
    const above = rank ? moved[order[rank - 1]!]! : -Infinity;
    moved[place] = Math.max(moved[place]!, above + room);
  });
  return moved;
}

const round = (value: number): number => Math.round(value * 10) / 10;
