/** What a browser knows of a game, and how a message of the server changes it. Pure, so that it can be tested. */

import type { ChatLine, FromServer, LogLine, Refusal, Table } from "../api/types";

export interface Known {
  table: Table | null;
  log: LogLine[];
  chat: ChatLine[];
  thinking: string[];
  refusal: Refusal | null;
}

export const NOTHING: Known = { table: null, log: [], chat: [], thinking: [], refusal: null };

export function apply(known: Known, message: FromServer): Known {
  switch (message.type) {
    case "update":
      return {
        ...known,
        table: { ...(known.table ?? ({} as Table)), ...message.parts },
        log: merged(known.log, message.log),
      };
    case "chat":
      return { ...known, chat: merged(known.chat, message.lines) };
    case "thinking":
      return { ...known, thinking: message.seats };
    case "refused":
      return { ...known, refusal: message.refusal };
  }
}

/** Lines in their order, each once; what comes again replaces what was there. */
export function merged<Numbered extends { number: number }>(old: Numbered[], fresh: Numbered[]): Numbered[] {
  if (!fresh.length) return old;
  const last = old.at(-1);
  if (!last || fresh[0]!.number > last.number) return [...old, ...fresh];
  const all = new Map(old.map((line) => [line.number, line]));
  for (const line of fresh) all.set(line.number, line);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** From where on log lines are still to be sent. */
export function since(log: LogLine[]): number {
  const last = log.at(-1);
  return last ? last.number + 1 : 0;
}

// ---------------------------------------------------------------- whose turn

export type Standing = "yours" | "waiting" | "over" | "watching";

/** Whether the rules themselves decide for a side: then much happens between two choices of ours. */
export function hasAutomaton(table: Table | null): boolean {
  return table?.sides?.some((side) => !side.seats.length) === true;
}

/** How it stands for the seat that looks. */
export function standing(table: Table): Standing {
  if (table.over || table.earlier) return "over";
  if (table.seat === null) return "watching";
  if (table.decision) return "yours";
  return "waiting";
}

/** Seats as people speak of them: "the Reds and the Blues". */
export function armies(table: Table, names: string[], and: (first: string, last: string) => string): string {
  const said = names.map((name) => table.seats.find((seat) => seat.name === name)?.army ?? name);
  return said.length < 2 ? (said[0] ?? "") : and(said.slice(0, -1).join(", "), said.at(-1)!);
}

/** What counters of one's own are marked with: one's side, or one's army. */
export function ownSides(table: Table): string[] {
  const { seat, sides } = table;
  return seat === null ? [] : [seat, ...sides.filter((side) => side.seats.includes(seat)).map((side) => side.name)];
}
