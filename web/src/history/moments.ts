/** The moments of a game as the scrubber counts them. */

import type { Moments } from "../api/types";

export type MomentLine = Moments["moments"][number];

export interface TurnMark {
  turn: number;
  moment: number;
}

/** Where each turn begins: a mark on the slider. */
export function turnMarks(moments: MomentLine[]): TurnMark[] {
  const marks: TurnMark[] = [];
  for (const { number, turn } of moments) if (turn !== null && turn !== marks.at(-1)?.turn) marks.push({ turn, moment: number });
  return marks;
}

/** The beginning of the turn after a moment, or of the turn before it; the ends of the game beyond the last. */
export function otherTurn(moments: MomentLine[], number: number, way: 1 | -1): number {
  const starts = turnMarks(moments).map((mark) => mark.moment);
  if (way === 1) return starts.find((start) => start > number) ?? last(moments);
  return starts.findLast((start) => start < number) ?? 0;
}

/** The beginning of the phase after a moment, or of the one before it. */
export function otherPhase(moments: MomentLine[], number: number, way: 1 | -1): number {
  const starts = moments.filter((moment, place) => place === 0 || differs(moments[place - 1]!, moment)).map((moment) => moment.number);
  if (way === 1) return starts.find((start) => start > number) ?? last(moments);
  return starts.findLast((start) => start < number) ?? 0;
}

function differs(before: MomentLine, moment: MomentLine): boolean {
  return before.turn !== moment.turn || before.phase !== moment.phase;
}

export function last(moments: MomentLine[]): number {
  return moments.at(-1)?.number ?? 0;
}

/** Marks thinned out so that each has room: at most so many, evenly. */
export function thinned(marks: TurnMark[], most: number): TurnMark[] {
  if (marks.length <= most) return marks;
  const every = Math.ceil(marks.length / most);
  return marks.filter((_, place) => place % every === 0);
}

/** How far along a moment is, from 0 to 1. */
export function share(number: number, moments: MomentLine[]): number {
  const end = last(moments);
  return end ? Math.min(1, Math.max(0, number / end)) : 0;
}
