/** An area map, layer by layer, the lowest first. */

import type { AreaSheet, FlagPicture, Point } from "../../api/types";
import { overlap, widened, type Box, type PaintOptions } from "../geometry";
import type { AreaGeometry } from "../kinds/areas";
import { paintGrain, paintUnevenness } from "./blots";
import { at, clipTo, fill, lineShows, shows, stroke, trace, type Brush } from "./brush";
import { smooth, towards } from "./curves";
import { paintFrame } from "./grid";
import { letter, letterAlong } from "./lettering";
import { blended, palette } from "./palette";
import { looksOf, ROADS } from "./looks";
import { paintRoad } from "./roads";
import { widthOf } from "./text";
import { strewTrees } from "./woods";

type Area = AreaSheet["areas"][number];

const NOTE = 9.4; // the height of a line of small print above a name

export function paintAreaMap(ctx: CanvasRenderingContext2D, map: AreaSheet, geometry: AreaGeometry, options: PaintOptions): void {
  const brush: Brush = { ctx, palette: palette(options.dark), scale: options.scale, clip: options.clip ?? geometry.sheet };
  ctx.save();
  if (options.clip) clipTo(ctx, options.clip);
  ctx.save();
  clipTo(ctx, geometry.box);
  ctx.fillStyle = outside(brush);
  ctx.fillRect(brush.clip.left, brush.clip.top, brush.clip.width, brush.clip.height);
  for (const area of map.areas) paintTint(brush, area, geometry.outline(area.id));
  paintUnevenness(brush);
  paintTrees(brush, map, geometry);
  paintGrain(brush);
  paintBorders(brush, map, geometry);
  paintAreaRoads(brush, map, geometry);
  paintRivers(brush, map, geometry);
  for (const crossing of map.crossings) paintCrossing(brush, crossing, geometry);
  for (const area of map.areas) paintPlace(brush, geometry.spot(area.id));
  paintCartouche(brush, map, geometry);
  for (const area of map.areas) paintLabel(brush, area, geometry.label(area.id), geometry.box);
  ctx.restore();
  paintFrame(brush, geometry.sheet, geometry.box);
  paintDegrees(brush, geometry.box);
  ctx.restore();
}

const DEGREE = 26;

/** The frame of an old map: light and dark in turn, as if it counted degrees. */
function paintDegrees({ ctx, palette: ink }: Brush, { left, top, width, height }: Box): void {
  const edge = (from: Point, to: Point) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const count = 2 * Math.round(length / DEGREE / 2) + 1; // corners are dark
    ctx.setLineDash([length / count, length / count]);
    ctx.lineDashOffset = -length / count;
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  ctx.strokeStyle = ink.dark ? "#2a251b" : "#e9debf";
  ctx.lineWidth = 2;
  ctx.lineCap = "butt";
  const [right, bottom, out] = [left + width, top + height, 4.6];
  edge([left, top - out], [right, top - out]);
  edge([left, bottom + out], [right, bottom + out]);
  edge([left - out, top], [left - out, bottom]);
  edge([right + out, top], [right + out, bottom]);
  ctx.setLineDash([]);
  ctx.lineDashOffset = 0;
}

function outside({ palette: { dark } }: Brush): string {
  return dark ? "#24241f" : "#ddd0ab";
}

/** By night a tint keeps its hue and loses its light. */
function tintOf({ palette: { dark } }: Brush, area: Area): string {
  return dark ? blended(area.tint, "#191b1a", 0.74) : area.tint;
}

/** The ground of an area: its tint, and along its border the colour of the army whose flag is printed, as maps were coloured by hand. */
function paintTint(brush: Brush, area: Area, outline: readonly Point[]): void {
  if (!lineShows(brush, outline, 4)) return;
  const { ctx, palette: { dark } } = brush;
  ctx.save();
  ctx.beginPath();
  trace(ctx, outline, true);
  ctx.fillStyle = tintOf(brush, area);
  ctx.fill();
  ctx.clip();
  const deep = blended(area.printed.colour, dark ? "#c9b98e" : area.tint, dark ? 0.3 : 0.28);
  for (const [width, part] of dark ? BORDER_BY_NIGHT : BORDER_BY_DAY) {
    ctx.globalAlpha = part;
    stroke(brush, [outline], deep, width, { closed: true });
  }
  ctx.restore();
}

