/** The ground: washes of colour with soft edges, one for each terrain, and their unevenness. */

import type { Point } from "../../api/types";
import { boxAround, widened, type Box } from "../geometry";
import { stroke, trace, type Brush } from "./brush";
import { toned } from "./palette";
import type { Plan, Step } from "./plan";
import { stamper } from "./stamps";
import { registerTerrain, strew, terrainArt, type Region } from "./terrains";

/** The regions of a map, the lowest first. A wash also lies beneath every later one, so that no gap shows between two. */
export interface Wash {
  region: Region;
  under: readonly (readonly Point[])[]; // the outlines of it and of all that lies over it
}

export function washes(plan: Plan, free: (x: number, y: number) => boolean): Wash[] {
  return plan.keep("washes", () => {
    const steps = new Map<string, Step[]>();
    for (const [at, terrain] of plan.terrains()) steps.set(terrain, [...(steps.get(terrain) ?? []), at]);
    const words = [...steps.keys()].sort((a, b) => terrainArt(a).order - terrainArt(b).order || (a < b ? -1 : 1));
    return words.map((word, i) => {
      const here = new Set(steps.get(word));
      const over = new Set(words.slice(i).flatMap((other) => steps.get(other)!));
      const holds = (x: number, y: number) => plan.terrainAt(x, y) === word;
      return {
        region: {
          word,
          loops: plan.outlines(here).map((loop) => plan.softLoop(loop)),
          holds,
          free: (x, y) => holds(x, y) && free(x, y),
        },
        under: plan.outlines(over).map((loop) => plan.softLoop(loop)),
      };
    });
  });
}

export function paintGround(brush: Brush, plan: Plan, free: (x: number, y: number) => boolean): void {
  const { ctx, palette } = brush;
  for (const { region, under } of washes(plan, free)) {
    const art = terrainArt(region.word);
    ctx.beginPath();
    for (const loop of under) trace(ctx, loop, true);
    ctx.fillStyle = toned(art.wash, palette.dark);
    ctx.fill("evenodd");
  }
  for (const { region } of washes(plan, free)) {
    const { edge } = terrainArt(region.word);
    if (edge) stroke(brush, region.loops, toned(edge, palette.dark), 1.2, { closed: true });
  }
  paintUnevenness(brush);
  for (const { region } of washes(plan, free)) {
    const clip = common(brush.clip, widened(boxAround(region.loops.flat()), 12));
    if (clip) terrainArt(region.word).texture?.({ ...brush, clip }, region);
  }
}

/** The part that two boxes share. */
function common(a: Box, b: Box): Box | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [right, bottom] = [Math.min(a.left + a.width, b.left + b.width), Math.min(a.top + a.height, b.top + b.height)];
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null;
}

/** A wash is never even: here it has dried darker, there lighter. */
export function paintUnevenness(brush: Brush): void {
  const { palette } = brush;
  const blot = (name: string, colour: string) =>
    stamper(brush, {
      name,
      reach: 50,
      draw(ctx) {
        const clear = colour.replace(/[\d.]+\)$/, "0)");
        const spread = ctx.createRadialGradient(0, 0, 4, 0, 0, 50);
        spread.addColorStop(0, colour);
        spread.addColorStop(0.6, colour.replace(/[\d.]+\)$/, (alpha) => `${parseFloat(alpha) * 0.55})`));
        spread.addColorStop(1, clear);
        ctx.fillStyle = spread;
        ctx.fillRect(-50, -50, 100, 100);
      },
    });
  const dark = blot("blot-dark", palette.blotchDark);
  const light = blot("blot-light", palette.blotchLight);
  strew(brush.clip, 118, 11, (x, y, dice) => (dice[2] < 0.55 ? dark : light)(x, y, 0.9 + dice[3] * 1.3), 120, 0.9);
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
