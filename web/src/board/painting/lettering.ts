/** Lettering: names with a halo, set so that they do not lie on one another; names along water and roads; entry letters. */

import type { HexSheet, Point } from "../../api/types";
import { contains, HEIGHT, overlap, SIDE, widened, type Box } from "../geometry";
import { at as drawAt, fill, shows, type Brush } from "./brush";
import { along, apart, aside, lengthOf, nearest } from "./curves";
import type { Plan } from "./plan";
import { courses, outwards } from "./roads";
import { courseNear } from "./water";
import { widthOf } from "./text";

export const SERIF = "Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif";
export const SANS =
  "'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow',Arial,Helvetica,sans-serif";

export interface Lettering {
  size: number;
  colour: string;
  halo?: string;
  style?: string; // "italic bold" and the like
  spacing?: number; // between letters
  align?: CanvasTextAlign;
  family?: string;
  room?: number; // fonts differ: wider than so much the words are not drawn
}

/** Words at a point, with a halo where one is named. */
export function letter({ ctx }: Brush, text: string, [x, y]: Point, look: Lettering): void {
  const { size, colour, halo, style = "", align = "center", family = SERIF, room } = look;
  ctx.font = `${style} ${size}px ${family}`;
  ctx.textAlign = align;
  ctx.textBaseline = "alphabetic";
  if (halo) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = size * 0.28;
    ctx.lineJoin = "round";
    ctx.strokeText(text, x, y, room);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y, room);
}

/** A letter that is set: where its middle stands, and how it is turned. */
interface SetLetter {
  letter: string;
  at: Point;
  turn: number;
}

/** How wide words are: as the canvas measures them, or about so. */
function measured({ ctx }: Brush, text: string, { size, style = "", family = SERIF }: Lettering): number {
  if (!ctx.measureText) return widthOf(text, size);
  ctx.font = `${style} ${size}px ${family}`;
  return ctx.measureText(text).width;
}

/** Where each letter of words along a line stands, and how it is turned; the words stand in the middle of the line, upright. */
export function lettersAlong(
  text: string,
  line: readonly Point[],
  size: number,
  spacing: number,
  middle = 0.5,
  breadth = (letter: string) => widthOf(letter, size),
): SetLetter[] {
  const way = upright(line);
  const length = lengthOf(way);
  const wide = [...text].reduce((sum, letter) => sum + breadth(letter), 0) + spacing * (text.length - 1);
  let gone = Math.max(0, Math.min(length - wide, (way === line ? middle : 1 - middle) * length - wide / 2));
  return [...text].map((letter) => {
    const room = breadth(letter);
    const mark = along(way, gone + room / 2);
    gone += room + spacing;
    return { letter, at: mark.at, turn: Math.atan2(mark.way[1], mark.way[0]) };
  });
}

/** A line that runs from left to right, or upwards, so that words along it can be read. */
function upright(line: readonly Point[]): readonly Point[] {
  const [a, b] = [line[0]!, line[line.length - 1]!];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  return (Math.abs(dx) > Math.abs(dy) * 0.35 ? dx < 0 : dy > 0) ? [...line].reverse() : line;
}

/** Words along a line, letter by letter. */
export function letterAlong(brush: Brush, text: string, line: readonly Point[], look: Lettering, middle = 0.5): void {
  const letters = lettersAlong(text, line, look.size, look.spacing ?? 0, middle, (sign) => measured(brush, sign, look));
  for (const pass of look.halo ? (["halo", "ink"] as const) : (["ink"] as const)) {
    for (const { letter: sign, at, turn } of letters) {
      drawAt(
        brush,
        at,
        ({ ctx }) => {
          ctx.font = `${look.style ?? ""} ${look.size}px ${look.family ?? SERIF}`;
          ctx.textAlign = "center";
          ctx.textBaseline = "alphabetic";
          if (pass === "halo") {
            ctx.strokeStyle = look.halo!;
            ctx.lineWidth = look.size * 0.28;
            ctx.lineJoin = "round";
            ctx.strokeText(sign, 0, look.size * 0.34);
          } else {
            ctx.fillStyle = look.colour;
            ctx.fillText(sign, 0, look.size * 0.34);
          }
        },
        turn,
      );
    }
  }
}

// ---------------------------------------------------------------- names of hex maps