/** How wide each layer of colour along a border is (half of it lies outside), and how strong. */
const BORDER_BY_DAY = [[30, 0.06], [22, 0.07], [15, 0.1], [9, 0.16]] as const;
const BORDER_BY_NIGHT = [[30, 0.06], [22, 0.07], [14, 0.1], [8, 0.16]] as const;

type GroundAt = (x: number, y: number) => string | null;
const GROUNDS = new WeakMap<AreaGeometry, GroundAt>();
const CELL = 4.5;

/** Trees over every area, as dense as its ground asks; its name, its edge, roads and rivers stay free. */
function paintTrees(brush: Brush, map: AreaSheet, geometry: AreaGeometry): void {
  let ground = GROUNDS.get(geometry);
  if (!ground) GROUNDS.set(geometry, (ground = groundOf(map, geometry)));
  strewTrees(brush, ground);
}

/** What grows at a point, looked up once for every small square: a map is painted in many parts. */
function groundOf(map: AreaSheet, geometry: AreaGeometry): GroundAt {
  const { pattern } = looksOf(map.art);
  const found = new Map<number, string | null>();
  const keyOf = (column: number, row: number) => column * 65536 + row;
  for (const [x, y] of [...map.roads, ...map.rivers.flatMap(({ lines }) => lines)].flatMap((line) => dense(geometry.points(line)))) {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    for (let dx = -2; dx <= 2; dx++) for (let dy = -2; dy <= 2; dy++) found.set(keyOf(column + dx, row + dy), null);
  }
  const areas = new Map(map.areas.map((area) => [area.id, area] as const));
  const look = (x: number, y: number): string | null => {
    const id = geometry.placeAt([x, y]);
    if (id === null) return null;
    const area = areas.get(id)!;
    const [lx, ly] = geometry.label(id);
    const onName = Math.abs(x - lx) < widthOf(area.name, 13) / 2 + 24 && y > ly - 26 - NOTE * area.notes.length && y < ly + 6;
    return onName ? null : pattern(area.ground);
  };
  return (x, y) => {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const key = keyOf(column, row);
    let ground = found.get(key);
    if (ground === undefined) found.set(key, (ground = look((column + 0.5) * CELL, (row + 0.5) * CELL)));
    return ground;
  };
}

/** A line with many points. */
function dense(line: readonly Point[]): Point[] {
  return line.slice(1).flatMap((b, i) => {
    const a = line[i]!;
    const parts = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 6));
    return Array.from({ length: parts + 1 }, (_, p) => towards(a, b, p / parts));
  });
}

/** A fine line of dashes and dots between two areas. */
function paintBorders(brush: Brush, map: AreaSheet, geometry: AreaGeometry): void {
  const { ctx } = brush;
  const lines = map.borders.map((line) => smooth(geometry.points(line), false, 3)).filter((line) => lineShows(brush, line, 4));
  const ink = brush.palette.dark ? "#cdbd94" : "#4f4028";
  ctx.globalAlpha = 0.55;
  stroke(brush, lines, brush.palette.halo, 2.8);
  ctx.globalAlpha = 1;
  stroke(brush, lines, ink, Math.max(1.15, 0.85 / brush.scale), { dash: [10, 2.6, 1.8, 2.6], cap: "butt" });
}

function paintAreaRoads(brush: Brush, map: AreaSheet, geometry: AreaGeometry): void {
  const lines = map.roads.map((line) => smooth(geometry.points(line))).filter((line) => lineShows(brush, line, 6));
  const art = { ...ROADS.road, wide: 4.2, narrow: 2.5 };
  paintRoad(brush, lines, art, "below");
  paintRoad(brush, lines, art, "above");
}

/** First all banks, then all water, so that one river runs into another; then their names. */
function paintRivers(brush: Brush, map: AreaSheet, geometry: AreaGeometry): void {
  const { palette: ink } = brush;
  const lines = map.rivers.flatMap((river) => river.lines.map((line) => smooth(geometry.points(line), false, 4)));
  stroke(brush, lines, ink.meadow, 17);
  stroke(brush, lines, ink.bank, 10.6);
  stroke(brush, lines, ink.water, 8.4);
  stroke(brush, lines, ink.shallow, 3.6);
  if (brush.scale > 0.5) stroke(brush, lines.map((line) => line.map(([x, y]): Point => [x - 1.1, y - 1.3])), ink.glint, 0.9);
  for (const river of map.rivers) {
    const way = smooth(geometry.points(river.course).map(([x, y]): Point => [x, y - 13]));
    const size = Math.max(15.5, Math.min(24, 11 / brush.scale));
    const look = { size, colour: ink.waterName, halo: ink.waterHalo, style: "italic", spacing: size * 0.16 };
    letterAlong(brush, river.name, way, look, 0.3);
  }
}

