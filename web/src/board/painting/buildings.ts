/** What stands in hexes: houses, tents, gardens, springs, ferries. */

import type { FeatureDrawing, Point } from "../../api/types";
import { at, fill, shows, stroke, trace, type Brush } from "./brush";
import { toned, type Tone } from "./palette";
import type { Plan } from "./plan";

/** Draws about the origin, upright, within a hex of side 40; `clear` tells whether a point lies clear of roads and water. */
export type FeaturePainter = (brush: Brush, clear: (x: number, y: number) => boolean) => void;

export function paintFeatures(brush: Brush, plan: Plan, free: (x: number, y: number) => boolean): void {
  for (const { label, features } of plan.map.hexes) {
    if (features.length === 0) continue;
    const place = plan.exact(plan.stepOf(label)!);
    if (!shows(brush, place, 45)) continue;
    const clear = (x: number, y: number) => free(place[0] + x, place[1] + y);
    for (const feature of features) at(brush, place, (here) => plan.looks.feature(feature)(here, clear));
  }
}

const BRICK: Tone = ["#b4573f", "#8d4a3a"];
const SLATE: Tone = ["#77747a", "#5a5a63"];
const SLATE_LIT: Tone = ["#96939a", "#73737d"];
const SHINGLE: Tone = ["#8a6a45", "#6d5538"];
const SHINGLE_LIT: Tone = ["#b18c5e", "#8c6f4b"];
const PLASTER: Tone = ["#f3e7c9", "#cdbf9f"];
const LINEN: Tone = ["#fbf6e6", "#cfc6b0"];
const LINEN_SHADE: Tone = ["#d6cbb0", "#95886b"];
const OUTLINE: Tone = ["#3d2a1a", "#120d07"];

function ink(brush: Brush, lines: Point[][], width = 0.9, closed = true): void {
  stroke(brush, lines, toned(OUTLINE, brush.palette.dark), width, { closed });
}

/** A shape filled and outlined. */
function part(brush: Brush, outline: Point[], tone: Tone, width = 0.8): void {
  fill(brush, outline, toned(tone, brush.palette.dark));
  ink(brush, [outline], width);
}

/** A great house of brick: hipped roof, two chimneys, a door with a gable. */
function house(brush: Brush): void {
  const { dark } = brush.palette;
  fill(brush, [[-17, 13], [19, 13], [27, 9], [25, -2], [19, -4]], brush.palette.shadow);
  part(brush, [[-18, -3], [18, -3], [18, 12.5], [-18, 12.5]], BRICK);
  part(brush, [[-13.5, -14], [-13.5, -21], [-9, -21], [-9, -14]], BRICK);
  part(brush, [[9, -14], [9, -21], [13.5, -21], [13.5, -14]], BRICK);
  part(brush, [[-21, -2.5], [-12.5, -15.5], [12.5, -15.5], [21, -2.5]], SLATE);
  fill(brush, [[-19.6, -3.2], [-12.2, -14.7], [2, -14.7], [2, -3.2]], toned(SLATE_LIT, dark));
  part(brush, [[-6.5, -2.5], [0, -8.5], [6.5, -2.5]], PLASTER, 0.7);
  part(brush, [[-3, 4], [3, 4], [3, 12.5], [-3, 12.5]], PLASTER, 0.7);
  for (const x of [-14.5, -9, 6, 11.5]) part(brush, [[x, 1], [x + 3, 1], [x + 3, 6.4], [x, 6.4]], PLASTER, 0.5);
}

/** A small house with a shingle roof. */
function cottage(brush: Brush, x: number, y: number, size = 1, flip = false): void {
  at(brush, [x, y], (here) => {
    if (flip) here.ctx.scale(-1, 1);
    fill(here, [[-8, 8], [9, 8], [14, 5], [13, 0], [9, -1]], here.palette.shadow);
    part(here, [[-8.5, -1], [8.5, -1], [8.5, 7.5], [-8.5, 7.5]], PLASTER);
    part(here, [[3.4, -5], [3.4, -10.4], [6.2, -10.4], [6.2, -5]], BRICK, 0.6);
    part(here, [[-10.6, -0.6], [-6.4, -8.4], [6.4, -8.4], [10.6, -0.6]], SHINGLE);
    fill(here, [[-9.3, -1.1], [-6, -7.7], [2, -7.7], [2, -1.1]], toned(SHINGLE_LIT, here.palette.dark));
    part(here, [[-1.6, 2.4], [1.8, 2.4], [1.8, 7.5], [-1.6, 7.5]], SHINGLE, 0.5);
  }, 0, size);
}

/** A cluster of roofs. */
function village(brush: Brush): void {
  const roofs = [[-16, -11, 0.8], [8, -14, 0.72], [17, 5, 0.85], [-6, 8, 0.95]] as const;
  for (const [x, y, size] of roofs) cottage(brush, x, y, size, y % 2 === 0);
}

