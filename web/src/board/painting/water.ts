/** Streams and rivers that run along hexsides, and the course that the name of any water follows. */

import type { Point } from "../../api/types";
import { contains, SIDE, widened } from "../geometry";
import { lineShows, stroke, type Brush } from "./brush";
import { apart, middle, towards } from "./curves";
import { cornerStep, type Hexside, type Plan, type Step } from "./plan";

export interface Stream {
  line: Point[];
  width: number;
  source: [boolean, boolean]; // whether it springs at its start, at its end
}

/** Every stream as one smooth line from source or junction to mouth. */
export function streams(plan: Plan): Stream[] {
  return plan.keep("streams", () => {
    const runs = widths(plan).flatMap((wide) => plan.runs((kind) => plan.looks.edge(kind).wet === wide, false, drowned(plan)));
    const count = new Map<Step, number>();
    const ends = runs.flatMap(({ steps }) => [steps[0]!, steps[steps.length - 1]!]);
    for (const end of ends) count.set(end, (count.get(end) ?? 0) + 1);
    return runs.map(({ steps, kinds }) => {
      const line = wavering(plan.softLine(steps));
      const ends = [steps[0]!, steps[steps.length - 1]!] as const;
      const mouths = ends.map((end) => (count.get(end) === 1 ? mouth(plan, end) : null));
      const source = ends.map((end, i) => count.get(end) === 1 && !mouths[i]) as [boolean, boolean];
      if (mouths[0]) line.unshift(mouths[0]);
      if (mouths[1]) line.push(mouths[1]);
      return { line, width: Math.max(...kinds.map((kind) => plan.looks.edge(kind).wet ?? 0)), source };
    });
  });
}