/** A pair of arrow heads across the river. */
function paintCrossing(brush: Brush, crossing: AreaSheet["crossings"][number], geometry: AreaGeometry): void {
  const [x, y] = crossing.at;
  const [here, beyond] = geometry.points([[x, y], [x + crossing.along[0], y + crossing.along[1]]]) as [Point, Point];
  if (!shows(brush, here, 24)) return;
  at(brush, here, crossingArrows, Math.atan2(beyond[1] - here[1], beyond[0] - here[0]));
}

/** Drawn about the origin, the river running from left to right. */
export function crossingArrows(brush: Brush): void {
  const head: Point[] = [[-2.6, -9], [-7.4, -9], [0, -19.5], [7.4, -9], [2.6, -9]];
  const arrow = [...head, ...head.map(([x, y]): Point => [-x, -y])];
  stroke(brush, [arrow], brush.palette.halo, 3.4, { closed: true });
  fill(brush, arrow, brush.palette.crossing);
}

/** A few roofs. */
function paintPlace(brush: Brush, place: Point): void {
  if (!shows(brush, place, 12)) return;
  const { palette: { dark } } = brush;
  for (const [dx, dy] of [[-5.5, -4.5], [1.4, -3.4], [-2.6, 1.8]] as const) {
    at(brush, [place[0] + dx, place[1] + dy], (here) => {
      fill(here, [[0.6, 1], [6, 1], [6, 5], [0.6, 5]], here.palette.shadow);
      fill(here, [[0, 0], [5, 0], [5, 4], [0, 4]], dark ? "#a3805b" : "#6a4327");
      fill(here, [[0, 0], [5, 0], [5, 1.9], [0, 1.9]], dark ? "#c7a67c" : "#9a6b45");
      stroke(here, [[[0, 0], [5, 0], [5, 4], [0, 4]]], dark ? "#15100a" : "#2b1a0e", 0.6, { closed: true });
    });
  }
}

// ---------------------------------------------------------------- names and flags

/** The name of an area, the flag printed on it, and its small print; a prize stands on gold. */
function paintLabel(brush: Brush, area: Area, [middle, base]: Point, box: Box): void {
  const { palette: ink } = brush;
  const y = base - 9;
  const size = area.prize ? 15 : 13.2;
  const room = widthOf(area.name, size);
  const half = room * 0.5 + 15;
  // On a turned board a name may be too wide for its place by the edge.
  const x = Math.max(box.left + half + 8, Math.min(box.left + box.width - half - 8, middle));
  if (!overlap(brush.clip, { left: x - half - 10, top: y - 50, width: half * 2 + 20, height: 70 })) return;
  if (area.prize) ribbon(brush, x, y, half);
  paintFlag(brush, area.printed, [x - half + 10, y - 4.6]);
  const look = area.prize ? { colour: "#2b1f0c" } : { colour: ink.ink, halo: ink.halo };
  letter(brush, area.name, [x + 11, y], { size, style: "bold", room, ...look });
  const small = { size: 8.6, colour: ink.dark ? "#ff9d8f" : "#7a1f16", halo: ink.halo, style: "italic bold" };
  const lowest = y - size - (area.prize ? 4 : 1);
  area.notes.forEach((note, i) => letter(brush, note, [x, lowest - NOTE * (area.notes.length - 1 - i)], small));
}

/** A ribbon of gold behind the name of what the game is about. */
export function ribbon(brush: Brush, x: number, y: number, half: number): void {
  const { palette: ink } = brush;
  const [left, right, top, bottom] = [x - half - 3, x + half + 2, y - 15, y + 6];
  const middle = (top + bottom) / 2;
  const shape: Point[] = [[left, top], [right, top], [right - 5, middle], [right, bottom], [left, bottom], [left + 5, middle]];
  fill(brush, shape.map(([px, py]): Point => [px + 1.5, py + 2]), ink.shadow);
  fill(brush, shape, ink.gold);
  stroke(brush, [shape], ink.goldEdge, 1.2, { closed: true });
}