const STREETS: readonly Point[] = [
  [-9, -22], [11, -22],
  [-22, -9], [-2, -8], [19, -9],
  [-27, 5], [-11, 5], [9, 6], [26, 5],
  [-16, 19], [3, 20], [19, 19],
];

/** A camp: tents in streets, none on the road. */
function tents(brush: Brush, clear: (x: number, y: number) => boolean): void {
  const { dark } = brush.palette;
  for (const [x, y] of STREETS) {
    if (!clear(x + 1, y) || !clear(x - 6, y + 3) || !clear(x + 8, y + 3)) continue;
    at(brush, [x, y], (here) => {
      fill(here, [[-6, 5], [8, 5], [13, 2], [9, -1]], here.palette.shadow);
      fill(here, [[-3, -5.4], [4.6, -5.4], [9, 4.4], [2.2, 4.4]], toned(LINEN_SHADE, dark));
      fill(here, [[-7, 4.4], [-3, -5.4], [2.2, 4.4]], toned(LINEN, dark));
      fill(here, [[-3.8, 4.4], [-2.9, -1.4], [-1.4, 4.4]], toned(SHINGLE, dark));
      ink(here, [[[-7, 4.4], [-3, -5.4], [4.6, -5.4], [9, 4.4]]], 0.75);
      ink(here, [[[-3, -5.4], [2.2, 4.4]]], 0.6, false);
    });
  }
}

/** Beds with a path between them, fenced. */
function garden(brush: Brush): void {
  const { dark } = brush.palette;
  fill(brush, [[-21, -13], [21, -13], [21, 15], [-21, 15]], dark ? "#3c4a30" : "#d9dfae");
  const rows: Point[][] = [];
  for (const y of [-8.4, -2.8, 4.8, 10.4]) rows.push([[-17, y], [-4, y]], [[4, y], [17, y]]);
  stroke(brush, rows, dark ? "#6d8a4c" : "#6f9348", 3, { dash: [2.6, 1.8], cap: "butt" });
  const paths: Point[][] = [[[0, -13], [0, 15]], [[-21, 1], [21, 1]]];
  stroke(brush, paths, dark ? "#8c7a55" : "#efdfb4", 3.4, { cap: "butt" });
  const fence: Point[] = [[-21, -13], [21, -13], [21, 15], [-21, 15]];
  stroke(brush, [fence], toned(OUTLINE, dark), 1.3, { dash: [3, 1.6], closed: true, cap: "butt" });
}

/** Water that wells up in a basin. */
function springs(brush: Brush): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  ctx.ellipse(0, 4, 14, 7.4, 0, 0, 7);
  ctx.fillStyle = palette.water;
  ctx.fill();
  ctx.strokeStyle = palette.bank;
  ctx.lineWidth = 1.3;
  ctx.stroke();
  for (const [wide, high] of [[9.5, 4.6], [5, 2.2]] as const) {
    ctx.beginPath();
    ctx.ellipse(0, 4, wide, high, 0, 0, 7);
    ctx.strokeStyle = palette.glint;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  const jet = (side: number): Point[] => [[0, 3], [2 * side, -4], [6 * side, -7], [9.5 * side, -4.5]];
  stroke(brush, [jet(-1), jet(1), [[0, 3], [0, -9.5]]], palette.bank, 1.6);
}

/** A flat boat on its rope. */
function ferry(brush: Brush): void {
  const { ctx, palette } = brush;
  const { dark } = palette;
  ctx.beginPath();
  ctx.moveTo(-34, 4);
  ctx.bezierCurveTo(-18, 10, 18, 10, 34, 4);
  ctx.strokeStyle = toned(OUTLINE, dark);
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 2]);
  ctx.stroke();
  ctx.setLineDash([]);
  fill(brush, [[-13, 8], [13, 8], [17, 4], [-17, 4]], palette.shadow);
  part(brush, [[-16, -3], [16, -3], [12, 6.5], [-12, 6.5]], SHINGLE_LIT);
  ink(brush, [[[-14, 0.2], [14, 0.2]], [[-13, 3.2], [13, 3.2]]], 0.6, false);
  ink(brush, [[[-3, -3], [-3, -15]]], 1.2, false);
  part(brush, [[-3, -15], [7, -11], [-3, -7.5]], LINEN, 0.7);
}

/** A church: nave, tower and cross. */
function church(brush: Brush): void {
  fill(brush, [[-12, 12], [13, 12], [20, 8], [18, -2]], brush.palette.shadow);
  part(brush, [[-4, 0], [14, 0], [14, 11.5], [-4, 11.5]], PLASTER);
  part(brush, [[-6, 0.4], [-2, -8], [14, -8], [16, 0.4]], SLATE);
  part(brush, [[-13, -7], [-4, -7], [-4, 11.5], [-13, 11.5]], PLASTER);
  part(brush, [[-14.5, -6.6], [-8.5, -18], [-2.5, -6.6]], SLATE);
  ink(brush, [[[-8.5, -18], [-8.5, -24]], [[-10.8, -21.6], [-6.2, -21.6]]], 1.1, false);
}

