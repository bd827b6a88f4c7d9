/** Woods: crowns of trees that throw a shadow, thin or dense, and thickets of scrub. */

import type { Brush } from "./brush";
import { chances, part } from "./chance";
import { toned, type Tone } from "./palette";
import { stamping, type Press, type Stamp } from "./stamps";
import { registerTerrain, strew, type Region } from "./terrains";

/** The colours of a tree: its crown, its lit side, its ink. */
interface Leaves {
  crown: Tone;
  light: Tone;
  ink: Tone;
}

const SHADE: Tone = ["rgba(62,66,28,.20)", "rgba(0,0,0,.36)"];

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

interface Tree {
  x: number;
  y: number;
  radius: number;
  look: Leaves;
}

/** A leafy tree from above and a little from the south, lit from the north-west: two flat tones and a line of ink. */
function tree(ctx: CanvasRenderingContext2D, { x, y, radius, look: leaves }: Tree, word: string, dark: boolean): void {
  const shape = () => scallops(ctx, x, y, radius, chances(word));
  shape();
  ctx.fillStyle = toned(leaves.crown, dark);
  ctx.fill();
  ctx.save();
  ctx.clip();
  scallops(ctx, x - radius * 0.26, y - radius * 0.3, radius * 0.74, chances(`${word} light`));
  ctx.fillStyle = toned(leaves.light, dark);
  ctx.fill();
  ctx.restore();
  shape();
  ctx.strokeStyle = toned(leaves.ink, dark);
  ctx.lineWidth = Math.max(0.55, radius * 0.11);
  ctx.stroke();
  const dice = chances(`${word} leaves`);
  ctx.beginPath();
  for (let i = 0; i < 2; i++) {
    const [lx, ly] = [x + (dice() - 0.3) * radius * 0.8, y + (dice() - 0.3) * radius * 0.8];
    ctx.moveTo(lx - radius * 0.24, ly);
    ctx.quadraticCurveTo(lx, ly + radius * 0.3, lx + radius * 0.26, ly - radius * 0.08);
  }
  ctx.lineWidth = Math.max(0.4, radius * 0.08);
  ctx.lineCap = "round";
  ctx.stroke();
}

function shade(ctx: CanvasRenderingContext2D, { x, y, radius }: Tree, word: string, dark: boolean): void {
  scallops(ctx, x + radius * 0.36, y + radius * 0.42, radius * 1.02, chances(word));
  ctx.fillStyle = toned(SHADE, dark);
  ctx.fill();
}

/** One tree with its shadow. */
export function crown(name: string, leaves: Leaves, dark: boolean, radius: number): Stamp {
  return {
    name,
    reach: radius * 1.7,
    draw(ctx) {
      const one = { x: 0, y: 0, radius, look: leaves };
      shade(ctx, one, name, dark);
      tree(ctx, one, name, dark);
    },
  };
}

