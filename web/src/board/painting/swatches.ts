/** Small pictures for the legend, painted by the same hands as the map. */

import type { Art, Point } from "../../api/types";
import { at, fill, stroke, trace, type Brush } from "./brush";
import { crossingArrows, paintFlag, ribbon } from "./areas";
import { smooth } from "./curves";
import { entryDisc } from "./lettering";
import { looksOf, ROADS, type EdgeArt, type Looks, type RoadArt } from "./looks";
import { palette, toned } from "./palette";
import { Pen, penAsCanvas } from "./pen";
import { paintRoad } from "./roads";
import type { TerrainArt } from "./terrains";
import { strewTrees } from "./woods";

const WIDE = 44;
const HIGH = 36;
const FARTHER = 0.64;

/** A swatch for a line of the legend: SVG of 44 by 36 pixels. */
export function swatch(kind: string, word: string, dark: boolean, art?: Art): string {
  const pen = new Pen();
  const clip = { left: 0, top: 0, width: WIDE, height: HIGH };
  paintSwatch({ ctx: penAsCanvas(pen), palette: palette(dark), scale: 1, clip, drawn: true }, kind, word, looksOf(art));
  const size = `width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}" overflow="hidden"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} aria-hidden="true">${pen.drawing}</svg>`;
}

/** Paints a swatch into a box of 44 by 36 at the origin. */
function paintSwatch(brush: Brush, kind: string, word: string, looks: Looks): void {
  const middle: Point = [WIDE / 2, HIGH / 2];
  const clear = () => true;
  switch (kind) {
    case "terrain":
      return paintTerrain(brush, looks.ground(word));
    case "hexside":
      return at(brush, middle, (here) => paintHexside(here, looks.edge(word)), 0, 0.86);
    case "road":
      return paintStretch(brush, looks.road(word));
    case "ground":
      return paintAreaGround(brush, looks.pattern(word));
    case "prize":
      return ribbon(brush, WIDE / 2, HIGH / 2 + 4.5, 15);
    case "crossing":
      return at(brush, middle, crossingArrows, 0, 0.8);
    case "river":
      return paintRiver(brush);
    case "flag":
      return at(brush, middle, (here) => paintFlag(here, { letters: word.slice(0, 4), colour: "#8d2b25" }, [0, 0]), 0, 1.4);
    case "entry":
      return at(brush, [WIDE / 2 - 5, HIGH / 2], (here) => entryDisc(here, word.slice(0, 1), [1, 0]), 0, 0.85);
    case "zone":
      return paintZone(brush, Number(word) || 0);
    default:
      return at(brush, middle, (here) => looks.feature(word)(here, clear), 0, 0.66);
  }
}

function paintStretch(brush: Brush, art: RoadArt): void {
  const line = smooth([[1, 25], [14, 14], [28, 21], [43, 11]]);
  for (const pen of ["below", "above"] as const) paintRoad(brush, [line], art, pen);
}

/** A hex of the terrain. */
function paintTerrain(brush: Brush, art: TerrainArt): void {
  const { ctx, palette: ink } = brush;
  const [x, y] = [WIDE / 2, HIGH / 2];
  const turns = [0, 1, 2, 3, 4, 5].map((i) => (i * Math.PI) / 3);
  const hex = turns.map((turn): Point => [x + 20 * Math.cos(turn), y + 20 * Math.sin(turn)]);
  ctx.save();
  ctx.beginPath();
  trace(ctx, hex, true);
  ctx.clip();
  ctx.fillStyle = toned(art.wash, ink.dark);
  ctx.fillRect(0, 0, WIDE, HIGH);
  // The ground runs on beyond the hex: only an outline far outside bounds it, but for water, which shows its shore.
  const loop: Point[] = art.water ? hex : [[-200, -200], [200, -200], [200, 200], [-200, 200]];
  const region = { loops: [loop], holds: () => true, free: () => true };
  if (art.water) art.texture?.(brush, region);
  else fromFarther(brush, (here) => art.texture?.(here, region));
  ctx.restore();
  stroke(brush, [hex], ink.dark ? "rgba(236,226,200,.6)" : "rgba(60,48,26,.7)", 1, { closed: true });
}

/** Ground as from a little farther off: a swatch is smaller than a hex, and must show what grows in one. */
function fromFarther(brush: Brush, paint: (brush: Brush) => void): void {
  const { width, height } = brush.clip;
  const clip = { left: 0, top: 0, width: width / FARTHER, height: height / FARTHER };
  at(brush, [0, 0], (here) => paint({ ...here, clip }), 0, FARTHER);
}

/** The ground of an area: trees on a tint. */
function paintAreaGround(brush: Brush, pattern: string): void {
  const { ctx, palette: ink } = brush;
  const box: Point[] = [[3, 4], [41, 3], [42, 32], [2, 33]];
  ctx.save();
  ctx.beginPath();
  trace(ctx, box, true);
  ctx.clip();
  fill(brush, box, ink.dark ? "#3a3a32" : "#dfd9b4");
  fromFarther(brush, (here) => strewTrees(here, () => pattern));
  ctx.restore();
  stroke(brush, [box], ink.dark ? "#b3a27c" : "#6b5a3c", 1.2, { closed: true, dash: [5, 2.4], cap: "butt" });
}

/** A stretch of the hexside; what crosses it stands on a road over water. The high ground is above, the enemy below. */
function paintHexside(brush: Brush, art: EdgeArt): void {
  const line = smooth([[-24, 2], [-9, -2], [8, 1], [24, -2]]);
  if (art.wet !== undefined) {
    const water: Point[] = art.over ? [[0, -24], [0, 24]] : line;
    stroke(brush, [water], brush.palette.bank, art.wet + 2.1);
    stroke(brush, [water], brush.palette.water, art.wet);
  }
  if (art.over) {
    for (const pen of ["below", "above"] as const) paintRoad(brush, [[[-24, 0], [24, 0]]], ROADS.road, pen);
    art.over(brush);
  }
  art.along?.(brush, line.map(([x, y]): Point => [x, y - 5]));
}

function paintRiver(brush: Brush): void {
  const line = smooth([[0, 22], [14, 15], [30, 21], [44, 13]]);
  for (const [pen, width] of [["bank", 10.6], ["water", 8.4], ["shallow", 3.6]] as const) {
    stroke(brush, [line], brush.palette[pen], width);
  }
}

function paintZone(brush: Brush, index: number): void {
  const zones = brush.palette.zones;
  stroke(brush, [[[2, HIGH / 2], [WIDE - 2, HIGH / 2]]], zones[index % zones.length]!, 2.6, { dash: [9, 4.6], cap: "butt" });
}
