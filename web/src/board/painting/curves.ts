/** Lines that a pen would draw: smooth through their points, cut to even lengths, moved aside. */

import type { Point } from "../../api/types";

/** So many points to a stretch are enough for a curve of the length of a hex. */
const FINE = 8;

/**
 * A smooth line through all points (centripetal Catmull-Rom: no loops, no overshooting), as a fine polyline. A closed line
 * does not repeat its first point.
 */
export function smooth(points: readonly Point[], closed = false, fine = FINE): Point[] {
  const line = points.filter((at, i) => i === 0 || apart(at, points[i - 1]!) > 1e-6);
  if (line.length < 3) return line.map(([x, y]) => [x, y]);
  const count = line.length;
  const at = (i: number): Point => (closed ? line[(i + count) % count]! : (line[i] ?? beyond(line, i)));
  const found: Point[] = [];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const stretch = spline(p0, p1, p2, p3);
    for (let step = 0; step < fine; step++) found.push(stretch(step / fine));
  }
  if (!closed) found.push([...line[count - 1]!]);
  return found;
}

/** The point that an open line would have before its first or after its last. */
function beyond(line: readonly Point[], i: number): Point {
  const [end, near] = i < 0 ? [line[0]!, line[1]!] : [line[line.length - 1]!, line[line.length - 2]!];
  return [2 * end[0] - near[0], 2 * end[1] - near[1]];
}

/** The stretch from b to c of the curve through a, b, c and d. */
function spline(a: Point, b: Point, c: Point, d: Point): (part: number) => Point {
  const ab = Math.sqrt(apart(a, b)) || 1;
  const bc = Math.sqrt(apart(b, c)) || 1;
  const cd = Math.sqrt(apart(c, d)) || 1;
  const tangent = (axis: 0 | 1, start: boolean): number => {
    const [pa, pb, pc, pd] = [a[axis], b[axis], c[axis], d[axis]];
    return start
      ? pc - pb + bc * ((pb - pa) / ab - (pc - pa) / (ab + bc))
      : pc - pb + bc * ((pd - pc) / cd - (pd - pb) / (bc + cd));
  };
  const from: Point = [tangent(0, true), tangent(1, true)];
  const to: Point = [tangent(0, false), tangent(1, false)];
  return (t) => {
    const [t2, t3] = [t * t, t * t * t];
    const [h1, h2, h3, h4] = [2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, -2 * t3 + 3 * t2, t3 - t2];
    return [h1 * b[0] + h2 * from[0] + h3 * c[0] + h4 * to[0], h1 * b[1] + h2 * from[1] + h3 * c[1] + h4 * to[1]];
  };
}

export function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** The point so far on the way from a to b. */
export function towards(a: Point, b: Point, part: number): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

/** How long a line is. */
export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += apart(line[i - 1]!, line[i]!);
  return sum;
}

/** A point of a line, and the direction in which the line runs there (of length 1). */
export interface Mark {
  at: Point;
  way: Point;
}

/** Points at even distances along a line, from `start` on. */
export function spaced(line: readonly Point[], distance: number, start = 0): Mark[] {
  const found: Mark[] = [];
  let next = start;
  let gone = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = apart(a, b);
    if (length === 0) continue;
    const way: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    while (next <= gone + length + 1e-9) {
      found.push({ at: towards(a, b, (next - gone) / length), way });
      next += distance;
    }
    gone += length;
  }
  return found;
}

/** The point so far along a line, and its direction there. */
export function along(line: readonly Point[], distance: number): Mark {
  const [found] = spaced(line, Infinity, Math.max(0, Math.min(distance, lengthOf(line) - 1e-6)));
  return found ?? { at: line[0] ?? [0, 0], way: [1, 0] };
}

/** A line moved to its right (as seen when y points down) by so much. */
export function aside(line: readonly Point[], by: number): Point[] {
  return line.map((at, i) => {
    const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    const length = apart(a, b) || 1;
    return [at[0] - ((b[1] - a[1]) / length) * by, at[1] + ((b[0] - a[0]) / length) * by];
  });
}

/** The point of a line nearest to a point, as its place in the line. */
export function nearest(line: readonly Point[], to: Point): number {
  let best = 0;
  for (let i = 1; i < line.length; i++) if (apart(line[i]!, to) < apart(line[best]!, to)) best = i;
  return best;
}

/** The stretch of a straight line (through a point, in a direction) within a convex outline; null if it misses it. */
export function across(outline: readonly Point[], at: Point, way: Point): [Point, Point] | null {
  let [from, to] = [-Infinity, Infinity];
  const area = signedArea(outline);
  for (let i = 0; i < outline.length; i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[(i + 1) % outline.length]!;
    const [nx, ny] = area > 0 ? [ay - by, bx - ax] : [by - ay, ax - bx]; // points inwards
    const speed = nx * way[0] + ny * way[1];
    const off = nx * (at[0] - ax) + ny * (at[1] - ay);
    if (Math.abs(speed) < 1e-12) {
      if (off < 0) return null;
    } else if (speed > 0) from = Math.max(from, -off / speed);
    else to = Math.min(to, -off / speed);
  }
  if (!(from < to)) return null;
  return [
    [at[0] + way[0] * from, at[1] + way[1] * from],
    [at[0] + way[0] * to, at[1] + way[1] * to],
  ];
}

/** The area of an outline: positive if the outline runs clockwise on the screen. */
export function signedArea(outline: readonly Point[]): number {
  let sum = 0;
  for (let i = 0; i < outline.length; i++) {
    const [a, b] = [outline[i]!, outline[(i + 1) % outline.length]!];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum / 2;
}

/** What of a convex outline lies on the near side of the line halfway between two points. */
export function nearerTo(outline: readonly Point[], near: Point, far: Point): Point[] {
  const [mx, my] = middle(near, far);
  const [nx, ny] = [near[0] - far[0], near[1] - far[1]];
  const side = ([x, y]: Point) => (x - mx) * nx + (y - my) * ny;
  const found: Point[] = [];
  for (let i = 0; i < outline.length; i++) {
    const [a, b] = [outline[i]!, outline[(i + 1) % outline.length]!];
    const [sa, sb] = [side(a), side(b)];
    if (sa >= 0) found.push(a);
    if (sa >= 0 !== sb >= 0) found.push(towards(a, b, sa / (sa - sb)));
  }
  return found;
}
