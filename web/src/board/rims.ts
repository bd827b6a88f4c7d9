/** The rim of many places taken together: one line about sixty hexes instead of sixty rings. Pure arithmetic. */

import type { Point } from "../api/types";

/** The closed lines about outlines that share their corners, each outline given clockwise; so are the lines. */
export function rimsOf(outlines: readonly (readonly Point[])[]): Point[][] {
  const sides = new Map<string, { from: string; to: string; at: Point }>();
  for (const outline of outlines)
    outline.forEach((at, i) => {
      const [from, to] = [nameOf(at), nameOf(outline[(i + 1) % outline.length]!)];
      if (!sides.delete(`${to} ${from}`)) sides.set(`${from} ${to}`, { from, to, at }); // a side of two places is no rim
    });
  const onward = new Map<string, { to: string; at: Point }[]>();
  for (const { from, to, at } of sides.values()) onward.set(from, [...(onward.get(from) ?? []), { to, at }]);
  const rims: Point[][] = [];
  for (const start of onward.keys()) {
    for (let next = onward.get(start)!.pop(); next; next = onward.get(start)!.pop()) {
      const rim: Point[] = [];
      for (let side: { to: string; at: Point } | undefined = next; side; side = onward.get(side.to)?.pop()) rim.push(side.at);
      rims.push(rim);
    }
  }
  return rims;
}

/** Corners that two places share may differ by the rounding of numbers. */
function nameOf([x, y]: Point): string {
  return `${Math.round(x * 4)},${Math.round(y * 4)}`;
}
