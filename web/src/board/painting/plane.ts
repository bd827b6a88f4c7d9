/** A table top, layer by layer, the lowest first. */

import type { PlaneSheet, Point } from "../../api/types";
import { between, boxAround, distance, inside, overlap, type PaintOptions, widened } from "../geometry";
import { type PlaneGeometry, PLANE_SCALE, stripOf } from "../kinds/plane";
import { paintGrain, paintUnevenness } from "./blots";
import { clipTo, fill, lineShows, stroke, trace, type Brush } from "./brush";
import { smooth, spaced } from "./curves";
import { paintFrame } from "./grid";
import { letter, letterAlong, nameSize } from "./lettering";
import { looksOf, MEADOW, type Looks } from "./looks";
import { palette, toned, type Tone } from "./palette";
import { stamping } from "./stamps";
import { strew } from "./terrains";
import { stone } from "./textures";
import { crown } from "./woods";
import { LEAVES, paintTreeRow } from "./works";

/** Patterns of ground as they lie on a table top: a roof stands in an orchard. */
const ORDER = ["furrows", "marsh", "scrub", "orchard", "trees-dense", "rocks", "rooftops"];
const LARGER = 1.8; // works are drawn larger than on a map of hexes: a table top is looked at from nearer
const LONG = 10; // centimetres of the scale bar
const ROOF: Tone = ["#a8584a", "#6d3a31"];
const SOIL: Tone = ["#dcc48a", "#4c4129"];
const FURROWED: Tone = ["#c3a566", "#3a311f"];
const RIDGE: Tone = ["#ead9ab", "#5d5034"];
const FURROW = 20;
const ROOF_SHADE: Tone = ["#8d4639", "#552c25"];
const ROOF_LINE: Tone = ["#7a3b30", "#442420"];
const BOARD = 14;
const STONE: Tone = ["#cbc2ad", "#4b473e"];

export function paintPlane(ctx: CanvasRenderingContext2D, map: PlaneSheet, geometry: PlaneGeometry, options: PaintOptions): void {
  const brush: Brush = { ctx, palette: palette(options.dark), scale: options.scale, clip: options.clip ?? geometry.sheet };
  ctx.save();
  if (options.clip) clipTo(ctx, options.clip);
  ctx.save();
  clipTo(ctx, geometry.box);
  const looks = looksOf(map.art);
  ctx.fillStyle = toned(MEADOW, options.dark);
  ctx.fillRect(brush.clip.left, brush.clip.top, brush.clip.width, brush.clip.height);
  paintUnevenness(brush);
  const grounds = [...map.grounds].sort((a, b) => ORDER.indexOf(looks.pattern(a.kind)) - ORDER.indexOf(looks.pattern(b.kind)));
  const [roofs, open] = parted(grounds, ({ kind }) => looks.pattern(kind) === "rooftops");
  const [roads, others] = parted(map.lines, ({ kind }) => looks.hasRoad(kind));
  const [waters, works] = parted(others, ({ kind }) => looks.edge(kind).wet !== undefined && !looks.edge(kind).over);
  for (const ground of open) paintGround(brush, ground, geometry, looks);
  paintGrain(brush);
  for (const { points } of roads) paintAlong(brush, geometry.points(points), (line) => paintWay(brush, smooth(line)));
  for (const { points } of waters) paintAlong(brush, geometry.points(points), (line) => paintWater(brush, smooth(line)));
  for (const ground of roofs) paintRoof(brush, geometry.points(ground.outline));
  for (const { kind, points } of works) paintAlong(brush, geometry.points(points), (line) => paintWork(brush, line, looks, kind));
  for (const rear of map.rears) paintRear(brush, map, rear, geometry);
  for (const objective of map.objectives) paintObjective(brush, objective, geometry);
  paintNames(brush, map, geometry, looks);
  paintScale(brush, map, geometry);
  ctx.restore();
  paintFrame(brush, geometry.sheet, geometry.box);
  ctx.restore();
}

type Ground = PlaneSheet["grounds"][number];

/** Those of which something holds, and the others. */
function parted<T>(all: readonly T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))];
}

