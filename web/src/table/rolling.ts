/** A roll as it is watched: the dice fall, the modifiers run in one after another, then the result. Pure, so that it can be tested. */

import type { LogLine, ModifierLine, RollBreakdown } from "../api/types";

/** Milliseconds for each thing of a roll that is shown; 0: all of it at once, beside the question only. */
export const PACES = [0, 200, 450, 900] as const;
const FALLING = 3; // the dice fall for so many of them
const HELD = 4; // and what came of them stands for so many
const SHORTEST = 1200; // but never shorter than this, in milliseconds
const MOST = 3; // rolls that wait to be shown; of more, the last

/** One thing that is shown: the sum so far, and the modifier that made it. */
export interface Stage {
  total: number;
  modifier: ModifierLine | null;
}

/** The sums of a roll: of the dice alone, then with each modifier. */
export function stagesOf(roll: RollBreakdown): Stage[] {
  let total = roll.faces.reduce((sum, face) => sum + face, 0);
  return [{ total, modifier: null }, ...roll.modifiers.map((modifier) => ({ total: (total += modifier.value), modifier }))];
}

/** When each stage comes after the dice were thrown, when the result does, and when all is put away, in milliseconds. */
export function timesOf(roll: RollBreakdown, pace: number): { stages: number[]; result: number; over: number } {
  const stages = stagesOf(roll).map((_, place) => (FALLING + place) * pace);
  const result = stages.at(-1)! + pace;
  return { stages, result, over: result + Math.max(HELD * pace, SHORTEST) };
}

/** The pace at which dice are shown: with reduced motion, at once. */
export function paceOf(wished: number, still: boolean): number {
  return still ? 0 : wished;
}

/** The rolls among lines that are to be watched, after those that wait already. */
export function queued(waiting: readonly LogLine[], lines: readonly LogLine[]): LogLine[] {
  const fresh = lines.filter((line) => line.roll !== null && !waiting.some((other) => other.number === line.number));
  return [...waiting, ...fresh].slice(-MOST);
}
