/** Where the player looks from: pure arithmetic of pan and zoom. */

import type { Point } from "../api/types";
import type { Box } from "./geometry";
import type { Padding } from "./types";

/** The point of the board in the middle of the view, and how many pixels make a unit of the board. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface View {
  width: number;
  height: number;
}

export const CLOSEST = 4;
const AIR = 0.96; // of the view is filled when all of a box is shown
const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

export function toBoard(camera: Camera, view: View, [x, y]: Point): Point {
  return [camera.x + (x - view.width / 2) / camera.scale, camera.y + (y - view.height / 2) / camera.scale];
}

export function toView(camera: Camera, view: View, [x, y]: Point): Point {
  return [(x - camera.x) * camera.scale + view.width / 2, (y - camera.y) * camera.scale + view.height / 2];
}

/** The part of the board that is seen. */
export function seen(camera: Camera, view: View): Box {
  const [left, top] = toBoard(camera, view, [0, 0]);
  return { left, top, width: view.width / camera.scale, height: view.height / camera.scale };
}

/** Moves the map by so many pixels. */
export function panned(camera: Camera, across: number, down: number): Camera {
  return { ...camera, x: camera.x - across / camera.scale, y: camera.y - down / camera.scale };
}

/** Zooms so that what is under a point of the view stays there. */
export function zoomed(camera: Camera, view: View, at: Point, factor: number, least: number, most = CLOSEST): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor));
  const [x, y] = toBoard(camera, view, at);
  return { x: x - (at[0] - view.width / 2) / scale, y: y - (at[1] - view.height / 2) / scale, scale };
}

/** Two fingers went from two points to two others: the map goes with them. */
export function pinched(camera: Camera, view: View, from: [Point, Point], to: [Point, Point], least: number): Camera {
  const [was, is] = [middle(from), middle(to)];
  const factor = apart(to) / Math.max(1, apart(from));
  return zoomed(panned(camera, is[0] - was[0], is[1] - was[1]), view, is, factor, least);
}

/** The scale at which a box just fills the view beside its padding. */
export function scaleToFit(box: Box, view: View, padding: Padding = NO_PADDING): number {
  const width = Math.max(1, view.width - padding.left - padding.right);
  const height = Math.max(1, view.height - padding.top - padding.bottom);
  return Math.min(CLOSEST, AIR * Math.min(width / Math.max(1, box.width), height / Math.max(1, box.height)));
}

/** All of a box in the middle of what the padding leaves free; no closer than `most`. */
export function fitted(box: Box, view: View, padding: Padding = NO_PADDING, most = CLOSEST): Camera {
  const scale = Math.min(most, scaleToFit(box, view, padding));
  return centredOn([box.left + box.width / 2, box.top + box.height / 2], scale, padding);
}

/** The middle of a group of points, as many of them as can be seen at once; where some count more than others, so that they weigh most. */
export function thickest(points: readonly { at: Point; weight: number }[], scale: number, view: View, padding: Padding = NO_PADDING): Point {
  const across = (AIR * Math.max(1, view.width - padding.left - padding.right)) / scale / 2;
  const down = (AIR * Math.max(1, view.height - padding.top - padding.bottom)) / scale / 2;
  const about = ([x, y]: Point) => points.filter(({ at }) => Math.abs(at[0] - x) <= across && Math.abs(at[1] - y) <= down);
  const weigh = (group: typeof points): number => group.reduce((sum, { weight }) => sum + weight, 0);
  const groups = points.map(({ at }) => about(at));
  const best = groups.reduce((most, group) => (weigh(group) > weigh(most) ? group : most), groups[0] ?? []);
  const total = Math.max(1, weigh(best));
  return [best.reduce((sum, { at, weight }) => sum + at[0] * weight, 0) / total, best.reduce((sum, { at, weight }) => sum + at[1] * weight, 0) / total];
}

/** The point nearest to one that can be in the middle of the view without the view going beyond the sheet, if that is large enough. */
export function wellInside([x, y]: Point, scale: number, sheet: Box, view: View, padding: Padding = NO_PADDING): Point {
  const inside = (at: number, from: number, length: number, seen: number): number =>
    length <= seen ? from + length / 2 : Math.min(from + length - seen / 2, Math.max(from + seen / 2, at));
  const [across, down] = [(view.width - padding.left - padding.right) / scale, (view.height - padding.top - padding.bottom) / scale];
  return [inside(x, sheet.left, sheet.width, across), inside(y, sheet.top, sheet.height, down)];
}

/** A point of the board in the middle of what the padding leaves free. */
export function centredOn([x, y]: Point, scale: number, padding: Padding = NO_PADDING): Camera {
  return { x: x + (padding.right - padding.left) / 2 / scale, y: y + (padding.bottom - padding.top) / 2 / scale, scale };
}

/** How far out one may zoom: a little beyond the whole sheet. */
export function farthest(sheet: Box, view: View, padding: Padding = NO_PADDING): number {
  return Math.min(1, scaleToFit(sheet, view, padding) * 0.8);
}

/** The map is never lost: the middle of the view stays over it, and at an edge at most half of the view is empty. */
export function held(camera: Camera, sheet: Box, view: View, least: number, padding: Padding = NO_PADDING): Camera {
  const scale = Math.min(CLOSEST, Math.max(least, camera.scale));
  const left = sheet.left + (padding.right - padding.left) / 2 / scale;
  const top = sheet.top + (padding.bottom - padding.top) / 2 / scale;
  return {
    x: within(camera.x, left, sheet.width, view.width / scale),
    y: within(camera.y, top, sheet.height, view.height / scale),
    scale,
  };
}

/** A coordinate of the camera kept over a length that begins at `from`, of which `seen` is seen. */
function within(at: number, from: number, length: number, seen: number): number {
  const slack = Math.max(0, length / 2 - seen * 0.1);
  const centre = from + length / 2;
  return Math.min(centre + slack, Math.max(centre - slack, at));
}

/** What must change so that a box is seen: nothing if it is; else as little as can be. */
export function showing(camera: Camera, box: Box, view: View, padding: Padding, least: number): Camera {
  const fit = scaleToFit(box, view, padding);
  const scale = Math.max(least, Math.min(camera.scale, fit));
  const right = view.width - padding.right;
  const bottom = view.height - padding.bottom;
  const at: Camera = { ...camera, scale };
  const [x1, y1] = toView(at, view, [box.left, box.top]);
  const [x2, y2] = toView(at, view, [box.left + box.width, box.top + box.height]);
  const across = x1 < padding.left ? padding.left - x1 : x2 > right ? right - x2 : 0;
  const down = y1 < padding.top ? padding.top - y1 : y2 > bottom ? bottom - y2 : 0;
  return panned(at, across, down);
}

/** The camera on its way from one place to another; zoom is even to the eye when it is even in its logarithm. */
export function onTheWay(from: Camera, to: Camera, part: number): Camera {
  const eased = 1 - (1 - part) ** 3;
  const scale = from.scale * (to.scale / from.scale) ** eased;
  const moved = from.scale === to.scale ? eased : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, scale };
}

/** How much one turn of a wheel zooms, whatever its unit is. */
export function wheelFactor(delta: number, mode: number, pinch: boolean): number {
  const pixels = mode === 1 ? delta * 33 : mode === 2 ? delta * 400 : delta;
  const bounded = Math.max(-240, Math.min(240, pixels));
  return Math.exp(-bounded * (pinch ? 0.01 : 0.002));
}

function middle([a, b]: [Point, Point]): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function apart([a, b]: [Point, Point]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
