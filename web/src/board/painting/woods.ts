/** Woods: crowns of trees that throw a shadow, thin or dense, and thickets of scrub. */

import type { Brush } from "./brush";
import { chances, part } from "./chance";
import { copse, faintness, thickness } from "./organic";
import { blended, toned, type Tone } from "./palette";
import { stamping, type Press, type Stamp } from "./stamps";
import { strew, type Region } from "./terrains";

/** The colours of a tree: its crown, its lit side, its ink. */
interface Leaves {
  crown: Tone;
  light: Tone;
  ink: Tone;
  ground?: Tone; // what the crown pales into from afar
}

const SHADE: Tone = ["rgba(62,66,28,.20)", "rgba(0,0,0,.24)"];

/** The scalloped outline of a crown about a point. */
function scallops(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, dice: () => number): void {
  const lobes = 6 + Math.floor(dice() * 3);
  const start = dice() * 6.3;
  const ends = Array.from({ length: lobes }, (_, i) => {
    const turn = start + ((i + (dice() - 0.5) * 0.5) / lobes) * Math.PI * 2;
    const far = radius * (0.78 + dice() * 0.2);
    return [x + Math.cos(turn) * far, y + Math.sin(turn) * far * 0.9, turn, far] as const;
  });
  ctx.beginPath();
  ctx.moveTo(ends[0]![0], ends[0]![1]);
  ends.forEach(([, , turn, far], i) => {
    const [nx, ny, next, nextFar] = ends[(i + 1) % lobes]!;
    const onward = next < turn ? next + Math.PI * 2 : next;
    const out = Math.max(far, nextFar) * 1.34;
    const half = (turn + onward) / 2;
    ctx.quadraticCurveTo(x + Math.cos(half) * out, y + Math.sin(half) * out * 0.9, nx, ny);
  });
  ctx.closePath();
}

/** A crown of two tones with a line of ink about it and a few strokes for leaves: from above, lit from the north-west. */
function leafy(ctx: CanvasRenderingContext2D, name: string, look: Shown, radius: number, inked: boolean): void {
  scallops(ctx, 0, 0, radius, chances(name));
  ctx.fillStyle = look.crown;
  ctx.fill();
  if (inked) {
    ctx.strokeStyle = look.ink;
    ctx.lineWidth = Math.max(0.5, radius * 0.1);
    ctx.stroke();
  }
  scallops(ctx, -radius * 0.2, -radius * 0.24, radius * 0.62, chances(`${name} light`));
  ctx.fillStyle = look.light;
  ctx.fill();
  if (!look.leaves) return;
  const start = chances(`${name} leaves`)() * 0.7; // on the side that lies in the shade
  ctx.beginPath();
  for (const [far, from, to] of [[0.7, 0.1, 1.15], [0.42, 0.5, 1.5]] as const) {
    ctx.moveTo(Math.cos(start + from) * radius * far, Math.sin(start + from) * radius * far);
    ctx.arc(0, 0, radius * far, start + from, start + to);
  }
  ctx.strokeStyle = look.ink;
  ctx.lineWidth = Math.max(0.4, radius * 0.075);
  ctx.lineCap = "round";
  ctx.stroke();
}

/** One tree that stands alone, with its shadow. */
export function crown(name: string, leaves: Leaves, dark: boolean, radius: number): Stamp {
  return {
    name,
    reach: radius * 1.7,
    draw(ctx) {
      scallops(ctx, radius * 0.36, radius * 0.42, radius * 1.02, chances(name));
      ctx.fillStyle = toned(SHADE, dark);
      ctx.fill();
      leafy(ctx, name, shown(leaves, dark, 0), radius, true);
    },
  };
}

/** The colours of leaves at a scale: from afar ink pales into the crown, the crown into the ground. */
interface Shown {
  crown: string;
  light: string;
  ink: string;
  leaves: boolean; // near enough for single strokes
}

function shown(leaves: Leaves, dark: boolean, faint: number): Shown {
  const [crown, light, ink] = [toned(leaves.crown, dark), toned(leaves.light, dark), toned(leaves.ink, dark)];
  const ground = leaves.ground ? toned(leaves.ground, dark) : crown;
  const paled = blended(crown, ground, faint * 0.3);
  return { crown: paled, light: blended(light, paled, faint * 0.55), ink: blended(ink, paled, faint * 0.62), leaves: faint < 0.6 };
}

