/** A hex map, layer by layer, the lowest first. */

import type { HexSheet, Point } from "../../api/types";
import type { PaintOptions } from "../geometry";
import type { HexGeometry } from "../kinds/hexes";
import { paintGrain } from "./blots";
import { clipTo, lineShows, type Brush } from "./brush";
import { paintFeatures } from "./buildings";
import { aside } from "./curves";
import { paintBeyond, paintFrame, paintGrid, paintNumbers, paintZones } from "./grid";
import { paintGround } from "./ground";
import { paintEntries, paintNames } from "./lettering";
import { palette } from "./palette";
import { Plan } from "./plan";
import { clearOf, courses, paintCrossings, paintRoads } from "./roads";
import { paintStreams, streams } from "./water";

export function paintHexMap(ctx: CanvasRenderingContext2D, map: HexSheet, geometry: HexGeometry, options: PaintOptions): void {
  const plan = Plan.of(map, geometry);
  const brush: Brush = { ctx, palette: palette(options.dark), scale: options.scale, clip: options.clip ?? geometry.sheet };
  const free = clearGround(plan);
  ctx.save();
  if (options.clip) clipTo(ctx, options.clip);
  ctx.save();
  clipTo(ctx, geometry.box);
  ctx.fillStyle = brush.palette.paper;
  ctx.fillRect(brush.clip.left, brush.clip.top, brush.clip.width, brush.clip.height);
  paintGround(brush, plan, free);
  paintGrain(brush);
  paintStreams(brush, plan);
  paintHexsides(brush, plan);
  paintRoads(brush, plan);
  paintGrid(brush, plan);
  paintBeyond(brush, plan);
  paintZones(brush, plan);
  paintCrossings(brush, plan);
  paintFeatures(brush, plan, free);
  paintNumbers(brush, plan);
  paintEntries(brush, plan);
  paintNames(brush, plan);
  ctx.restore();
  paintFrame(brush, geometry.sheet, geometry.box);
  ctx.restore();
}

/** Trees keep clear of roads and water, and of slopes and works, which they would hide. */
function clearGround(plan: Plan): (x: number, y: number) => boolean {
  return clearOf(plan, () => [
    ...courses(plan).map(({ line }) => ({ line, room: 8 })),
    ...streams(plan).map(({ line, width }) => ({ line, room: 5 + width / 2 })),
    ...kindsAlong(plan).flatMap((kind) => linesAlong(plan, kind).map((line) => ({ line: aside(line, 5), room: 7 }))),
  ]);
}

/** The kinds of hexsides that are drawn along their line, the lowest first. */
function kindsAlong(plan: Plan): string[] {
  const kinds = [...new Set(plan.hexsides.map(({ kind }) => kind))].filter((kind) => plan.looks.edge(kind).along);
  return kinds.sort((a, b) => plan.looks.edge(a).order - plan.looks.edge(b).order);
}

function linesAlong(plan: Plan, kind: string): Point[][] {
  return plan.keep(`along ${kind}`, () => plan.runs((other) => other === kind, true).map(({ steps }) => plan.softLine(steps)));
}

/** What runs along hexsides: slopes, fences, works. */
function paintHexsides(brush: Brush, plan: Plan): void {
  for (const kind of kindsAlong(plan)) {
    for (const line of linesAlong(plan, kind)) if (lineShows(brush, line, 24)) plan.looks.edge(kind).along!(brush, line);
  }
}
