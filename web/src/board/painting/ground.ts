/** The ground: washes of colour with soft edges, one for each terrain, and their unevenness. */

import type { Point } from "../../api/types";
import { boxAround, overlap, widened, type Box } from "../geometry";
import { paintUnevenness } from "./blots";
import { stroke, trace, type Brush } from "./brush";
import { strayed, unstrayed, wornLoop } from "./organic";
import { toned } from "./palette";
import { neighbourStep, type Plan, type Step } from "./plan";
import type { Region, TerrainArt } from "./terrains";

/** The regions of a map, the lowest first. A wash also lies beneath every later one, so that no gap shows between two. */
interface Wash {
  art: TerrainArt;
  region: Region;
  box: Box;
  own: readonly Loop[]; // its outlines
  under: readonly Loop[]; // the outlines of it and of all that lies over it
}

interface Loop {
  line: Point[];
  box: Box;
}

function loopsOf(plan: Plan, steps: ReadonlySet<Step>, worn = 0): Loop[] {
  return plan.outlines(steps).map((loop) => {
    const line = wornLoop(plan.softLoop(loop).map(strayed), worn);
    return { line, box: widened(boxAround(line), 2) };
  });
}

const CELL = 3; // units of the board

/** The terrain at a point within edges that stray, looked up once for every small square: it is asked for every tree. */
function strayedGround(plan: Plan): (x: number, y: number) => string | undefined {
  const { left, top, width, height } = plan.geometry.sheet;
  const [columns, rows] = [Math.ceil(width / CELL) + 1, Math.ceil(height / CELL) + 1];
  const words: (string | undefined)[] = [undefined, undefined]; // 0: not yet looked up, 1: none
  const cells = new Uint8Array(columns * rows);
  return (x, y) => {
    const [column, row] = [Math.floor((x - left) / CELL), Math.floor((y - top) / CELL)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
    const cell = row * columns + column;
    if (cells[cell] === 0) {
      const word = plan.terrainAt(...unstrayed(left + (column + 0.5) * CELL, top + (row + 0.5) * CELL));
      let number = word === undefined ? 1 : words.indexOf(word, 2);
      if (number < 0) number = words.push(word) - 1;
      cells[cell] = number;
    }
    return words[cells[cell]!];
  };
}

const WORN = 22; // a shore has no corners: so often is its line drawn even

/** The ground that a water lies in: what most of the land about it is, so that a shore worn off shows that and nothing else. */
function bedsOf(plan: Plan): Map<Step, string> {
  const beds = new Map<Step, string>();
  for (const [at, terrain] of plan.terrains()) {
    if (!plan.looks.ground(terrain).water) continue;
    const about = [0, 1, 2, 3, 4, 5].map((d) => plan.terrainOf(neighbourStep(at, d)));
    const land = about.filter((word): word is string => word !== undefined && !plan.looks.ground(word).water);
    const count = (word: string) => land.filter((other) => other === word).length;
    if (land.length) beds.set(at, land.reduce((best, word) => (count(word) > count(best) ? word : best)));
  }
  return beds;
}

/** The lines that reach into the part that is painted: others cannot show there, nor make a hole. */
function seen({ clip }: Brush, loops: readonly Loop[]): Point[][] {
  return loops.filter(({ box }) => overlap(clip, box)).map(({ line }) => line);
}

function washes(plan: Plan, free: (x: number, y: number) => boolean): Wash[] {
  return plan.keep("washes", () => {
    const steps = new Map<string, Step[]>();
    for (const [at, terrain] of plan.terrains()) {
      if (!steps.has(terrain)) steps.set(terrain, []);
      steps.get(terrain)!.push(at);
    }
    const { looks } = plan;
    const words = [...steps.keys()].sort((a, b) => looks.ground(a).order - looks.ground(b).order || (a < b ? -1 : 1));
    const beds = bedsOf(plan);
    const groundAt = strayedGround(plan);
    return words.map((word, i) => {
      const art = looks.ground(word);
      const water = art.water === true;
      const own = loopsOf(plan, new Set(steps.get(word)), water ? WORN : 0);
      const above = words.slice(i).filter((other) => water || !looks.ground(other).water);
      const bed = [...beds].filter(([, land]) => !water && above.includes(land)).map(([at]) => at);
      const under = water ? own : loopsOf(plan, new Set([...above.flatMap((other) => steps.get(other)!), ...bed]));
      const holds = (x: number, y: number) => groundAt(x, y) === word;
      const clear = (x: number, y: number) => holds(x, y) && free(x, y);
      const region = { loops: own.map(({ line }) => line), holds, free: clear };
      return { art, region, own, under, box: widened(boxAround(region.loops.flat()), 12) };
    });
  });
}

export function paintGround(brush: Brush, plan: Plan, free: (x: number, y: number) => boolean): void {
  const { ctx, palette } = brush;
  const found = washes(plan, free);
  const wash = (art: TerrainArt, loops: readonly Loop[]) => {
    ctx.beginPath();
    for (const loop of seen(brush, loops)) trace(ctx, loop, true);
    ctx.fillStyle = toned(art.wash, palette.dark);
    ctx.fill("evenodd");
  };
  for (const { art, under } of found) wash(art, under);
  for (const { art, own } of found) {
    if (art.edge) stroke(brush, seen(brush, own), toned(art.edge, palette.dark), 1.2, { closed: true });
  }
  paintUnevenness(brush);
  for (const { art, region, own, box } of found) {
    const clip = common(brush.clip, box);
    if (clip && art.water) wash(art, own); // over the trees on its banks
    if (clip) art.texture?.({ ...brush, clip }, { ...region, loops: seen(brush, own) });
  }
}

/** The part that two boxes share. */
function common(a: Box, b: Box): Box | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [right, bottom] = [Math.min(a.left + a.width, b.left + b.width), Math.min(a.top + a.height, b.top + b.height)];
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null;
}