/**
 * Trees that grow together: first the shadow and the rim of every one, then every crown. So a clump has one outline, and only
 * its outline is dark. Of a tree deep within a wood only the crown can be seen.
 */
function clumps(brush: Brush, leaves: Clump, put: (tree: (x: number, y: number, dice: number, inner?: boolean) => void) => void): void {
  const { dark } = brush.palette;
  const { name, looks, radius, inked = false } = leaves;
  const [far, faint] = [coarse(brush), faintness(brush.scale)];
  const trees: [number, number, number][] = [];
  const outer: [number, number, number][] = [];
  put((x, y, dice, inner = false) => {
    trees.push([x, y, dice]);
    if (!inner) outer.push([x, y, dice]);
  });
  stamping(brush, (cut) => {
    const kinds = looks.length;
    const rims = assorted(cut, kinds, far, (i) => rim(`${name}-rim-${i} ${faint.toFixed(2)}`, `${name}-${i}`, shown(looks[i % looks.length]!, dark, faint), radius, dark, faint));
    const crowns = assorted(cut, kinds, far, (i) => ({
      name: `${name}-${i} ${faint.toFixed(2)}`,
      reach: radius * 1.2,
      draw: (ctx) => leafy(ctx, `${name}-${i}`, shown(looks[i % looks.length]!, dark, faint), radius, inked),
    }));
    for (const [x, y, dice] of outer) rims(dice)(x, y);
    for (const [x, y, dice] of trees) crowns(dice)(x, y);
  });
}

interface Clump {
  name: string;
  looks: readonly Leaves[];
  radius: number;
  inked?: boolean; // every crown has a line of its own
}

function rim(name: string, of: string, look: Shown, radius: number, dark: boolean, faint: number): Stamp {
  return {
    name,
    reach: radius * 1.7,
    draw(ctx) {
      scallops(ctx, radius * 0.34, radius * 0.44, radius * 1.04, chances(of));
      ctx.fillStyle = toned(SHADE, dark);
      ctx.globalAlpha = 1 - faint * 0.4;
      ctx.fill();
      ctx.globalAlpha = 1;
      scallops(ctx, 0, 0, radius, chances(of));
      ctx.strokeStyle = look.ink;
      ctx.lineWidth = Math.max(1.3, radius * 0.24);
      ctx.lineJoin = "round";
      ctx.stroke();
    },
  };
}

/** A pine: tiers of branches. */
export function pine(name: string, leaves: Leaves, dark: boolean, high: number): Stamp {
  return {
    name,
    reach: high * 1.2,
    draw(ctx) {
      ctx.beginPath();
      ctx.ellipse(high * 0.26, high * 0.4, high * 0.62, high * 0.26, 0.2, 0, 7);
      ctx.fillStyle = toned(SHADE, dark);
      ctx.fill();
      const half = high * 0.48;
      const tiers = [[-0.95, -0.3, 0.55], [-0.5, 0.08, 0.8], [-0.1, 0.46, 1]] as const;
      for (const [top, foot, wide] of [...tiers].reverse()) {
        ctx.beginPath();
        ctx.moveTo(0, high * top);
        ctx.quadraticCurveTo(half * wide * 0.35, high * (foot - 0.14), half * wide, high * foot);
        ctx.quadraticCurveTo(0, high * (foot + 0.13), -half * wide, high * foot);
        ctx.quadraticCurveTo(-half * wide * 0.35, high * (foot - 0.14), 0, high * top);
        ctx.closePath();
        const glow = ctx.createLinearGradient(-half, 0, half, 0);
        glow.addColorStop(0.1, toned(leaves.light, dark));
        glow.addColorStop(0.65, toned(leaves.crown, dark));
        ctx.fillStyle = glow;
        ctx.fill();
        ctx.strokeStyle = toned(leaves.ink, dark);
        ctx.lineWidth = high * 0.06;
        ctx.lineJoin = "round";
        ctx.stroke();
      }
    },
  };
}