/** How wide the waters of the map are, the narrow first. */
function widths(plan: Plan): number[] {
  const found = plan.hexsides.map(({ kind }) => plan.looks.edge(kind).wet).filter((wet) => wet !== undefined);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The hexsides, by their two ends, on which wider water runs than another that is named there: a crossing in a river. */
function drowned(plan: Plan): (side: Hexside) => boolean {
  const widest = new Map<number, number>();
  for (const { kind, ends } of plan.hexsides) widest.set(ends[0] + ends[1], Math.max(widest.get(ends[0] + ends[1]) ?? 0, plan.looks.edge(kind).wet ?? 0));
  return ({ kind, ends }) => (plan.looks.edge(kind).wet ?? 0) < widest.get(ends[0] + ends[1])!;
}

/** Where a stream that ends at a corner runs on to: into a river, or off the map. */
function mouth(plan: Plan, end: Step): Point | null {
  const about = [0, 1, 2, 3, 4, 5].map((d) => cornerStep(end, d)); // among them the centres of the hexes that meet here
  for (const hex of about) {
    const terrain = plan.terrainOf(hex);
    if (terrain !== undefined && plan.looks.ground(terrain).water) return towards(plan.bent(end), plan.exact(hex), 0.42);
  }
  const { box } = plan.geometry;
  const [x, y] = plan.exact(end);
  const out = SIDE * 0.9;
  if (x < box.left + out) return [box.left - out, y];
  if (x > box.left + box.width - out) return [box.left + box.width + out, y];
  if (y < box.top + out) return [x, box.top - out];
  if (y > box.top + box.height - out) return [x, box.top + box.height + out];
  return null;
}

/** A line that wavers a little between its bends. */
function wavering(line: readonly Point[]): Point[] {
  let gone = 0;
  return line.map((at, i) => {
    const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    gone += i ? apart(line[i - 1]!, at) : 0;
    const length = apart(a, b) || 1;
    const off = i === 0 || i === line.length - 1 ? 0 : Math.sin(gone * 0.29 + line[0]![0]) * 0.95;
    return [at[0] - ((b[1] - a[1]) / length) * off, at[1] + ((b[0] - a[0]) / length) * off];
  });
}

export function paintStreams(brush: Brush, plan: Plan): void {
  const { palette } = brush;
  const seen = streams(plan).filter(({ line }) => lineShows(brush, line, 20));
  for (const wide of new Set(seen.map(({ width }) => width))) {
    const bodies = seen.filter(({ width }) => width === wide);
    const lines = bodies.map(body);
    const tips = bodies.flatMap(tapering);
    stroke(brush, [...lines, ...tips], palette.meadow, wide * 1.6 + 7);
    stroke(brush, lines, palette.bank, wide + 2.1);
    stroke(brush, tips, palette.bank, wide * 0.55 + 1.7);
    stroke(brush, lines, palette.water, wide);
    stroke(brush, tips, palette.water, wide * 0.55);
    if (brush.scale > 0.4) stroke(brush, lines.map(highlight), palette.glint, wide * 0.2);
  }
}

const TIP = 7; // points of a line that belong to the thin beginning of a stream

function body({ line, source }: Stream): Point[] {
  return line.length > 3 * TIP ? line.slice(source[0] ? TIP : 0, source[1] ? -TIP : undefined) : line;
}

/** The thin beginnings of a stream. */
function tapering({ line, source }: Stream): Point[][] {
  if (line.length <= 3 * TIP) return [];
  return [...(source[0] ? [line.slice(0, TIP + 1)] : []), ...(source[1] ? [line.slice(-TIP - 1)] : [])];
}

/** The light on the water, a little to the north-west. */
function highlight(line: readonly Point[]): Point[] {
  return line.map(([x, y]) => [x - 0.7, y - 0.7]);
}

/** The course that a name along a hex's water follows: the middle of the water, from hex to hex. */
export function courseNear(plan: Plan, hex: Step): Point[] | null {
  const [x, y] = plan.exact(hex);
  const terrain = plan.terrainOf(hex);
  if (terrain !== undefined && plan.looks.ground(terrain).water) return axis(plan, hex);
  const box = widened(plan.geometry.box, -8);
  const near = streams(plan)
    .map(({ line }) => line.filter((at) => contains(box, at) && apart(at, [x, y]) < SIDE * 4.5))
    .filter((line) => line.length > 4 && line.some((at) => apart(at, [x, y]) < SIDE * 1.6));
  near.sort((a, b) => b.length - a.length);
  return near[0] ? eased(near[0], 5) : null;
}

/** The long middle line of the water about a hex. */
function axis(plan: Plan, hex: Step): Point[] {
  const here = plan.exact(hex);
  const found: Point[] = [];
  for (const [at, terrain] of plan.terrains()) {
    if (plan.looks.ground(terrain).water && apart(plan.exact(at), here) < SIDE * 6.5) found.push(plan.exact(at));
  }
  const [mx, my] = middleOf(found);
  const spread = (of: (dx: number, dy: number) => number) => mean(found.map(([x, y]) => of(x - mx, y - my)));
  const turn = 0.5 * Math.atan2(2 * spread((dx, dy) => dx * dy), spread((dx, dy) => dx * dx - dy * dy)); // of its longest axis
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const bins = new Map<number, Point[]>();
  for (const at of found) {
    const bin = Math.round(((at[0] - mx) * cos + (at[1] - my) * sin) / (SIDE * 1.5));
    bins.set(bin, [...(bins.get(bin) ?? []), at]);
  }
  const line = [...bins].sort(([a], [b]) => a - b).map(([, about]) => middleOf(about));
  return eased(line, 2);
}

function middleOf(points: readonly Point[]): Point {
  return [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** A line without its small bends. */
function eased(line: readonly Point[], times: number): Point[] {
  let found = [...line];
  for (let i = 0; i < times; i++) {
    found = found.map((at, j) => (j === 0 || j === found.length - 1 ? at : middle(at, middle(found[j - 1]!, found[j + 1]!))));
  }
  return found;
}
