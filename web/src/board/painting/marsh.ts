/** Swamp: wet ground, pools, and tufts of reed. */

import type { Brush } from "./brush";
import { chances } from "./chance";
import { faintness } from "./organic";
import { toned, type Tone } from "./palette";
import { stamping, type Stamp } from "./stamps";
import { strew, type Region } from "./terrains";

const REED: Tone = ["#557a5c", "#62806a"];
const WATER: Tone = ["#6f9fb4", "#477287"];
const POOL: Tone = ["rgba(150,190,203,.75)", "rgba(46,82,100,.80)"];

/** A tuft: blades from one root, and the lines of water at its foot. */
function tuft(name: string, dark: boolean): Stamp {
  return {
    name,
    reach: 12,
    draw(ctx) {
      const dice = chances(name);
      ctx.lineCap = "round";
      ctx.beginPath();
      ctx.moveTo(-9, 2.6);
      ctx.lineTo(8, 2.6);
      ctx.moveTo(-4.5, 5);
      ctx.lineTo(5.5, 5);
      ctx.strokeStyle = toned(WATER, dark);
      ctx.lineWidth = 0.9;
      ctx.stroke();
      ctx.beginPath();
      const blades = 5 + Math.floor(dice() * 3);
      for (let i = 0; i < blades; i++) {
        const lean = ((i + 0.5) / blades - 0.5) * 2;
        const high = 5.2 + (1 - Math.abs(lean)) * 3.4 + dice() * 1.4;
        ctx.moveTo(lean * 2.6, 1.8);
        ctx.quadraticCurveTo(lean * 2.8, 1.8 - high * 0.6, lean * 6.4, 1.8 - high);
      }
      ctx.strokeStyle = toned(REED, dark);
      ctx.lineWidth = 0.95;
      ctx.stroke();
    },
  };
}

function pool(dark: boolean): Stamp {
  return {
    name: "pool",
    reach: 13,
    draw(ctx) {
      ctx.beginPath();
      ctx.ellipse(0, 0, 10, 3.8, -0.06, 0, 7);
      ctx.fillStyle = toned(POOL, dark);
      ctx.fill();
      ctx.strokeStyle = toned(WATER, dark);
      ctx.lineWidth = 0.7;
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(-4, -0.6);
      ctx.lineTo(2.5, -0.6);
      ctx.moveTo(-0.5, 1.3);
      ctx.lineTo(4.5, 1.3);
      ctx.stroke();
    },
  };
}

export function reeds(brush: Brush, region: Region): void {
  const { dark } = brush.palette;
  const far = brush.scale < 0.3 ? 1.5 : 1;
  brush.ctx.globalAlpha = 1 - 0.4 * faintness(brush.scale);
  stamping(brush, (cut) => {
    const tufts = [0, 1, 2, 3].map((i) => cut(tuft(`tuft-${i}`, dark), (0.8 + (i % 3) * 0.13) * far));
    const pools = [0.75, 1, 1.2].map((size) => cut(pool(dark), size * far));
    strew(brush.clip, 18.5 * far, 61, (x, y, dice) => {
      if (dice[3] > 0.9 || !region.free(x, y)) return;
      (dice[3] < 0.2 ? pools[Math.floor(dice[2] * 3)]! : tufts[Math.floor(dice[2] * 4)]!)(x, y);
    });
  });
  brush.ctx.globalAlpha = 1;
}
