/** The ground: washes of colour with soft edges, one for each terrain, and their unevenness. */

import type { Point } from "../../api/types";
import { boxAround, overlap, widened, type Box } from "../geometry";
import { shows, stroke, trace, type Brush } from "./brush";
import { toned } from "./palette";
import type { Plan, Step } from "./plan";
import { pictureOf } from "./stamps";
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

function loopsOf(plan: Plan, steps: ReadonlySet<Step>): Loop[] {
  return plan.outlines(steps).map((loop) => {
    const line = plan.softLoop(loop);
    return { line, box: widened(boxAround(line), 2) };
  });
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
    return words.map((word, i) => {
      const own = loopsOf(plan, new Set(steps.get(word)));
      const under = loopsOf(plan, new Set(words.slice(i).flatMap((other) => steps.get(other)!)));
      const holds = (x: number, y: number) => plan.terrainAt(x, y) === word;
      const clear = (x: number, y: number) => holds(x, y) && free(x, y);
      const region = { word, loops: own.map(({ line }) => line), holds, free: clear };
      return { region, own, under, box: widened(boxAround(region.loops.flat()), 12) };
    });
  });
}

export function paintGround(brush: Brush, plan: Plan, free: (x: number, y: number) => boolean): void {
  const { ctx, palette } = brush;
  const found = washes(plan, free);
  for (const { region, under } of found) {
    ctx.beginPath();
    for (const loop of seen(brush, under)) trace(ctx, loop, true);
    ctx.fillStyle = toned(terrainArt(region.word).wash, palette.dark);
    ctx.fill("evenodd");
  }
  for (const { region, own } of found) {
    const { edge } = terrainArt(region.word);
    if (edge) stroke(brush, seen(brush, own), toned(edge, palette.dark), 1.2, { closed: true });
  }
  paintUnevenness(brush);
  for (const { region, own, box } of found) {
    const clip = common(brush.clip, box);
    if (clip) terrainArt(region.word).texture?.({ ...brush, clip }, { ...region, loops: seen(brush, own) });
  }
}

/** The part that two boxes share. */
function common(a: Box, b: Box): Box | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [right, bottom] = [Math.min(a.left + a.width, b.left + b.width), Math.min(a.top + a.height, b.top + b.height)];
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null;
}

const BLOT = 64; // pixels of the picture of a blot: it is soft, and may be stretched

/** A wash is never even: here it has dried darker, there lighter. */
export function paintUnevenness(brush: Brush): void {
  const { ctx, palette, drawn } = brush;
  if (drawn) return;
  const [dark, light] = [palette.blotchDark, palette.blotchLight].map((colour) => blot(colour));
  if (!dark || !light) return;
  strew(
    brush.clip,
    118,
    11,
    (x, y, dice) => {
      const reach = 50 * (0.9 + dice[3] * 1.3);
      if (shows(brush, [x, y], reach)) ctx.drawImage(dice[2] < 0.55 ? dark : light, x - reach, y - reach, reach * 2, reach * 2);
    },
    120,
    0.9,
  );
}

function blot(colour: string): CanvasImageSource | null {
  return pictureOf(`blot ${colour}`, BLOT, (ctx) => {
    const faded = (part: number) => colour.replace(/[\d.]+\)$/, (alpha) => `${parseFloat(alpha) * part})`);
    const spread = ctx.createRadialGradient(BLOT / 2, BLOT / 2, 2, BLOT / 2, BLOT / 2, BLOT / 2);
    for (const [at, part] of [[0, 1], [0.6, 0.55], [1, 0]] as const) spread.addColorStop(at, faded(part));
    ctx.fillStyle = spread;
    ctx.fillRect(0, 0, BLOT, BLOT);
  });
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

for (const word of ["open", "clear"]) registerTerrain(word, { order: 0, wash: ["#eee7c8", "#454238"], texture: grass });
registerTerrain("meadow", { order: 1, wash: ["#e3e4bd", "#3a4034"], texture: grass });
registerTerrain("rough", { order: 2, wash: ["#e4d5b0", "#423d33"], texture: grass });