export const WOODED: Tone = ["#d3dab1", "#343e31"];
const LIGHT: readonly Leaves[] = [
  { crown: ["#b9c893", "#3f503b"], light: ["#c5d2a0", "#465840"], ink: ["#95a971", "#2b3829"], ground: WOODED },
  { crown: ["#b1c18c", "#3b4b38"], light: ["#becc98", "#41523d"], ink: ["#8fa46b", "#283526"], ground: WOODED },
  { crown: ["#c0cd9b", "#43543e"], light: ["#ccd7a9", "#4a5c43"], ink: ["#9cae78", "#2e3b2c"], ground: WOODED },
];
const DEEP: readonly Leaves[] = [
  { crown: ["#7a9564", "#2a4131"], light: ["#8aa473", "#33503c"], ink: ["#506a45", "#172a1f"] },
  { crown: ["#728d5d", "#273c2d"], light: ["#819b6b", "#2f4937"], ink: ["#4a633f", "#15261c"] },
  { crown: ["#839d6c", "#2e4636"], light: ["#94ad7c", "#395742"], ink: ["#58724b", "#1a2e22"] },
];
const NEEDLES: Leaves = { crown: ["#617e55", "#253d2e"], light: ["#7c9869", "#365340"], ink: ["#3f5a38", "#13251b"] };
const SCRUB: readonly Leaves[] = [
  { crown: ["#6f7c4e", "#3a4429"], light: ["#7f8b5a", "#454f31"], ink: ["#454f2d", "#1b2112"] },
  { crown: ["#667347", "#353e26"], light: ["#758150", "#3f492d"], ink: ["#3d4727", "#171d0f"] },
  { crown: ["#788555", "#404a2d"], light: ["#899562", "#4c5637"], ink: ["#4c5732", "#1f2615"] },
];

type Cut = (stamp: Stamp, size?: number) => Press;
const SIZES = [0.82, 0.96, 1.12];

/** Stamps of several sizes, one of which dice choose. Only those that are used are cut. */
function assorted(cut: Cut, count: number, far: number, make: (variant: number) => Stamp): (dice: number) => Press {
  const kinds: (Press | undefined)[] = [];
  return (dice) => {
    const which = Math.floor(dice * count * SIZES.length);
    return (kinds[which] ??= cut(make(which % count), SIZES[Math.floor(which / count)]! * far));
  };
}

/** A few crowns of every colour. */
function crowns(cut: Cut, { palette: { dark } }: Brush, name: string, leaves: readonly Leaves[], radius: number, far: number) {
  return assorted(cut, leaves.length * 2, far, (i) => crown(`${name}-${i}`, leaves[i % leaves.length]!, dark, radius));
}

/** From afar fewer and larger trees stand for many. */
function coarse({ scale }: Brush): number {
  return scale < 0.2 ? 2.6 : scale < 0.36 ? 1.9 : scale < 0.55 ? 1.5 : scale < 0.75 ? 1.2 : 1;
}

/** Open woods: clumps of trees, glades between them. */
export function woods(brush: Brush, region: Region): void {
  const far = coarse(brush);
  clumps(brush, { name: "leafy", looks: LIGHT, radius: 7 }, (tree) =>
    strew(brush.clip, 13.6 * far, 31, (x, y, dice) => {
      if (region.free(x, y) && dice[2] * 0.35 + 0.3 < thickness(x, y)) tree(x, y, dice[3]);
    }),
  );
}

/** Whether a point has its own ground, free of roads and water, on all sides. */
function within(region: Region, x: number, y: number, reach: number): boolean {
  return region.free(x - reach, y) && region.free(x + reach, y) && region.free(x, y - reach) && region.free(x, y + reach);
}

/** Deep woods: crown by crown, pines among them. */
export function deepWoods(brush: Brush, region: Region): void {
  const far = coarse(brush);
  const pines: [number, number, number][] = [];
  clumps(brush, { name: "deep", looks: DEEP, radius: 7.5, inked: true }, (tree) =>
    strew(brush.clip, 12 * far, 41, (x, y, dice) => {
      if (!region.free(x, y)) return;
      if (dice[3] > 0.9) pines.push([x, y - 2, dice[2]]);
      tree(x, y, dice[3], within(region, x, y, 16 * far));
    }),
  );
  if (brush.scale < 0.5) return;
  stamping(brush, (cut) => {
    const needles = assorted(cut, 1, far, () => pine("pine", NEEDLES, brush.palette.dark, 9.5));
    for (const [x, y, dice] of pines) needles(dice)(x, y);
  });
}