function paintGround(brush: Brush, { kind, outline }: Ground, geometry: PlaneGeometry, looks: Looks): void {
  const pattern = looks.pattern(kind);
  const loop = pattern === "furrows" ? geometry.points(outline) : smooth(geometry.points(outline), true);
  const box = widened(boxAround(loop), 12);
  if (!overlap(brush.clip, box)) return;
  if (pattern === "furrows") return paintField(brush, loop);
  if (pattern === "rocks") return paintRocks(brush, loop);
  const art = looks.ground(kind);
  fill(brush, loop, toned(art.wash, brush.palette.dark));
  if (art.edge) stroke(brush, [loop], toned(art.edge, brush.palette.dark), 2, { closed: true });
  const holds = (x: number, y: number) => inside(loop, [x, y]);
  const [left, top] = [Math.max(brush.clip.left, box.left), Math.max(brush.clip.top, box.top)];
  const [right, bottom] = [Math.min(brush.clip.left + brush.clip.width, box.left + box.width), Math.min(brush.clip.top + brush.clip.height, box.top + box.height)];
  art.texture?.({ ...brush, clip: { left, top, width: right - left, height: bottom - top } }, { loops: [loop], holds, free: holds });
}

/** A ploughed field: furrows along its longest side. */
function paintField(brush: Brush, loop: readonly Point[]): void {
  const { ctx, palette: ink } = brush;
  fill(brush, loop, toned(SOIL, ink.dark));
  const sides = loop.map((from, i) => [from, loop[(i + 1) % loop.length]!] as const);
  const [a, b] = sides.reduce((best, side) => (distance(...side) > distance(...best) ? side : best));
  const [dx, dy] = [(b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)];
  const across = loop.map(([x, y]) => (x - a[0]) * -dy + (y - a[1]) * dx);
  const along = loop.map(([x, y]) => (x - a[0]) * dx + (y - a[1]) * dy);
  const point = (s: number, t: number): Point => [a[0] + dx * s - dy * t, a[1] + dy * s + dx * t];
  const lines: Point[][] = [];
  for (let t = Math.min(...across) + FURROW / 2; t < Math.max(...across); t += FURROW) lines.push([point(Math.min(...along), t), point(Math.max(...along), t)]);
  ctx.save();
  ctx.beginPath();
  trace(ctx, loop, true);
  ctx.clip();
  stroke(brush, lines, toned(FURROWED, ink.dark), 5);
  stroke(brush, lines.map(([from, to]) => [[from![0], from![1] - 5], [to![0], to![1] - 5]] as Point[]), toned(RIDGE, ink.dark), 1.6);
  ctx.restore();
  stroke(brush, [loop], toned(FURROWED, ink.dark), 3, { closed: true });
}

/** Stones in the grass. */
function paintRocks(brush: Brush, loop: readonly Point[]): void {
  fill(brush, loop, toned(STONE, brush.palette.dark));
  strew(widened(boxAround(loop), 4), 26, 41, (x, y, dice) => {
    if (inside(loop, [x, y])) stone(brush, x, y, 6 + dice[2] * 6);
  });
}

/** A roof from above, with its ridge, its boards, a chimney and its shadow; the side away from the light is darker. */
function paintRoof(brush: Brush, corners: Point[]): void {
  const { palette: ink } = brush;
  if (!lineShows(brush, corners, 20)) return;
  fill(brush, corners.map(([x, y]): Point => [x + 9, y + 12]), ink.shadow);
  fill(brush, corners, toned(ROOF, ink.dark));
  if (corners.length === 4) {
    const long = (i: number) => distance(corners[i]!, corners[(i + 1) % 4]!);
    const first = long(0) >= long(1) ? 0 : 1; // the eaves run along here, and along the side opposite
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => corners[(first + i) % 4]!) as [Point, Point, Point, Point];
    const [left, right] = [between(a, d), between(b, c)]; // the ends of the ridge
    const [near, far] = a[1] + b[1] > c[1] + d[1] ? [[a, b, right, left], [d, c, right, left]] : [[d, c, right, left], [a, b, right, left]];
    fill(brush, near as Point[], toned(ROOF_SHADE, ink.dark));
    const boards = Math.max(3, Math.round(distance(left, right) / BOARD));
    const lines = [near, far].flatMap(([p, q]) => Array.from({ length: boards - 1 }, (_, i): Point[] => [between(p!, q!, (i + 1) / boards), between(left, right, (i + 1) / boards)]));
    stroke(brush, lines, toned(ROOF_LINE, ink.dark), 1);
    stroke(brush, [[left, right]], ink.ink, 2.4);
    const [x, y] = between(left, right, 0.24);
    fill(brush, [[x - 8, y - 8], [x + 8, y - 8], [x + 8, y + 8], [x - 8, y + 8]], toned(STONE, ink.dark));
    stroke(brush, [[[x - 8, y - 8], [x + 8, y - 8], [x + 8, y + 8], [x - 8, y + 8]]], ink.ink, 1.4, { closed: true });
  }
  stroke(brush, [corners], ink.ink, 2, { closed: true });
}