export interface PlacedName {
  name: HexSheet["names"][number];
  size: number;
  at: Point; // the middle of its base line
  box: Box;
  line?: Point[]; // what it follows
  spacing?: number; // between its letters, if it follows something
}

export const LARGEST_NAME = 27;

/** How large names are, in units of the board: as printed, but never below nine pixels unless that would fill the map. */
export function nameSize(scale: number): number {
  return Math.max(12.8, Math.min(LARGEST_NAME, 9.5 / scale));
}

/** Where every name stands at a size: along its water or road, or in the best free place about its hex. */
export function placedNames(plan: Plan, size: number): PlacedName[] {
  return plan.keep(`names ${size.toFixed(2)}`, () => {
    const entries = plan.map.entries.filter(({ hex }) => plan.has(hex));
    const taken: Box[] = entries.map(({ hex }) => around(plan.exact(plan.stepOf(hex)!), 30, 30));
    const found: PlacedName[] = [];
    const set = (placed: PlacedName) => {
      found.push(placed);
      taken.push(placed.box);
    };
    const names = plan.map.names.filter(({ hex }) => plan.has(hex));
    for (const name of names) {
      const line = name.kind === "place" || name.kind === "crossing" ? null : followed(plan, name, size);
      const river = plan.looks.ground(plan.terrainOf(plan.stepOf(name.hex)!) ?? "").water === true;
      if (line) set(river ? lined(name, line, size * 1.25, size * 0.3) : lined(name, line, size, size * 0.05));
    }
    for (const name of names) if (!found.some((placed) => placed.name === name)) set(beside(plan, name, name.kind === "crossing" ? size * 0.85 : size, taken));
    return found;
  });
}

function lined(name: HexSheet["names"][number], line: Point[], size: number, spacing: number): PlacedName {
  const letters = lettersAlong(name.text, line, size, spacing);
  const [xs, ys] = [letters.map(({ at }) => at[0]), letters.map(({ at }) => at[1])];
  const [left, top] = [Math.min(...xs) - size / 2, Math.min(...ys) - size / 2];
  const box = { left, top, width: Math.max(...xs) - left + size / 2, height: Math.max(...ys) - top + size / 2 };
  return { name, size, at: letters[Math.floor(letters.length / 2)]?.at ?? [0, 0], box, line, spacing };
}

/** The line that a name of water or road follows, if there is one long enough. */
function followed(plan: Plan, name: HexSheet["names"][number], size: number): Point[] | null {
  const hex = plan.stepOf(name.hex)!;
  if (name.kind === "water") {
    const course = courseNear(plan, hex);
    const inWater = plan.looks.ground(plan.terrainOf(hex) ?? "").water === true;
    const wide = inWater ? widthOf(name.text, size * 1.25) * 1.4 : widthOf(name.text, size) * 1.15;
    if (!course || lengthOf(course) < wide) return null;
    return inWater ? course : aside(upright(about(course, plan.exact(hex), wide)), -size * 0.8);
  }
  const here = plan.exact(hex);
  const off = (line: readonly Point[]) => apart(line[nearest(line, here)]!, here);
  const road = [...courses(plan)].sort((a, b) => off(a.line) - off(b.line))[0];
  if (!road || off(road.line) > SIDE * 4.5) return null;
  const wide = widthOf(name.text, size) + 14;
  const { box } = plan.geometry;
  const entries = plan.map.entries.flatMap(({ hex: at }) => (plan.has(at) ? [plan.exact(plan.stepOf(at)!)] : []));
  // The letter of an entry stays free.
  const open = (at: Point) => contains(widened(box, -6), at) && !entries.some((entry) => apart(entry, at) < 30);
  const stretches = stretchesOf(road.line, open).filter((stretch) => lengthOf(stretch) >= wide);
  stretches.sort((a, b) => apart(a[nearest(a, here)]!, here) - apart(b[nearest(b, here)]!, here));
  return stretches[0] ? aside(upright(about(stretches[0], here, wide)), -size * 0.72) : null;
}

/** The parts of a line whose points all pass. */
function stretchesOf(line: readonly Point[], passes: (at: Point) => boolean): Point[][] {
  const found: Point[][] = [[]];
  for (const at of line) {
    if (passes(at)) found[found.length - 1]!.push(at);
    else if (found[found.length - 1]!.length) found.push([]);
  }
  return found.filter((stretch) => stretch.length > 1);
}

