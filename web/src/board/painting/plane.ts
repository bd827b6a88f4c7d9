/** A table top, layer by layer, the lowest first. */

import type { PlaneSheet, Point } from "../../api/types";
import { boxAround, inside, overlap, type PaintOptions, widened } from "../geometry";
import { type PlaneGeometry, PLANE_SCALE } from "../kinds/plane";
import { paintGrain, paintUnevenness } from "./blots";
import { clipTo, fill, lineShows, stroke, trace, type Brush } from "./brush";
import { smooth, spaced } from "./curves";
import "./fields";
import { paintFrame } from "./grid";
import { letter, letterAlong, nameSize } from "./lettering";
import "./marsh";
import { palette, toned, type Tone } from "./palette";
import { stamping } from "./stamps";
import { strew, terrainArt } from "./terrains";
import { crown } from "./woods";
import { paintEarthwork, paintFence, paintHedge, paintWall } from "./works";

/** The terrain that a ground is painted as. */
const TERRAIN: Record<string, string> = { field: "cultivated", marsh: "swamp", brush: "thicket", orchard: "orchard", woods: "forest" };
const ORDER = ["field", "marsh", "brush", "orchard", "woods", "rocks", "building"];
const LARGER = 1.8; // works are drawn larger than on a map of hexes: a table top is looked at from nearer
const STRIP = 2; // centimetres of a rear edge
const LONG = 10; // centimetres of the scale bar
const ROOF: Tone = ["#a8584a", "#6d3a31"];
const STONE: Tone = ["#cbc2ad", "#4b473e"];

export function paintPlane(ctx: CanvasRenderingContext2D, map: PlaneSheet, geometry: PlaneGeometry, options: PaintOptions): void {
  const brush: Brush = { ctx, palette: palette(options.dark), scale: options.scale, clip: options.clip ?? geometry.sheet };
  ctx.save();
  if (options.clip) clipTo(ctx, options.clip);
  ctx.save();
  clipTo(ctx, geometry.box);
  ctx.fillStyle = toned(terrainArt("meadow").wash, options.dark);
  ctx.fillRect(brush.clip.left, brush.clip.top, brush.clip.width, brush.clip.height);
  paintUnevenness(brush);
  const grounds = [...map.grounds].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  for (const ground of grounds) if (ground.kind !== "building") paintGround(brush, ground, geometry);
  paintGrain(brush);
  for (const kind of ["road", "stream"]) for (const line of map.lines) if (line.kind === kind) paintLine(brush, line, geometry);
  for (const ground of grounds) if (ground.kind === "building") paintRoof(brush, geometry.points(ground.outline));
  for (const line of map.lines) if (line.kind !== "road" && line.kind !== "stream") paintLine(brush, line, geometry);
  for (const rear of map.rears) paintRear(brush, map, rear, geometry);
  for (const objective of map.objectives) paintObjective(brush, objective, geometry);
  paintNames(brush, map, geometry);
  paintScale(brush, map, geometry);
  ctx.restore();
  paintFrame(brush, geometry.sheet, geometry.box);
  ctx.restore();
}

type Ground = PlaneSheet["grounds"][number];
type Line = PlaneSheet["lines"][number];

function paintGround(brush: Brush, { kind, outline }: Ground, geometry: PlaneGeometry): void {
  const loop = kind === "field" ? geometry.points(outline) : smooth(geometry.points(outline), true);
  const box = widened(boxAround(loop), 12);
  if (!overlap(brush.clip, box)) return;
  const word = TERRAIN[kind];
  if (word === undefined) return paintRocks(brush, loop, kind);
  const art = terrainArt(word);
  fill(brush, loop, toned(art.wash, brush.palette.dark));
  if (art.edge) stroke(brush, [loop], toned(art.edge, brush.palette.dark), 2, { closed: true });
  const holds = (x: number, y: number) => inside(loop, [x, y]);
  const [left, top] = [Math.max(brush.clip.left, box.left), Math.max(brush.clip.top, box.top)];
  const [right, bottom] = [Math.min(brush.clip.left + brush.clip.width, box.left + box.width), Math.min(brush.clip.top + brush.clip.height, box.top + box.height)];
  art.texture?.({ ...brush, clip: { left, top, width: right - left, height: bottom - top } }, { word, loops: [loop], holds, free: holds });
}

