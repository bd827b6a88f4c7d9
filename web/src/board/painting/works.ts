/** What men have put up along hexsides: fences, walls, hedges, pales and banks of earth. The enemy comes from the right. */

import type { Point } from "../../api/types";
import { stroke, trace, type Brush } from "./brush";
import { aside, lengthOf, spaced } from "./curves";
import { crown } from "./woods";
import { stamping } from "./stamps";
import { part } from "./chance";

/** A worm fence of split rails, with its shadow. */
export function paintFence(brush: Brush, line: readonly Point[]): void {
  const { palette } = brush;
  const panels = Math.max(2, Math.round(lengthOf(line) / 6.6));
  const posts = spaced(line, lengthOf(line) / panels - 1e-6);
  const zigzag = posts.map(({ at: [x, y], way: [wx, wy] }, i): Point => {
    const out = i % 2 ? 2.3 : -2.3;
    return [x - wy * out, y + wx * out];
  });
  stroke(brush, [zigzag.map(([x, y]): Point => [x + 1.1, y + 1.5])], palette.shadow, 1.6);
  stroke(brush, [zigzag], palette.wood, 1.75);
  // Rails cross at the posts and reach a little beyond them.
  stroke(
    brush,
    zigzag.slice(1).map((to, i): Point[] => {
      const from = zigzag[i]!;
      const [dx, dy] = [(to[0] - from[0]) * 0.22, (to[1] - from[1]) * 0.22];
      return [[from[0] - dx, from[1] - dy], [to[0] + dx, to[1] + dy]];
    }),
    palette.wood,
    0.9,
  );
}

/** A wall of field stones. */
export function paintWall(brush: Brush, line: readonly Point[]): void {
  const { palette, ctx } = brush;
  stroke(brush, [line.map(([x, y]): Point => [x + 1.2, y + 1.6])], palette.shadow, 4);
  stroke(brush, [line], palette.ink, 4.6);
  stroke(brush, [line], palette.stone, 3.4);
  ctx.beginPath();
  for (const { at: [x, y], way: [wx, wy] } of spaced(line, 4.2, 2)) {
    const lean = (part(Math.round(x * 7), Math.round(y * 7)) - 0.5) * 1.2;
    ctx.moveTo(x + wy * 1.7 + wx * lean, y - wx * 1.7 + wy * lean);
    ctx.lineTo(x - wy * 1.7, y + wx * 1.7);
  }
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 0.7;
  ctx.stroke();
}

/** The leaves of hedges, and of trees in a row. */
export const LEAVES = { crown: ["#66803f", "#3c4f2b"], light: ["#8fa763", "#586f40"], ink: ["#35491f", "#162010"] } as const;

/** Bushes grown together. */
export function paintHedge(brush: Brush, line: readonly Point[]): void {
  stamping(brush, (cut) => {
    const bushes = [0, 1, 2].map((i) => cut(crown(`hedge-${i}`, LEAVES, brush.palette.dark, 4.4), 0.84 + i * 0.14));
    for (const { at: [x, y] } of spaced(line, 5.6, 2)) {
      bushes[Math.floor(part(Math.round(x * 5), Math.round(y * 5)) * 3)]!(x, y);
    }
  });
}

/** Felled trees, their points towards the enemy. */
export function paintPales(brush: Brush, line: readonly Point[]): void {
  const pales = spaced(line, 4.4, 2).map(({ at: [x, y], way: [wx, wy] }, i): Point[] => {
    const lean = i % 2 ? 2.6 : -2.6;
    return [[x + wy * 3, y - wx * 3], [x - wy * 7 + wx * lean, y + wx * 7 + wy * lean]];
  });
  stroke(brush, pales, brush.palette.wood, 1.3);
  stroke(brush, [line], brush.palette.wood, 1.6);
}

/** A bank of earth behind a ditch, with teeth towards the enemy. */
export function paintEarthwork(brush: Brush, line: readonly Point[]): void {
  const { ctx, palette } = brush;
  const count = Math.max(3, Math.round(lengthOf(line) / 7));
  const each = lengthOf(line) / count;
  stroke(brush, [aside(line, 2.4)], palette.shadow, 6);
  ctx.beginPath();
  for (const { at: [x, y], way: [wx, wy] } of spaced(line, each, each / 2)) {
    ctx.moveTo(x - wx * each * 0.42, y - wy * each * 0.42);
    ctx.lineTo(x - wy * 7.6, y + wx * 7.6);
    ctx.lineTo(x + wx * each * 0.42, y + wy * each * 0.42);
  }
  ctx.fillStyle = palette.earth;
  ctx.fill();
  stroke(brush, [line], palette.ink, 5);
  stroke(brush, [line], palette.earth, 3.8);
  ctx.beginPath();
  trace(ctx, aside(line, -0.9));
  ctx.strokeStyle = palette.earthLight;
  ctx.lineWidth = 1.2;
  ctx.stroke();
}

/** Crowns side by side. */
export function paintTreeRow(brush: Brush, line: readonly Point[]): void {
  stamping(brush, (cut) => {
    const trees = [0, 1].map((i) => cut(crown(`row-${i}`, LEAVES, brush.palette.dark, 7), 0.9 + i * 0.15));
    for (const { at: [x, y] } of spaced(line, 11, 3)) trees[Math.floor(part(Math.round(x * 5), Math.round(y * 5)) * 2)]!(x, y);
  });
}

/** Permanent works: a bank of earth with teeth, edged in red. */
export function paintRampart(brush: Brush, line: readonly Point[]): void {
  stroke(brush, [aside(line, -1.5)], brush.palette.entry, 8.4);
  paintEarthwork(brush, line);
}

/** A low dike: a bank of earth without teeth. */
export function paintBank(brush: Brush, line: readonly Point[]): void {
  const { palette } = brush;
  stroke(brush, [aside(line, 2)], palette.shadow, 4);
  stroke(brush, [line], palette.earth, 4);
  stroke(brush, [line], palette.earthLight, 1.6);
}

/** A ditch: earth thrown up before it, gabions along it. */
export function paintTrench(brush: Brush, line: readonly Point[]): void {
  const { ctx, palette } = brush;
  stroke(brush, [aside(line, 3)], palette.earth, 4.4);
  stroke(brush, [line], palette.ink, 3.2);
  ctx.beginPath();
  for (const { at: [x, y] } of spaced(aside(line, -2.6), 6, 3)) {
    ctx.moveTo(x + 2, y);
    ctx.arc(x, y, 2, 0, 7);
  }
  ctx.fillStyle = palette.wood;
  ctx.fill();
}
