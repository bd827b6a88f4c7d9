/** Before an end that leaves something undone, or a choice that ends something for good: whether it is asked about. Pure. */

import type { Closing, Duty, Pieces } from "../api/types";
import type { Settings } from "./settings.svelte";

const MANY = 3; // counters that could still act from which on one may have ended too soon

export interface Undone {
  idle: string[]; // own counters that could still act
  duties: Duty[];
}

/** What an end leaves undone, if that is to be asked about: duties before a final end, many counters before any; null: it is simply the end. */
export function leftUndone(asked: Settings["ends"], closing: Closing, able: string[], pieces: Pieces, seats: readonly string[]): Undone | null {
  if (asked === "never") return null;
  const own = new Set(pieces.stacks.filter(({ side = "" }) => seats.includes(side)).flatMap((stack) => stack.counters.map((counter) => counter.id)));
  const idle = [...new Set([...able.filter((piece) => own.has(piece)), ...(closing.idle ?? [])])];
  const { duties } = closing;
  const matters = asked === "always" ? idle.length || duties.length : idle.length >= MANY || (closing.final && duties.length);
  return matters ? { idle, duties } : null;
}