/** Stones in the grass; any ground that nobody has drawn is painted so, too. */
function paintRocks(brush: Brush, loop: readonly Point[], kind: string): void {
  const { ctx, palette: ink } = brush;
  fill(brush, loop, kind === "rocks" ? toned(STONE, ink.dark) : toned(terrainArt(kind).wash, ink.dark));
  const box = widened(boxAround(loop), 4);
  strew(box, 26, 41, (x, y, dice) => {
    if (!inside(loop, [x, y])) return;
    const r = 6 + dice[2] * 6;
    ctx.beginPath();
    trace(ctx, [[x - r, y + r * 0.6], [x - r * 0.6, y - r * 0.7], [x + r * 0.4, y - r], [x + r, y], [x + r * 0.7, y + r * 0.7]], true);
    ctx.fillStyle = ink.stone;
    ctx.fill();
    ctx.strokeStyle = ink.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
  });
}

/** A roof from above, with its ridge and its shadow. */
function paintRoof(brush: Brush, corners: Point[]): void {
  const { palette: ink } = brush;
  if (!lineShows(brush, corners, 12)) return;
  fill(brush, corners.map(([x, y]): Point => [x + 5, y + 7]), ink.shadow);
  fill(brush, corners, toned(ROOF, ink.dark));
  stroke(brush, [corners], ink.ink, 1.6, { closed: true });
  if (corners.length !== 4) return;
  const middle = (i: number): Point => [(corners[i]![0] + corners[(i + 1) % 4]![0]) / 2, (corners[i]![1] + corners[(i + 1) % 4]![1]) / 2];
  const long = (i: number) => Math.hypot(corners[i]![0] - corners[(i + 1) % 4]![0], corners[i]![1] - corners[(i + 1) % 4]![1]);
  const shorter = long(0) <= long(1) ? 0 : 1;
  stroke(brush, [[middle(shorter), middle(shorter + 2)]], ink.ink, 1.4);
}

// ---------------------------------------------------------------- lines

function paintLine(brush: Brush, { kind, points }: Line, geometry: PlaneGeometry): void {
  const line = geometry.points(points);
  if (!lineShows(brush, line, 40)) return;
  if (kind === "road") return paintWay(brush, smooth(line));
  if (kind === "stream") return paintWater(brush, smooth(line));
  if (kind === "treeline") return paintTrees(brush, line);
  const { ctx } = brush;
  ctx.save();
  ctx.scale(LARGER, LARGER); // the same hands as on other maps, nearer by
  const near: Brush = { ...brush, clip: scaledBox(brush.clip) };
  const drawn = line.map(([x, y]): Point => [x / LARGER, y / LARGER]);
  (WORKS[kind] ?? paintFence)(near, drawn);
  ctx.restore();
}

function scaledBox({ left, top, width, height }: Brush["clip"]): Brush["clip"] {
  return { left: left / LARGER, top: top / LARGER, width: width / LARGER, height: height / LARGER };
}

const WORKS: Record<string, (brush: Brush, line: readonly Point[]) => void> = { fence: paintFence, hedge: paintHedge, wall: paintWall, trench: paintEarthwork };

function paintWay(brush: Brush, line: Point[]): void {
  stroke(brush, [line], brush.palette.dark ? "#2b2519" : "#a98d58", 2 * PLANE_SCALE + 3);
  stroke(brush, [line], brush.palette.dark ? "#574c38" : "#e6d5a6", 2 * PLANE_SCALE);
}

function paintWater(brush: Brush, line: Point[]): void {
  stroke(brush, [line], brush.palette.dark ? "#16303f" : "#4f86ad", 1.1 * PLANE_SCALE);
  stroke(brush, [line], brush.palette.dark ? "#2b5570" : "#8fbcd8", 0.9 * PLANE_SCALE);
}

