/** Dice that are about to be rolled. */

import type { Pool } from "../api/types";

const FACES = 6;

/** How many of the dice count on average, to one place. */
export function hitsOf({ counts_from }: Pool): string {
  const chances = counts_from.map((face) => Math.max(0, Math.min(FACES, FACES + 1 - face)) / FACES);
  return chances.reduce((sum, chance) => sum + chance, 0).toFixed(1);
}