/** A redoubt: a closed bank of earth. */
function redoubt(brush: Brush): void {
  const { ctx, palette } = brush;
  const bank: Point[] = [[-16, -14], [16, -14], [21, 3], [0, 18], [-21, 3]];
  ctx.beginPath();
  trace(ctx, bank, true);
  ctx.fillStyle = palette.earthLight;
  ctx.globalAlpha = 0.5;
  ctx.fill();
  ctx.globalAlpha = 1;
  stroke(brush, [bank], palette.ink, 5.6, { closed: true });
  stroke(brush, [bank], palette.earth, 4.2, { closed: true });
  stroke(brush, [bank], palette.earthLight, 1.2, { closed: true });
}

/** A tall flag over a tent. */
function headquarters(brush: Brush): void {
  const { palette } = brush;
  fill(brush, [[-13, 12], [0, -6], [13, 12]], palette.halo);
  stroke(brush, [[[-13, 12], [0, -6], [13, 12]]], palette.ink, 1.4, { closed: true });
  stroke(brush, [[[0, -6], [0, -22]]], palette.ink, 1.6);
  fill(brush, [[0, -22], [14, -18], [0, -14]], palette.earth);
}

/** Headstones within a wall. */
function cemetery(brush: Brush): void {
  const { palette } = brush;
  stroke(brush, [[[-16, -11], [16, -11], [16, 12], [-16, 12]]], palette.ink, 1.6, { closed: true });
  for (const [x, y] of [[-9, -2], [0, -2], [9, -2], [-5, 8], [5, 8]] as const) {
    fill(brush, [[x - 2.4, y], [x - 2.4, y - 5], [x, y - 7], [x + 2.4, y - 5], [x + 2.4, y]], palette.stone);
  }
}

/** An inn with its sign over the road. */
function tavern(brush: Brush): void {
  cottage(brush, -3, 2, 1.05);
  ink(brush, [[[8, -7], [17, -7]], [[14.5, -7], [14.5, -3]]], 1.1, false);
  part(brush, [[10.5, -3], [18.5, -3], [18.5, 3.4], [10.5, 3.4]], BRICK, 0.8);
}

/** A depot beside its rails. */
function station(brush: Brush): void {
  fill(brush, [[-15, 8], [17, 8], [21, 5], [17, -2]], brush.palette.shadow);
  part(brush, [[-15, -3], [15, -3], [15, 7.5], [-15, 7.5]], PLASTER);
  part(brush, [[-18, -2.6], [-13, -10.5], [13, -10.5], [18, -2.6]], SLATE);
  part(brush, [[-4, 1], [4, 1], [4, 7.5], [-4, 7.5]], SHINGLE, 0.6);
  const ties = [-16, -8, 0, 8, 16].map((x): Point[] => [[x, 10], [x, 14]]);
  ink(brush, [[[-20, 12], [20, 12]], ...ties], 1.5, false);
}

/** A kiln: a stack of stone, fire in its mouth. */
function kiln(brush: Brush): void {
  const { palette } = brush;
  fill(brush, [[-9, 11], [11, 11], [18, 7], [8, -6]], palette.shadow);
  fill(brush, [[-10, 10], [-6, -11], [6, -11], [10, 10]], palette.stone);
  ink(brush, [[[-10, 10], [-6, -11], [6, -11], [10, 10]]], 1);
  fill(brush, [[-3.4, 10], [-3.4, 4], [0, 1.6], [3.4, 4], [3.4, 10]], "#d4622a");
  stroke(brush, [[[0, -12], [-2.6, -16], [1.4, -19], [-1, -24]]], palette.stone, 2.4);
}

/** A town: many roofs, a steeple among them. */
function town(brush: Brush): void {
  const roofs = [[-21, -13, 0.62], [-6, -17, 0.62], [21, -12, 0.62], [-15, 2, 0.66], [18, 3, 0.66], [-22, 15, 0.62], [-4, 15, 0.7], [13, 17, 0.64]] as const;
  for (const [x, y, size] of roofs) cottage(brush, x, y, size, y % 2 === 0);
  at(brush, [4, -3], church, 0, 0.6);
}

/** What nobody has drawn is a stone with a ring about it. */
export function landmark(brush: Brush): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  ctx.arc(0, 0, 9, 0, 7);
  ctx.fillStyle = palette.halo;
  ctx.fill();
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1.4;
  ctx.stroke();
  fill(brush, [[0, -5.4], [5.4, 0], [0, 5.4], [-5.4, 0]], palette.ink);
}

export const FEATURES: Record<FeatureDrawing, FeaturePainter> = {
  headquarters, cemetery, house, cottage: (brush) => cottage(brush, 0, 0), tents, garden, springs, village, town, church, tavern, station, kiln, ferry, redoubt,
};
