/** Roads: smooth curves from hex to hex. */

import type { Point } from "../../api/types";
import { HEIGHT, SIDE } from "../geometry";
import { at as drawAt, lineShows, shows, stroke, type Brush } from "./brush";
import { part } from "./chance";
import { apart, nearest, smooth, towards } from "./curves";
import type { RoadArt } from "./looks";
import { centreStep, type Plan, type Step } from "./plan";

export interface Course {
  kind: string;
  hexes: Step[];
  line: Point[];
}

/** The course of every road: through the middle of each hexside it crosses, onto the curve of another where it ends on one. */
export function courses(plan: Plan): Course[] {
  return plan.keep("courses", () => {
    const found: Course[] = [];
    for (const { kind, hexes } of plan.map.roads) {
      const steps = hexes.map((label) => plan.stepOf(label)).filter((step) => step !== undefined);
      for (const stretch of connected(plan, steps)) found.push({ kind, hexes: stretch, line: smooth(gates(plan, stretch)) });
    }
    // Now that every curve is known, those that end in a hex which another passes are led onto its curve.
    return found.map((course) => joined(plan, course, found));
  });
}

/** A chain of hexes cut where two do not touch. */
function connected(plan: Plan, steps: Step[]): Step[][] {
  const found: Step[][] = [];
  for (const at of steps) {
    const last = found[found.length - 1];
    if (last && plan.sideBetween(last[last.length - 1]!, at)) last.push(at);
    else found.push([at]);
  }
  return found.filter((stretch) => stretch.length > 1);
}

/** Where a road crosses the hexside between two hexes: near its middle, the same for every road. */
function gate(plan: Plan, a: Step, b: Step): Point {
  const [p, q] = plan.sideBetween(a, b)!;
  if (plan.keep("over", () => crossed(plan)).has(p + q)) return plan.bentMiddle(p, q);
  const [first, second] = [Math.min(p, q), Math.max(p, q)];
  return towards(plan.exact(first), plan.exact(second), 0.5 + (part(first, second, 5) - 0.5) * 0.2);
}

/** The hexsides that something crosses, by the sum of their ends. */
function crossed(plan: Plan): Set<number> {
  return new Set(plan.hexsides.filter(({ kind }) => plan.looks.edge(kind).over).map(({ ends: [p, q] }) => p + q));
}

function gates(plan: Plan, hexes: readonly Step[]): Point[] {
  const line: Point[] = [ending(plan, hexes[0]!)];
  for (let i = 1; i < hexes.length; i++) line.push(gate(plan, hexes[i - 1]!, hexes[i]!));
  line.push(ending(plan, hexes[hexes.length - 1]!));
  return line;
}

/** Where a road ends in a hex: beyond the edge of the map if the hex lies there, or in its middle. */
function ending(plan: Plan, hex: Step): Point {
  const at = plan.exact(hex);
  const out = outwards(plan, hex);
  return out ? [at[0] + out[0] * SIDE * 2.2, at[1] + out[1] * SIDE * 2.2] : at;
}

/** The way off the map from a hex at its edge. */
export function outwards(plan: Plan, hex: Step): Point | null {
  const { box } = plan.geometry;
  const [x, y] = plan.exact(hex);
  const near = HEIGHT * 1.02;
  const gaps: [number, Point][] = [
    [y - box.top, [0, -1]],
    [box.top + box.height - y, [0, 1]],
    [x - box.left, [-1, 0]],
    [box.left + box.width - x, [1, 0]],
  ];
  const [gap, way] = gaps.reduce((best, one) => (one[0] < best[0] - 1e-6 ? one : best));
  return gap < near && onEdge(plan, hex) ? way : null;
}

function onEdge(plan: Plan, hex: Step): boolean {
  const edge = plan.keep("edge", () => {
    const { columns, rows, first_column, first_row, hexes } = plan.map;
    const outer = hexes.filter(({ column, row }) => column === first_column || row === first_row || column === columns || row === rows);
    return new Set(outer.map(({ column, row }) => centreStep(column, row)));
  });
  return edge.has(hex);
}