// ---------------------------------------------------------------- lines

function paintAlong(brush: Brush, line: Point[], paint: (line: Point[]) => void): void {
  if (lineShows(brush, line, 40)) paint(line);
}

function paintWork(brush: Brush, line: readonly Point[], looks: Looks, kind: string): void {
  const { along } = looks.edge(kind);
  if (along === paintTreeRow) return paintTrees(brush, line);
  const { ctx } = brush;
  ctx.save();
  ctx.scale(LARGER, LARGER); // the same hands as on other maps, nearer by
  const near: Brush = { ...brush, clip: scaledBox(brush.clip) };
  along?.(near, line.map(([x, y]): Point => [x / LARGER, y / LARGER]));
  ctx.restore();
}

function scaledBox({ left, top, width, height }: Brush["clip"]): Brush["clip"] {
  return { left: left / LARGER, top: top / LARGER, width: width / LARGER, height: height / LARGER };
}

/** A road of beaten earth with the ruts of wheels. */
function paintWay(brush: Brush, line: Point[]): void {
  const { dark } = brush.palette;
  stroke(brush, [line], dark ? "#2b2519" : "#b59c66", 2 * PLANE_SCALE + 5);
  stroke(brush, [line], dark ? "#574c38" : "#e3d0a0", 2 * PLANE_SCALE);
  const rut = (by: number): Point[] => line.map(([x, y], i) => {
    const [[ax, ay], [bx, by_]] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    const long = Math.hypot(bx - ax, by_ - ay) || 1;
    return [x - ((by_ - ay) / long) * by, y + ((bx - ax) / long) * by];
  });
  stroke(brush, [rut(9), rut(-9)], dark ? "#463c2b" : "#cbb37d", 4.5);
}

function paintWater(brush: Brush, line: Point[]): void {
  const { dark } = brush.palette;
  stroke(brush, [line], dark ? "#3a3a24" : "#b9bf86", 1.5 * PLANE_SCALE); // its banks
  stroke(brush, [line], dark ? "#16303f" : "#4f86ad", 1.1 * PLANE_SCALE);
  stroke(brush, [line], dark ? "#2b5570" : "#86b6d4", 0.85 * PLANE_SCALE);
  stroke(brush, [line], dark ? "#3d6c88" : "#b4d6e8", 0.2 * PLANE_SCALE);
}

/** A row of crowns. */
function paintTrees(brush: Brush, line: readonly Point[]): void {
  stamping(brush, (cut) => {
    const tree = cut(crown("table-tree", LEAVES, brush.palette.dark, 15), 1);
    for (const { at: [x, y] } of spaced(line, 26, 4)) tree(x, y);
  });
}

// ---------------------------------------------------------------- edges, objectives, names

function paintRear(brush: Brush, map: PlaneSheet, { edge, title, colour }: PlaneSheet["rears"][number], geometry: PlaneGeometry): void {
  const strip = stripOf(map, edge);
  const [[left, bottom], , [right, top]] = strip as [Point, Point, Point, Point];
  const corners = geometry.points(strip);
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
function paintNames(brush: Brush, map: PlaneSheet, geometry: PlaneGeometry, looks: Looks): void {
  const told = new Set([...map.grounds, ...map.objectives].map(({ name }) => name)); // written there
  const size = nameSize(brush.scale);
  const { palette: ink } = brush;
  for (const { name, at: [x, y] } of geometry.grounds) letter(brush, name, [x, y + size / 3], { size, colour: ink.ink, halo: ink.halo, style: "italic bold" });
  for (const { name, kind, points } of map.lines) {
    const wet = !looks.hasRoad(kind) && looks.edge(kind).wet !== undefined;
    if (!name || told.has(name) || !(wet || looks.hasRoad(kind))) continue;
    told.add(name);
    letterAlong(brush, name, smooth(geometry.points(points)), { size, colour: wet ? "#1f5480" : ink.ink, halo: ink.halo, style: "italic", spacing: 2 });
  }
}

function paintScale(brush: Brush, { width }: PlaneSheet, geometry: PlaneGeometry): void {
  const [from, to] = geometry.points([[width - LONG - 4, 3.2], [width - 4, 3.2]]) as [Point, Point];
  const { palette: ink } = brush;
  const tick = (at: Point): Point[] => [[at[0], at[1] - 9], [at[0], at[1] + 9]];
  stroke(brush, [[from, to], tick(from), tick(to)], ink.ink, 3, { cap: "butt" });
  letter(brush, `${LONG} cm`, [(from[0] + to[0]) / 2, from[1] - 12], { size: 20, colour: ink.ink, halo: ink.halo });
}