/** Letters on a cloth that waves a little. */
export function paintFlag(brush: Brush, flag: FlagPicture, [x, y]: Point): void {
  const { ctx, palette: { dark } } = brush;
  ctx.beginPath();
  ctx.moveTo(x - 10, y - 6);
  ctx.bezierCurveTo(x - 4, y - 8, x + 3, y - 4.4, x + 9.6, y - 6.4);
  ctx.lineTo(x + 9.6, y + 6);
  ctx.bezierCurveTo(x + 3, y + 8, x - 4, y + 4.4, x - 10, y + 6.4);
  ctx.closePath();
  ctx.fillStyle = flag.colour;
  ctx.fill();
  ctx.strokeStyle = dark ? "#efe3c4" : "#221b10";
  ctx.lineWidth = 0.9;
  ctx.stroke();
  const size = Math.min(8.6, 36 / Math.max(1, flag.letters.length));
  letter(brush, flag.letters, [x, y + 3], { size, colour: "#fff", style: "bold" });
}

/** The lettering in the corner. */
function paintCartouche(brush: Brush, map: AreaSheet, geometry: AreaGeometry): void {
  const [title, ...rest] = map.cartouche;
  if (title === undefined) return;
  const [first] = geometry.points([map.corner]) as [Point];
  const turned = geometry.turn !== 0;
  const { palette: ink } = brush;
  const wide = Math.max(widthOf(title, 31), ...rest.map((line) => widthOf(line, 13.5)));
  const high = 26 + rest.length * 19;
  // On a turned board the corner may be anywhere: the lettering is kept on the sheet.
  const { box } = geometry;
  const x = turned ? Math.min(Math.max(first[0] - wide / 2, box.left + 16), box.left + box.width - wide - 16) : first[0];
  const y = turned ? Math.min(Math.max(first[1], box.top + 44), box.top + box.height - high - 10) : first[1];
  if (!overlap(widened(brush.clip, 20), { left: x, top: y - 40, width: wide, height: high + 40 })) return;
  letter(brush, title, [x, y], { size: 31, colour: ink.dark ? "#dccfa9" : ink.frame, style: "bold", align: "left" });
  stroke(brush, [[[x, y + 8], [x + wide * 0.92, y + 8]]], ink.frame, 1.4);
  stroke(brush, [[[x, y + 11], [x + wide * 0.92, y + 11]]], ink.frame, 0.6);
  const look = { size: 14, colour: ink.dark ? "#bfb18d" : "#5a4630", style: "italic", align: "left" } as const;
  rest.forEach((line, i) => letter(brush, line, [x, y + 29 + i * 19], look));
  const foot = y + high + ROSE + 22;
  const turn = (geometry.turn * Math.PI) / 2;
  if (foot + ROSE < box.top + box.height - 6) at(brush, [x + wide / 2, foot], paintRose, turn);
}

const ROSE = 38; // how far the longest ray of the rose reaches

/** A rose of the winds about the origin, north upwards: rays half light, half dark, and a lily for the north. */
function paintRose(brush: Brush): void {
  const { palette: ink } = brush;
  const [line, pale] = ink.dark ? ["#c8b98f", "#3a352a"] : ["#5a4630", "#efe4c6"];
  const ring = (radius: number) => Array.from({ length: 48 }, (_, i): Point => [Math.cos((i * Math.PI) / 24) * radius, Math.sin((i * Math.PI) / 24) * radius]);
  stroke(brush, [ring(ROSE * 0.56)], line, 0.8, { closed: true });
  stroke(brush, [ring(ROSE * 0.5)], line, 0.5, { closed: true });
  for (const [first, reach, broad] of [[1, 0.66, 0.13], [0, 0.92, 0.17]] as const) {
    for (let i = first; i < 8; i += 2) {
      const turn = (i * Math.PI) / 4 - Math.PI / 2;
      const tip: Point = [Math.cos(turn) * ROSE * reach, Math.sin(turn) * ROSE * reach];
      const side = (by: number): Point => [Math.cos(turn + by) * ROSE * broad, Math.sin(turn + by) * ROSE * broad];
      fill(brush, [[0, 0], side(-Math.PI / 4), tip], pale);
      fill(brush, [[0, 0], side(Math.PI / 4), tip], line);
      stroke(brush, [[[0, 0], side(-Math.PI / 4), tip, side(Math.PI / 4)]], line, 0.7, { closed: true });
    }
  }
  const top = -ROSE * 0.92;
  fill(brush, [[0, top - 9], [3.4, top - 2.6], [0, top + 1], [-3.4, top - 2.6]], ink.crossing);
}

