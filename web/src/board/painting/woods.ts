/** Woods: crowns of trees that throw a shadow, thin or dense, and thickets of scrub. */

import type { Brush } from "./brush";
import { chances } from "./chance";
import { toned, type Tone } from "./palette";
import { stamper, type Stamp } from "./stamps";
import { registerTerrain, strew, type Region } from "./terrains";

/** The colours of a tree: its crown, its lit side, its ink. */
interface Leaves {
  crown: Tone;
  light: Tone;
  ink: Tone;
}

const SHADE: Tone = ["rgba(52,58,22,.26)", "rgba(0,0,0,.42)"];

/** The wavy outline of a crown of some radius. */
function outline(ctx: CanvasRenderingContext2D, radius: number, dice: () => number): void {
  const lobes = 6 + Math.floor(dice() * 3);
  const start = dice() * 6.3;
  const ends = Array.from({ length: lobes }, (_, i) => {
    const turn = start + ((i + (dice() - 0.5) * 0.35) / lobes) * Math.PI * 2;
    return [turn, radius * (0.82 + dice() * 0.18)] as const;
  });
  ctx.beginPath();
  ends.forEach(([turn, far], i) => {
    const [next, nextFar] = ends[(i + 1) % lobes]!;
    const onward = next < turn ? next + Math.PI * 2 : next;
    const out = Math.max(far, nextFar) * 1.28;
    if (i === 0) ctx.moveTo(Math.cos(turn) * far, Math.sin(turn) * far * 0.92);
    const half = (turn + onward) / 2;
    ctx.quadraticCurveTo(Math.cos(half) * out, Math.sin(half) * out * 0.92, Math.cos(next) * nextFar, Math.sin(next) * nextFar * 0.92);
  });
  ctx.closePath();
}

