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
  };
}

/** Which of the links stay here, and which are for others. */
export function seated(card: ScenarioCard, manner: Manner, wishes: Wishes, table: NewTable, now = new Date()): MyGame {
  const mine = (name: string): boolean => manner === "hotseat" || name === wishes.side;
  const links = Object.entries(table.links);
  return {
    game: table.game,
    scenario: card.id,
    title: card.title,
    seats: links.filter(([name]) => mine(name)).map(([name, token]) => ({ name, token })),
    friends: Object.fromEntries(links.filter(([name]) => !mine(name))),
    seen: now.toISOString(),
    when: "",
    standing: "new",
  };
}

export async function begin(card: ScenarioCard, manner: Manner, wishes: Wishes): Promise<MyGame> {
  const mine = seated(card, manner, wishes, await api.create(orderFor(card, manner, wishes)));
  keep(mine);
  return mine;
}
