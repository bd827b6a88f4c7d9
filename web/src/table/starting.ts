/** Sitting down: who plays what when a game is begun, and how the browser remembers it. */

import { api } from "../api/client";
import type { NewGame, NewTable, ScenarioCard } from "../api/types";
import { keep, type MyGame } from "./mygames";
import { randomKey } from "./session.svelte";

export type Manner = "computer" | "friend" | "hotseat";

export const PERSON = "human";

export interface Wishes {
  side: string; // the seat that this person takes
  opponent: string; // the computer player of the others
  options: Record<string, string | number | boolean>;
}

/** What is taken for granted: the first side, the strongest opponent, the usual options. */
export function usualWishes(card: ScenarioCard): Wishes {
  return {
    side: card.seats[0]?.name ?? "",
    opponent: card.players.at(-1)?.name ?? PERSON,
    options: Object.fromEntries(card.options.map((option) => [option.name, option.value])),
  };
}

export function orderFor(card: ScenarioCard, manner: Manner, wishes: Wishes): NewGame {
  const other = manner === "computer" ? wishes.opponent : PERSON;
  const changed = card.options.filter((option) => wishes.options[option.name] !== option.value);
  return {
    scenario: card.id,
    seats: Object.fromEntries(card.seats.map((seat) => [seat.name, seat.name === wishes.side ? PERSON : other])),
    options: Object.fromEntries(changed.map((option) => [option.name, wishes.options[option.name]!])),
    nonce: randomKey(),
    invite: manner === "friend" ? card.seats.map((seat) => seat.name).filter((name) => name !== wishes.side) : [],
  };
}

/** The seats that we hold, and the invitations to the others. */
export function seated(card: ScenarioCard, table: NewTable, now = new Date()): MyGame {
  return {
    game: table.game,
    scenario: card.id,
    title: card.title,
    seats: Object.entries(table.links).map(([name, token]) => ({ name, token })),
    friends: {},
    invitations: table.invitations,
    seen: now.toISOString(),
    when: "",
    standing: "new",
  };
}

export async function begin(card: ScenarioCard, manner: Manner, wishes: Wishes): Promise<MyGame> {
  const mine = seated(card, await api.create(orderFor(card, manner, wishes)));
  keep(mine);
  return mine;
}