/** A few trees that stand together, the nearer before the farther. */
function grove(name: string, leaves: readonly Leaves[], dark: boolean, radius: number, count: number): Stamp {
  return {
    name,
    reach: radius * 3.4,
    draw(ctx) {
      const dice = chances(name);
      const trees = Array.from({ length: count }, (_, i): Tree => {
        const turn = dice() * 6.3;
        const far = i === 0 ? 0 : radius * (0.95 + dice() * 0.65);
        const own = radius * (0.72 + dice() * 0.36);
        const look = leaves[Math.floor(dice() * leaves.length)]!;
        return { x: Math.cos(turn) * far * 1.15, y: Math.sin(turn) * far * 0.8, radius: own, look };
      }).sort((a, b) => a.y - b.y);
      trees.forEach((one, i) => shade(ctx, one, `${name} ${i}`, dark));
      trees.forEach((one, i) => tree(ctx, one, `${name} ${i}`, dark));
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

const LIGHT: readonly Leaves[] = [
  { crown: ["#aabc88", "#42563f"], light: ["#c6d3a4", "#566b4f"], ink: ["#76895a", "#263526"] },
  { crown: ["#a2b682", "#3d503b"], light: ["#bccb9c", "#506549"], ink: ["#6e8354", "#233223"] },
  { crown: ["#b4c391", "#495b43"], light: ["#cfdab0", "#5f7454"], ink: ["#80925f", "#2b3929"] },
];
const DEEP: readonly Leaves[] = [
  { crown: ["#738f5e", "#2c4433"], light: ["#8da676", "#3d5a43"], ink: ["#48603d", "#14251b"] },
  { crown: ["#6a8657", "#283e2f"], light: ["#829c6c", "#37523d"], ink: ["#415937", "#112118"] },
  { crown: ["#7f9968", "#324a39"], light: ["#9ab182", "#45624a"], ink: ["#506843", "#182a1f"] },
];
const NEEDLES: Leaves = { crown: ["#5b7850", "#26402f"], light: ["#7e9a6b", "#3c5b46"], ink: ["#36502f", "#102118"] };
const SCRUB: readonly Leaves[] = [
  { crown: ["#69774a", "#3b4529"], light: ["#838f5c", "#4d5835"], ink: ["#3c4726", "#181e10"] },
  { crown: ["#5f6d42", "#353f26"], light: ["#78854f", "#465131"], ink: ["#343f20", "#141a0d"] },
  { crown: ["#748152", "#424c2e"], light: ["#8f9a67", "#565f3c"], ink: ["#444f2b", "#1c2313"] },
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

/** Groves of one to four trees. */
function groves(cut: Cut, { palette: { dark } }: Brush, name: string, leaves: readonly Leaves[], radius: number, far: number) {
  return assorted(cut, 8, far, (i) => grove(`${name}-${i}`, leaves, dark, radius, 1 + (i % 4)));
}

/** From afar fewer and larger trees stand for many. */
function coarse({ scale }: Brush): number {
  return scale < 0.2 ? 2.2 : scale < 0.36 ? 1.6 : scale < 0.7 ? 1.25 : 1;
}

/** Open woods: trees singly and in groves, glades between them. */
function woods(brush: Brush, region: Region): void {
  const far = coarse(brush);
  stamping(brush, (cut) => {
    const kind = groves(cut, brush, "leafy", LIGHT, 6, far);
    strew(brush.clip, 20 * far, 31, (x, y, dice) => {
      if (dice[2] < glade(x, y) && region.free(x, y)) kind(dice[3])(x, y);
    });
  });
}

/** How likely a tree stands at a point: trees draw together. */
function glade(x: number, y: number): number {
  const wave = Math.sin(x * 0.033 + Math.sin(y * 0.023) * 1.9) + Math.sin(y * 0.039 + Math.sin(x * 0.019) * 2.1);
  return 0.8 + wave * 0.14;
}

/** Deep woods: crown by crown, pines among them. */
function deepWoods(brush: Brush, region: Region): void {
  const far = coarse(brush);
  stamping(brush, (cut) => {
    const kind = crowns(cut, brush, "deep", DEEP, 6.8, far);
    const needles = assorted(cut, 1, far, () => pine("pine", NEEDLES, brush.palette.dark, 10));
    strew(brush.clip, 10.6 * far, 41, (x, y, dice) => {
      if (!region.free(x, y)) return;
      if (dice[3] > 0.8) needles(dice[2])(x, y - 2);
      else kind(dice[3] / 0.8)(x, y);
    });
  });
}

/** Stunted oaks and thorns, grown into one another. */
function tangle(brush: Brush, region: Region): void {
  const far = coarse(brush);
  stamping(brush, (cut) => {
    const kind = crowns(cut, brush, "scrub", SCRUB, 4.8, far);
    strew(brush.clip, 8.2 * far, 51, (x, y, dice) => {
      if (region.free(x, y)) kind(dice[3])(x, y);
    });
  });
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
function orchard(brush: Brush, region: Region): void {
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

for (const word of ["forest", "woods"]) {
  registerTerrain(word, { order: 40, wash: ["#d5dcb3", "#353f32"], edge: ["#bac795", "#44513d"], texture: woods });
}
registerTerrain("heavy_forest", { order: 50, wash: ["#a3b68a", "#26362a"], texture: deepWoods });
registerTerrain("thicket", { order: 60, wash: ["#87935a", "#353d26"], texture: tangle });
registerTerrain("orchard", { order: 20, wash: ["#dde2ae", "#3c4531"], edge: ["#a7b373", "#586344"], texture: orchard });

/** Trees over an area map, as dense as the ground at each point asks. */
export function strewTrees(brush: Brush, groundAt: (x: number, y: number) => "open" | "woods" | "thicket" | null): void {
  const far = coarse(brush);
  stamping(brush, (cut) => {
    const light = crowns(cut, brush, "sparse", LIGHT, 5.6, far);
    const deep = crowns(cut, brush, "deep", DEEP, 6.4, far);
    const scrub = crowns(cut, brush, "scrub", SCRUB, 4.8, far);
    strew(brush.clip, 11 * far, 33, (x, y, dice) => {
      if (dice[2] > 0.72) return; // nowhere is it denser
      const ground = groundAt(x, y);
      if (ground === "open" && dice[2] < 0.03 + (glade(x, y) > 0.86 ? 0.12 : 0)) light(dice[3])(x, y);
      else if (ground === "woods" && dice[2] < glade(x, y) * 0.56) light(dice[3])(x, y);
      else if (ground === "thicket") (dice[2] < 0.25 ? deep : scrub)(dice[3])(x, y);
    });
  });
}