/** A leafy tree from above and a little from the south, lit from the north-west. */
export function crown(name: string, leaves: Leaves, dark: boolean, radius: number): Stamp {
  return {
    name,
    reach: radius * 1.75,
    draw(ctx) {
      const shape = () => outline(ctx, radius, chances(name));
      ctx.save();
      ctx.translate(radius * 0.34, radius * 0.42);
      ctx.scale(1.05, 0.95);
      shape();
      ctx.fillStyle = toned(SHADE, dark);
      ctx.fill();
      ctx.restore();
      shape();
      const glow = ctx.createRadialGradient(-radius * 0.4, -radius * 0.45, radius * 0.1, 0, 0, radius * 1.15);
      glow.addColorStop(0, toned(leaves.light, dark));
      glow.addColorStop(0.55, toned(leaves.crown, dark));
      glow.addColorStop(1, toned(leaves.crown, dark));
      ctx.fillStyle = glow;
      ctx.fill();
      ctx.strokeStyle = toned(leaves.ink, dark);
      ctx.lineWidth = radius * 0.13;
      ctx.stroke();
      const dice = chances(`${name} leaves`);
      ctx.beginPath();
      for (let i = 0; i < 3; i++) {
        const [x, y] = [(dice() - 0.35) * radius * 0.9, (dice() - 0.35) * radius * 0.9];
        ctx.moveTo(x - radius * 0.2, y);
        ctx.quadraticCurveTo(x, y + radius * 0.28, x + radius * 0.24, y - radius * 0.06);
      }
      ctx.lineWidth = radius * 0.1;
      ctx.lineCap = "round";
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

const LIGHT: readonly Leaves[] = [
  { crown: ["#a9bf86", "#43583f"], light: ["#cbd8aa", "#5b7253"], ink: ["#728a55", "#2b3c2a"] },
  { crown: ["#9fb77d", "#3d523b"], light: ["#c0d19f", "#536a4d"], ink: ["#6a834f", "#273827"] },
  { crown: ["#b5c690", "#4a5d43"], light: ["#d5dfb5", "#647a58"], ink: ["#7d925e", "#303f2c"] },
];
const DEEP: readonly Leaves[] = [
  { crown: ["#6f9159", "#2c4532"], light: ["#93b078", "#436148"], ink: ["#3f5c37", "#172a1f"] },
  { crown: ["#648650", "#283f2e"], light: ["#86a56c", "#3c5941"], ink: ["#38532f", "#14261b"] },
  { crown: ["#7c9b64", "#314b37"], light: ["#9fb985", "#4b6a4f"], ink: ["#48663e", "#1a2e22"] },
];
const NEEDLES: Leaves = { crown: ["#527349", "#24402f"], light: ["#7f9f6c", "#3f5f49"], ink: ["#2f4a2c", "#12241a"] };
const SCRUB: readonly Leaves[] = [
  { crown: ["#66763f", "#3a4526"], light: ["#8d9a5c", "#566238"], ink: ["#333f1e", "#191f10"] },
  { crown: ["#59693a", "#333f24"], light: ["#7d8b53", "#4c5934"], ink: ["#2b371b", "#151b0e"] },
  { crown: ["#717f49", "#424c2b"], light: ["#99a568", "#5f6a3f"], ink: ["#3b4724", "#1d2413"] },
];

/** A few crowns of every colour. */
function crowns(brush: Brush, name: string, leaves: readonly Leaves[], radius: number) {
  const kinds = leaves.flatMap((look, i) =>
    [0, 1, 2].map((variant) => stamper(brush, crown(`${name}-${i}-${variant}`, look, brush.palette.dark, radius))),
  );
  return (dice: number) => kinds[Math.floor(dice * kinds.length)]!;
}

/** From afar fewer and larger trees stand for many. */
function coarse({ scale }: Brush): number {
  return scale < 0.22 ? 2 : scale < 0.42 ? 1.4 : 1;
}

/** Open woods: trees singly and in groups, glades between them. */
function woods(brush: Brush, region: Region): void {
  const kind = crowns(brush, "leafy", LIGHT, 6.4);
  const far = coarse(brush);
  strew(brush.clip, 13.4 * far, 31, (x, y, dice) => {
    const group = glade(x, y);
    if (dice[2] > group || !region.free(x, y)) return;
    kind(dice[3])(x, y, (0.78 + dice[2] * 0.5) * far);
  });
}

/** How likely a tree stands at a point: trees draw together. */
function glade(x: number, y: number): number {
  const wave = Math.sin(x * 0.043 + Math.sin(y * 0.031) * 1.7) + Math.sin(y * 0.049 + Math.sin(x * 0.027) * 1.9);
  return 0.6 + wave * 0.17;
}

/** Deep woods: crown by crown, pines among them. */
function deepWoods(brush: Brush, region: Region): void {
  const kind = crowns(brush, "deep", DEEP, 6.8);
  const needles = stamper(brush, pine("pine", NEEDLES, brush.palette.dark, 10));
  const far = coarse(brush);
  strew(brush.clip, 10.6 * far, 41, (x, y, dice) => {
    if (!region.free(x, y)) return;
    if (dice[3] > 0.8) needles(x, y - 2, (0.85 + dice[2] * 0.35) * far);
    else kind(dice[3] / 0.8)(x, y, (0.8 + dice[2] * 0.4) * far);
  });
}

/** Stunted oaks and thorns, grown into one another. */
function tangle(brush: Brush, region: Region): void {
  const kind = crowns(brush, "scrub", SCRUB, 4.8);
  const far = coarse(brush);
  strew(brush.clip, 8.2 * far, 51, (x, y, dice) => {
    if (region.free(x, y)) kind(dice[3])(x, y, (0.75 + dice[2] * 0.55) * far);
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
  const kind = crowns(brush, "fruit", FRUIT, 4.6);
  const { clip } = brush;
  const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];
  const [wide, high] = [14.5, 12.5];
  const reach = Math.hypot(clip.width, clip.height) / 2 + 30;
  const [mx, my] = [clip.left + clip.width / 2, clip.top + clip.height / 2];
  const [cx, cy] = [(mx * cos + my * sin) / wide, (my * cos - mx * sin) / high];
  for (let row = Math.floor(cy - reach / high); row <= cy + reach / high; row++) {
    for (let column = Math.floor(cx - reach / wide); column <= cx + reach / wide; column++) {
      const [across, down] = [(column + (row & 1) / 2) * wide, row * high];
      const [x, y] = [across * cos - down * sin, across * sin + down * cos];
      if (region.free(x, y)) kind((((column * 7 + row * 3) % 9) + 9) % 9 / 9)(x, y);
    }
  }
}

const FRUIT: readonly Leaves[] = [{ crown: ["#8fae62", "#475f36"], light: ["#b9cf8b", "#64804c"], ink: ["#587a3c", "#24351c"] }];

for (const word of ["forest", "woods"]) registerTerrain(word, { order: 40, wash: ["#d5dcb3", "#353f32"], texture: woods });
registerTerrain("heavy_forest", { order: 50, wash: ["#9fb584", "#26362a"], texture: deepWoods });
registerTerrain("thicket", { order: 60, wash: ["#87935a", "#353d26"], texture: tangle });
registerTerrain("orchard", { order: 20, wash: ["#dde2ae", "#3c4531"], edge: ["#a7b373", "#586344"], texture: orchard });

/** Trees over an area map, as dense as the ground at each point asks. */
export function strewTrees(brush: Brush, groundAt: (x: number, y: number) => "open" | "woods" | "thicket" | null): void {
  const far = coarse(brush);
  const light = crowns(brush, "leafy", LIGHT, 6.4);
  const deep = crowns(brush, "deep", DEEP, 6.8);
  const scrub = crowns(brush, "scrub", SCRUB, 4.8);
  strew(brush.clip, 11 * far, 33, (x, y, dice) => {
    const ground = groundAt(x, y);
    if (ground === "open" && dice[2] < 0.03 + (glade(x, y) > 0.78 ? 0.12 : 0)) light(dice[3])(x, y, (0.7 + dice[3] * 0.3) * far);
    else if (ground === "woods" && dice[2] < glade(x, y) * 0.62) light(dice[3])(x, y, (0.75 + dice[3] * 0.4) * far);
    else if (ground === "thicket" && dice[2] < 0.72) (dice[2] < 0.25 ? deep : scrub)(dice[3])(x, y, (0.85 + dice[3] * 0.35) * far);
  });
}