/** Stunted oaks and thorns, grown into one another. */
export function tangle(brush: Brush, region: Region): void {
  const far = coarse(brush);
  clumps(brush, { name: "scrub", looks: SCRUB, radius: 5, inked: true }, (tree) =>
    strew(brush.clip, 8.6 * far, 51, (x, y, dice) => {
      if (region.free(x, y)) tree(x, y, dice[3], within(region, x, y, 12 * far));
    }),
  );
  if (brush.scale < 0.4) return;
  const { ctx, palette } = brush;
  ctx.beginPath();
  strew(brush.clip, 15, 52, (x, y, dice) => {
    if (!region.free(x, y)) return;
    const turn = dice[2] * 6.3;
    const [a, b] = [Math.cos(turn) * 6.5, Math.sin(turn) * 6.5];
    ctx.moveTo(x - a, y - b);
    ctx.bezierCurveTo(x - a - b, y - b + a, x + b * 0.6, y - a * 0.6, x + a, y + b);
  });
  ctx.strokeStyle = palette.dark ? "rgba(12,16,8,.75)" : "rgba(38,46,20,.62)";
  ctx.lineWidth = 0.85;
  ctx.lineCap = "round";
  ctx.stroke();
}

/** Fruit trees in rows. */
export function orchard(brush: Brush, region: Region): void {
  const { clip } = brush;
  const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];
  const [wide, high] = [14.5, 12.5];
  const reach = Math.hypot(clip.width, clip.height) / 2 + 30;
  const [mx, my] = [clip.left + clip.width / 2, clip.top + clip.height / 2];
  const [cx, cy] = [(mx * cos + my * sin) / wide, (my * cos - mx * sin) / high];
  stamping(brush, (cut) => {
    const kind = crowns(cut, brush, "fruit", FRUIT, 4.8, 1);
    for (let row = Math.floor(cy - reach / high); row <= cy + reach / high; row++) {
      for (let column = Math.floor(cx - reach / wide); column <= cx + reach / wide; column++) {
        const [across, down] = [(column + (row & 1) / 2) * wide, row * high];
        const [x, y] = [across * cos - down * sin, across * sin + down * cos];
        if (region.free(x, y)) kind(part(column, row))(x, y);
      }
    }
  });
}

const FRUIT: readonly Leaves[] = [
  { crown: ["#8fae62", "#475f36"], light: ["#b9cf8b", "#64804c"], ink: ["#587a3c", "#24351c"] },
];

/** Trees over an area map, as dense as the pattern of the ground at each point asks; on open ground they are sparse. */
export function strewTrees(brush: Brush, patternAt: (x: number, y: number) => string | null): void {
  const far = coarse(brush);
  const [light, wood, scrub]: [number, number, number][][] = [[], [], []];
  strew(brush.clip, 9.6 * far, 33, (x, y, dice) => {
    const thick = thickness(x, y);
    if (thick < 0.22) return; // nowhere do trees stand so thin
    const pattern = patternAt(x, y);
    if (pattern === null) return;
    if (pattern === "scrub") {
      if (dice[2] * 0.3 + 0.22 < thick) (dice[2] < 0.22 ? wood! : scrub!).push([x, y, dice[3]]);
    } else if (pattern === "trees" || pattern === "trees-dense" ? dice[2] * 0.3 + 0.42 < thick : thick > 0.72 && copse(x, y)) light!.push([x, y, dice[3]]);
  });
  for (const [name, looks, radius, trees] of [["sparse", LIGHT, 5.6, light!], ["scrub", SCRUB, 5, scrub!], ["deep", DEEP, 6.2, wood!]] as const) {
    clumps(brush, { name: `area-${name}`, looks, radius, inked: name !== "sparse" }, (tree) => trees.forEach((one) => tree(...one)));
  }
}