/** So much of a line as lies nearest about a point. */
function about(line: readonly Point[], here: Point, wide: number): Point[] {
  const last = line.length - 1;
  let [from, to] = [nearest(line, here), nearest(line, here)];
  while (lengthOf(line.slice(from, to + 1)) < wide && (from > 0 || to < last)) {
    [from, to] = [Math.max(0, from - 1), Math.min(last, to + 1)];
  }
  return line.slice(from, to + 1);
}

/** The best place for a name about its hex: below, above, to the right or the left; where it meets no other. */
function beside(plan: Plan, name: HexSheet["names"][number], size: number, taken: readonly Box[]): PlacedName {
  const hex = plan.stepOf(name.hex)!;
  const [x, y] = plan.exact(hex);
  const wide = widthOf(name.text, size) * 0.96;
  const { box } = plan.geometry;
  const places: Point[] = [
    [x, y + HEIGHT * 0.5 - 3],
    [x, y + HEIGHT * 0.5 + size * 0.5],
    [x, y - HEIGHT * 0.5 + size * 1.4],
    [x, y - HEIGHT * 0.5 - size * 0.1],
    [x + wide / 2 - SIDE * 0.4, y + HEIGHT * 0.5 - 3],
    [x - wide / 2 + SIDE * 0.4, y + HEIGHT * 0.5 - 3],
    [x + SIDE * 0.7 + wide / 2, y + size * 0.35],
    [x - SIDE * 0.7 - wide / 2, y + size * 0.35],
  ];
  const choices = places.map((at, i) => {
    const left = Math.max(box.left + 4, Math.min(box.left + box.width - wide - 4, at[0] - wide / 2));
    const base = Math.max(box.top + size, Math.min(box.top + box.height - 4, at[1]));
    const room = { left, top: base - size * 0.85, width: wide, height: size * 1.12 };
    const cost = i * 0.4 + apart([left + wide / 2, base], at) * 0.2 + taken.filter((other) => overlap(room, other)).length * 10;
    return { at: [left + wide / 2, base] as Point, room, cost };
  });
  const best = choices.reduce((one, other) => (other.cost < one.cost ? other : one));
  return { name, size, at: best.at, box: best.room };
}

function around([x, y]: Point, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, width, height };
}

export function paintNames(brush: Brush, plan: Plan): void {
  const { palette, scale } = brush;
  const size = nameSize(scale);
  for (const { name, size: own, at, line, box, spacing = 0 } of placedNames(plan, size)) {
    if (!overlap(brush.clip, widened(box, size))) continue;
    const look: Lettering =
      name.kind === "water"
        ? { size: own, colour: palette.waterName, halo: line ? palette.waterHalo : palette.halo, style: "italic", spacing }
        : name.kind === "road"
          ? { size: own, colour: palette.roadName, halo: palette.halo, style: "italic", spacing }
          : name.kind === "crossing"
            ? { size: own, colour: palette.waterName, halo: palette.halo, style: "italic", room: box.width * 1.06 }
            : { size: own, colour: palette.place, halo: palette.halo, style: "italic bold", room: box.width * 1.06 };
    if (line) letterAlong(brush, name.text, line, look);
    else letter(brush, name.text, at, look);
  }
}

/** A disc with the letter, and an arrow that points onto the map. */
export function paintEntries(brush: Brush, plan: Plan): void {
  for (const { hex, letter: sign } of plan.map.entries) {
    if (!plan.has(hex)) continue;
    const step = plan.stepOf(hex)!;
    const at = plan.exact(step);
    if (!shows(brush, at, 50)) continue;
    const out = outwards(plan, step) ?? [0, 1];
    drawAt(brush, at, (here) => entryDisc(here, sign, [-out[0], -out[1]]));
  }
}

export function entryDisc(brush: Brush, sign: string, way: Point): void {
  const { ctx, palette } = brush;
  const turn = Math.atan2(way[1], way[0]);
  drawAt(brush, [0, 0], (here) => {
    fill(here, [[7, -10.5], [27, 0], [7, 10.5]], palette.halo);
    fill(here, [[9, -8.4], [24, 0], [9, 8.4]], palette.entry);
  }, turn);
  for (const [radius, colour] of [[13.6, palette.halo], [12, palette.entry]] as const) {
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 7);
    ctx.fillStyle = colour;
    ctx.fill();
  }
  letter(brush, sign, [0, 5.6], { size: 15.5, colour: "#fff", style: "bold" });
}
