/** A display: panels, lines between boxes, boxes. */

import type { DisplaySheet, Point } from "../../api/types";
import type { PaintOptions } from "../geometry";
import type { DisplayGeometry } from "../kinds/display";
import { clipTo, fill, stroke, trace, type Brush } from "./brush";
import { smooth } from "./curves";
import { paintFrame } from "./grid";
import { letter } from "./lettering";
import { blended, palette, toned, type Tone } from "./palette";
import { widthOf } from "./text";

const BOARD: Tone = ["#e9dcb8", "#2b281f"];
const PANEL: Tone = ["#f5edd6", "#37332a"];
const CARD: Tone = ["#fffaf0", "#454036"];
const RED = "#b3312a";

export function paintDisplay(ctx: CanvasRenderingContext2D, map: DisplaySheet, geometry: DisplayGeometry, options: PaintOptions): void {
  const brush: Brush = { ctx, palette: palette(options.dark), scale: options.scale, clip: options.clip ?? geometry.sheet };
  const { dark, ink, frame } = brush.palette;
  ctx.save();
  if (options.clip) clipTo(ctx, options.clip);
  ctx.fillStyle = toned(BOARD, dark);
  ctx.fillRect(geometry.box.left, geometry.box.top, geometry.box.width, geometry.box.height);
  for (const { title, left, top, width, height } of map.panels) {
    const corners: Point[] = [[left, top], [left + width, top], [left + width, top + height], [left, top + height]];
    fill(brush, corners, toned(PANEL, dark));
    stroke(brush, [corners], frame, 1.6, { closed: true });
    letter(brush, title, [left + 12, top + 20], { size: 15, colour: ink, style: "bold", align: "left" });
  }
  for (const course of map.rivers) {
    const line = smooth(course);
    stroke(brush, [line], brush.palette.bank, 15);
    stroke(brush, [line], brush.palette.water, 12);
  }
  for (const line of map.links) paintLink(brush, smooth(line));
  for (const box of map.boxes) paintBox(brush, box, geometry.outline(box.id));
  paintFrame(brush, geometry.sheet, geometry.box);
  ctx.restore();
}

function paintLink(brush: Brush, line: readonly Point[]): void {
  const [before, end] = [line.at(-2) ?? line[0]!, line.at(-1)!];
  const turn = Math.atan2(end[1] - before[1], end[0] - before[0]);
  stroke(brush, [line], "#9a7645", 2.6);
  const wing = (by: number): Point => [end[0] - 11 * Math.cos(turn + by), end[1] - 11 * Math.sin(turn + by)];
  fill(brush, [end, wing(0.5), wing(-0.5)], "#9a7645");
}

function paintBox(brush: Brush, { text, at: [x, y], size: [wide, high], tint, outlined, captioned }: DisplaySheet["boxes"][number], outline: readonly Point[]): void {
  const { ctx, palette: { dark, ink, frame } } = brush;
  const card = tint ? (dark ? blended(tint, "#191b1a", 0.6) : tint) : toned(CARD, dark);
  ctx.beginPath();
  trace(ctx, outline, true);
  ctx.fillStyle = card;
  ctx.fill();
  stroke(brush, [outline], outlined ? RED : frame, outlined ? 3.4 : 1.4, { closed: true });
  const size = Math.min(captioned ? 13.5 : 17, (wide - 8) / Math.max(1, widthOf(text, 1)));
  const base = captioned ? y - high / 2 + size + 3 : y + size * 0.36;
  if (text) letter(brush, text, [x, base], { size, colour: ink, style: "bold", room: wide - 4 });
}
