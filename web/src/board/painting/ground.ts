/** The ground: washes of colour with soft edges, one for each terrain, and their unevenness. */

import type { Point } from "../../api/types";
import { boxAround, overlap, widened, type Box } from "../geometry";
import { paintUnevenness } from "./blots";
import { stroke, trace, type Brush } from "./brush";
import { strayed, unstrayed, wornLoop } from "./organic";
import { toned } from "./palette";
import { neighbourStep, type Plan, type Step } from "./plan";
import { registerTerrain, strew, terrainArt, type Region } from "./terrains";

/** The regions of a map, the lowest first. A wash also lies beneath every later one, so that no gap shows between two. */
interface Wash {
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
    if (!terrainArt(terrain).water) continue;
    const about = [0, 1, 2, 3, 4, 5].map((d) => plan.terrainOf(neighbourStep(at, d)));
    const land = about.filter((word): word is string => word !== undefined && !terrainArt(word).water);
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
    const words = [...steps.keys()].sort((a, b) => terrainArt(a).order - terrainArt(b).order || (a < b ? -1 : 1));
    const beds = bedsOf(plan);
    const groundAt = strayedGround(plan);
    return words.map((word, i) => {
      const water = terrainArt(word).water === true;
      const own = loopsOf(plan, new Set(steps.get(word)), water ? WORN : 0);
      const above = words.slice(i).filter((other) => water || !terrainArt(other).water);
      const bed = [...beds].filter(([, land]) => !water && above.includes(land)).map(([at]) => at);
      const under = water ? own : loopsOf(plan, new Set([...above.flatMap((other) => steps.get(other)!), ...bed]));
      const holds = (x: number, y: number) => groundAt(x, y) === word;
      const clear = (x: number, y: number) => holds(x, y) && free(x, y);
      const region = { word, loops: own.map(({ line }) => line), holds, free: clear };
      return { region, own, under, box: widened(boxAround(region.loops.flat()), 12) };
    });
  });
}

export function paintGround(brush: Brush, plan: Plan, free: (x: number, y: number) => boolean): void {
  const { ctx, palette } = brush;
  const found = washes(plan, free);
  const wash = (word: string, loops: readonly Loop[]) => {
    ctx.beginPath();
    for (const loop of seen(brush, loops)) trace(ctx, loop, true);
    ctx.fillStyle = toned(terrainArt(word).wash, palette.dark);
    ctx.fill("evenodd");
  };
  for (const { region, under } of found) wash(region.word, under);
  for (const { region, own } of found) {
    const { edge } = terrainArt(region.word);
    if (edge) stroke(brush, seen(brush, own), toned(edge, palette.dark), 1.2, { closed: true });
  }
  paintUnevenness(brush);
  for (const { region, own, box } of found) {
    const clip = common(brush.clip, box);
    if (clip && terrainArt(region.word).water) wash(region.word, own); // over the trees on its banks
    if (clip) terrainArt(region.word).texture?.({ ...brush, clip }, { ...region, loops: seen(brush, own) });
  }
}

/** The part that two boxes share. */
function common(a: Box, b: Box): Box | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [right, bottom] = [Math.min(a.left + a.width, b.left + b.width), Math.min(a.top + a.height, b.top + b.height)];
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null;
}

/** A few blades of grass. */
function grass(brush: Brush, region: Region): void {
  if (brush.scale < 0.35) return;
  const { ctx, palette } = brush;
  ctx.beginPath();
  strew(brush.clip, 25, 21, (x, y, dice) => {
    if (dice[2] > 0.6 || !region.free(x, y)) return;
    ctx.moveTo(x, y);
    ctx.lineTo(x - 1.5, y - 3.2);
    ctx.moveTo(x + 0.8, y);
    ctx.lineTo(x + 0.9, y - 4);
    ctx.moveTo(x + 1.6, y);
    ctx.lineTo(x + 3, y - 3);
  });
  ctx.strokeStyle = palette.dark ? "rgba(196,190,140,.30)" : "rgba(132,124,66,.50)";
  ctx.lineWidth = 0.75;
  ctx.lineCap = "round";
  ctx.stroke();
}

/** Squares of houses between straight streets. */
function streets(brush: Brush, region: Region): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  const { left, top, width, height } = brush.clip;
  for (let x = Math.floor(left / 15) * 15; x < left + width; x += 15) {
    for (let y = Math.floor(top / 15) * 15; y < top + height; y += 15) {
      if (region.holds(x, y) && region.holds(x + 10, y + 10)) ctx.rect(x, y, 10, 10);
    }
  }
  ctx.fillStyle = palette.dark ? "#7d5a49" : "#b4785c";
  ctx.fill();
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 0.6;
  ctx.stroke();
}

for (const word of ["open", "clear"]) registerTerrain(word, { order: 0, wash: ["#eee7c8", "#454238"], texture: grass });
registerTerrain("meadow", { order: 1, wash: ["#e3e4bd", "#3a4034"], texture: grass });
registerTerrain("rough", { order: 2, wash: ["#e4d5b0", "#423d33"], texture: grass });
registerTerrain("ruins", { order: 3, wash: ["#ddd2bb", "#3d3a35"], edge: ["#a3957c", "#6b6456"], texture: grass });
registerTerrain("city", { order: 70, wash: ["#dcc7b0", "#4a3d35"], edge: ["#8f6c55", "#8a6f5d"], texture: streets });
registerTerrain("town", { order: 70, wash: ["#e2cfb6", "#4d4238"], edge: ["#a98468", "#8f765f"], texture: streets });
