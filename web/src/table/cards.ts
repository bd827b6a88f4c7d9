/** Cards and what allies say about them: pure functions, no game. */

import type { Advice, Agreement, Card, CardTable, Choice, Table } from "../api/types";

/** The seat's own cards, face up. */
export function ownCards(table: Pick<Table, "seat" | "cards" | "sides">): Card[] {
  const side = table.sides.find((each) => table.seat !== null && each.seats.includes(table.seat));
  return table.cards?.hands.find((hand) => hand.side === side?.name)?.cards ?? [];
}

/** The choices of a question that use a card, in the order of the list. */
export function usesOf(card: Card, choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => card.actions.includes(choice.action));
}

/** Whether a question is about cards alone: everything that it offers besides bare ends uses one of them. */
export function isAboutCards(cards: readonly Card[], choices: readonly Choice[], isBare: (choice: Choice) => boolean): boolean {
  const used = new Set(cards.flatMap((card) => card.actions));
  return choices.some((choice) => used.has(choice.action)) && choices.every((choice) => used.has(choice.action) || isBare(choice));
}

/** How many cards there are in all hands, for a table that has any. */
export function held(cards: CardTable | null): number {
  return cards?.hands.reduce((sum, hand) => sum + hand.count, 0) ?? 0;
}

// ---------------------------------------------------------------- what allies propose

export type Word = "play" | "keep";
/** Nothing said; only I; only the ally; both the same; both, and not the same. */
export type Accord = "silent" | "mine" | "theirs" | "agreed" | "disputed";

export interface Talk {
  id: string;
  title: string;
  mine: Word | null;
  /** What each ally says who says anything. */
  theirs: { seat: string; word: Word }[];
  accord: Accord;
}

function said(advice: readonly Advice[], seat: string, about: string): Word | null {
  return (advice.find((each) => each.seat === seat && each.about === about)?.word as Word | undefined) ?? null;
}

/** What is said about one thing. */
export function talkAbout(table: Pick<Table, "seat" | "advice">, id: string, title: string): Talk {
  const mine = table.seat === null ? null : said(table.advice, table.seat, id);
  const theirs = table.advice.filter((each) => each.about === id && each.seat !== table.seat).map(({ seat, word }) => ({ seat, word: word as Word }));
  const words = new Set([...(mine ? [mine] : []), ...theirs.map((each) => each.word)]);
  const accord = words.size > 1 ? "disputed" : !words.size ? "silent" : mine && theirs.length ? "agreed" : mine ? "mine" : "theirs";
  return { id, title, mine, theirs, accord };
}

/** All that allies share, what they talk about first. */
export function talks(table: Pick<Table, "seat" | "advice">, agreement: Agreement): Talk[] {
  const all = agreement.subjects.map(({ id, title }) => talkAbout(table, id, title));
  return [...all.filter((talk) => talk.accord !== "silent"), ...all.filter((talk) => talk.accord === "silent")];
}

/** What waits for our answer: an ally has proposed something, and we have not said the same. */
export function proposed(table: Pick<Table, "seat" | "advice">, agreement: Agreement | null): number {
  return agreement ? talks(table, agreement).filter((talk) => talk.accord === "theirs").length : 0;
}