function joined(plan: Plan, course: Course, all: readonly Course[]): Course {
  const { hexes } = course;
  const line = gates(plan, hexes);
  let led = false;
  for (const [place, last] of [[0, hexes[0]!], [line.length - 1, hexes[hexes.length - 1]!]] as const) {
    const other = all.find((one) => one !== course && one.hexes.slice(1, -1).includes(last));
    if (!other) continue;
    line[place] = other.line[nearest(other.line, towards(plan.exact(last), line[place ? place - 1 : 1]!, 0.15))]!;
    led = true;
  }
  return led ? { ...course, line: smooth(line) } : course;
}

/** First every lower pen, then every upper one, so that junctions are open. */
export function paintRoads(brush: Brush, plan: Plan): void {
  const seen = courses(plan).filter(({ line }) => lineShows(brush, line, 10));
  const kinds = [...new Set(seen.map(({ kind }) => kind))].sort((a, b) => plan.looks.road(a).order - plan.looks.road(b).order);
  for (const pen of ["below", "above"] as const) {
    for (const kind of kinds) {
      const art = plan.looks.road(kind);
      const lines = seen.filter((course) => course.kind === kind).map(({ line }) => line);
      paintRoad(brush, lines, art, pen);
    }
  }
}

export function paintRoad(brush: Brush, lines: readonly (readonly Point[])[], art: RoadArt, pen: "below" | "above"): void {
  const thick = brush.scale < 0.3 ? 1.35 : 1; // from afar a road must still be seen
  const colour = brush.palette[art[pen]] as string;
  if (pen === "below") stroke(brush, lines, colour, art.wide * thick);
  else stroke(brush, lines, colour, art.narrow * thick, art.dash ? { dash: art.dash, cap: "butt" } : {});
}

/** Bridges and stepping stones, turned as the road or, where none crosses, as the hexside asks. */
export function paintCrossings(brush: Brush, plan: Plan): void {
  const found = plan.hexsides.filter(({ kind }) => plan.looks.edge(kind).over);
  found.sort((a, b) => plan.looks.edge(a.kind).order - plan.looks.edge(b.kind).order);
  for (const { kind, ends, hexes } of found) {
    const at = plan.bentMiddle(...ends);
    if (!shows(brush, at, 20)) continue;
    const [a, b] = wayThrough(plan, at) ?? [plan.exact(hexes[0]), plan.exact(hexes[1])];
    drawAt(brush, at, (here) => plan.looks.edge(kind).over!(here), Math.atan2(b[1] - a[1], b[0] - a[0]), 1.15);
  }
}

/** Two points of a road on either side of where it crosses. */
function wayThrough(plan: Plan, at: Point): [Point, Point] | null {
  for (const { line } of courses(plan)) {
    const i = nearest(line, at);
    if (apart(line[i]!, at) < 2) return [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
  }
  return null;
}

/** A line that is kept free, and how much room it needs to either side. */
interface Kept {
  line: readonly Point[];
  room: number;
}

/** Whether a point lies clear of roads and streams, so that a tree may stand there. */
export function clearOf(plan: Plan, lines: () => readonly Kept[]): (x: number, y: number) => boolean {
  const taken = plan.keep("taken", () => {
    const cells = new Set<number>();
    for (const { line, room } of lines()) {
      const reach = Math.ceil(room / CELL);
      for (let i = 1; i < line.length; i++) {
        const [a, b] = [line[i - 1]!, line[i]!];
        const parts = Math.max(1, Math.ceil(apart(a, b) / CELL));
        for (let p = 0; p < parts; p++) {
          const [x, y] = towards(a, b, p / parts);
          const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
          for (let dx = -reach; dx <= reach; dx++) {
            for (let dy = -reach; dy <= reach; dy++) {
              if (dx * dx + dy * dy <= reach * reach) cells.add((column + dx) * 65536 + row + dy);
            }
          }
        }
      }
    }
    return cells;
  });
  return (x, y) => !taken.has(Math.floor(x / CELL) * 65536 + Math.floor(y / CELL));
}

const CELL = 4;
