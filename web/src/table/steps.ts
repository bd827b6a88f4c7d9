/**
 * Several choices as one step: the page plans them, and each is looked up in the legal list when its turn comes.
 * What has been done so is remembered, so that one undo takes back the whole step. Pure, so that it can be tested.
 */

import type { Choice, Leave, Question } from "../api/types";
import { isTwofold, leader, type Where } from "./choices";

export type Command = { do: "undo" } | { do: "action"; choice: Choice };

/** What is to be sent, given what is asked now; "skip": there is nothing to do; null: it cannot be done, and the rest is dropped. */
export type Step = (question: Question | null) => Command | "skip" | null;

function made(choice: Choice | undefined): Command | null {
  return choice ? { do: "action", choice } : null;
}

/** Get out of the question about a counter. */
export function leaving(leave: Leave): Step {
  return (question) => (leave.action ? made(question?.choices.find((choice) => choice.action === leave.action)) : { do: "undo" });
}

/** Take up a counter, if a click on it says all. */
export function picking(piece: string, where: Where): Step {
  return (question) => {
    const own = question?.choices.filter((choice) => choice.pieces.includes(piece)) ?? [];
    const one = own.length === 1 ? own[0] : leader(own);
    return one && !isTwofold(one, where) ? made(one) : null;
  };
}

export function taking(action: string): Step {
  return (question) => made(question?.choices.find((choice) => choice.action === action));
}

/** End what a counter does, unless it has ended by itself. */
export function ending(piece: string): Step {
  return (question) => {
    if (!question?.pieces?.includes(piece) || !question.leave?.action) return "skip";
    return leaving(question.leave)(question);
  };
}

/** A counter and those that go along, one after another, as far as it costs them the same; who cannot follow is put down. */
export function goingTogether(first: string, leg: Choice, others: string[], where: Where): Step[] {
  const following = (piece: string): Step => (question) => {
    const same = question?.choices.find((choice) => choice.action === leg.action && choice.cost === leg.cost);
    if (same) return made(same);
    return question?.pieces?.includes(piece) && question.leave ? leaving(question.leave)(question) : "skip";
  };
  const follow = (piece: string): Step[] => [picking(piece, where), following(piece), ending(piece)];
  return [taking(leg.action), ending(first), ...others.flatMap(follow)];
}

// ---------------------------------------------------------------- what one undo takes back

/** So many choices were made as one step, and the game stood there after them. */
export interface Taken {
  seq: number;
  count: number;
}

/** After a choice: made by itself, or together with the one before. */
export function noted(taken: Taken[], before: number, seq: number, joins: boolean): Taken[] {
  const last = taken.at(-1);
  if (!last || last.seq !== before) return [{ seq, count: 1 }];
  return joins ? [...taken.slice(0, -1), { seq, count: last.count + 1 }] : [...taken, { seq, count: 1 }];
}

/** After one choice was taken back. */
export function undone(taken: Taken[], before: number, seq: number): Taken[] {
  const last = taken.at(-1);
  if (!last || last.seq !== before) return [];
  const rest = taken.slice(0, -1);
  if (last.count > 1) return [...rest, { seq, count: last.count - 1 }];
  const top = rest.at(-1);
  return top ? [...rest.slice(0, -1), { ...top, seq }] : [];
}

/** How many choices the next undo takes back. */
export function stepSize(taken: Taken[], seq: number): number {
  const last = taken.at(-1);
  return last?.seq === seq ? last.count : 1;
}
