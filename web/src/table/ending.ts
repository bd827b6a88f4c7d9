/** Before an end that leaves something undone: whether it is asked about, and what is named. Pure. */

import type { Closing, Duty, Pieces } from "../api/types";
import type { Settings } from "./settings.svelte";

export interface Undone {
  idle: string[]; // own counters that could still act
  duties: Duty[];
}

/** What an end leaves undone, if that is to be asked about; null: it is simply the end. */
export function leftUndone(asked: Settings["ends"], closing: Closing, able: string[], pieces: Pieces, seat: string | null): Undone | null {
  if (asked === "never" || (asked === "final" && !closing.final)) return null;
  const own = new Set(pieces.stacks.filter((stack) => stack.side === seat).flatMap((stack) => stack.counters.map((counter) => counter.id)));
  const idle = [...new Set(able)].filter((piece) => own.has(piece));
  return idle.length || closing.duties.length ? { idle, duties: closing.duties } : null;
}