/** A row of crowns. */
function paintTrees(brush: Brush, line: readonly Point[]): void {
  const look = { crown: ["#66803f", "#3c4f2b"], light: ["#8fa763", "#586f40"], ink: ["#35491f", "#162010"] } as const;
  stamping(brush, (cut) => {
    const tree = cut(crown("table-tree", look, brush.palette.dark, 15), 1);
    for (const { at: [x, y] } of spaced(line, 26, 4)) tree(x, y);
  });
}

// ---------------------------------------------------------------- edges, objectives, names

function paintRear(brush: Brush, { width, height }: PlaneSheet, { edge, title, colour }: PlaneSheet["rears"][number], geometry: PlaneGeometry): void {
  const [left, bottom, right, top] = {
    north: [0, height - STRIP, width, height],
    south: [0, 0, width, STRIP],
    west: [0, 0, STRIP, height],
    east: [width - STRIP, 0, width, height],
  }[edge] as [number, number, number, number];
  const corners = geometry.points([[left, bottom], [right, bottom], [right, top], [left, top]]);
  const { ctx } = brush;
  ctx.save();
  ctx.globalAlpha = 0.62;
  fill(brush, corners, colour);
  ctx.restore();
  const across = edge === "north" || edge === "south";
  const line = geometry.points(across ? [[left, (top + bottom) / 2 - 0.4], [right, (top + bottom) / 2 - 0.4]] : [[(left + right) / 2 + 0.4, bottom], [(left + right) / 2 + 0.4, top]]);
  letterAlong(brush, title, line, { size: 26, colour: "#ffffff", style: "bold", spacing: 3 });
}

function paintObjective(brush: Brush, { at, radius, name, worth }: PlaneSheet["objectives"][number], geometry: PlaneGeometry): void {
  const [x, y] = geometry.points([at])[0]!;
  const { ctx, palette: ink } = brush;
  ctx.beginPath();
  ctx.arc(x, y, radius * PLANE_SCALE, 0, 7);
  ctx.fillStyle = "rgba(233,198,79,.16)";
  ctx.fill();
  ctx.strokeStyle = "#a67c00";
  ctx.lineWidth = 4;
  ctx.setLineDash([16, 10]);
  ctx.stroke();
  ctx.setLineDash([]);
  const size = nameSize(brush.scale);
  letter(brush, name, [x, y], { size, colour: ink.ink, halo: ink.halo, style: "bold" });
  if (worth) letter(brush, worth, [x, y + size * 1.1], { size: size * 0.85, colour: ink.ink, halo: ink.halo });
}

/** Every name once, within its ground or along its line. */
function paintNames(brush: Brush, map: PlaneSheet, geometry: PlaneGeometry): void {
  const told = new Set<string>(map.grounds.map(({ name }) => name).filter((name) => map.objectives.some((each) => each.name.includes(name)))); // written there
  const size = nameSize(brush.scale);
  const { palette: ink } = brush;
  for (const { name, outline } of map.grounds) {
    if (!name || told.has(name)) continue;
    told.add(name);
    const { left, top, width, height } = boxAround(geometry.points(outline));
    letter(brush, name, [left + width / 2, top + height / 2 + size / 3], { size, colour: ink.ink, halo: ink.halo, style: "italic bold" });
  }
  for (const { name, kind, points } of map.lines) {
    if (!name || told.has(name) || (kind !== "road" && kind !== "stream")) continue;
    told.add(name);
    letterAlong(brush, name, smooth(geometry.points(points)), { size, colour: kind === "stream" ? "#1f5480" : ink.ink, halo: ink.halo, style: "italic", spacing: 2 });
  }
}

function paintScale(brush: Brush, { width }: PlaneSheet, geometry: PlaneGeometry): void {
  const [from, to] = geometry.points([[width - LONG - 4, 3.2], [width - 4, 3.2]]) as [Point, Point];
  const { palette: ink } = brush;
  const tick = (at: Point): Point[] => [[at[0], at[1] - 9], [at[0], at[1] + 9]];
  stroke(brush, [[from, to], tick(from), tick(to)], ink.ink, 3, { cap: "butt" });
  letter(brush, `${LONG} cm`, [(from[0] + to[0]) / 2, from[1] - 12], { size: 20, colour: ink.ink, halo: ink.halo });
}
