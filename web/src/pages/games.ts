/** The list of games. */

import type { ScenarioCard } from "../api/types";
import { together } from "../table/together";

/** The scenarios of each game, the one to begin with first; games in the order in which they come. */
export function byGame(cards: ScenarioCard[]): ScenarioCard[][] {
  return [...together(cards, (card) => card.game).values()].map((scenarios) => [...scenarios].sort((a, b) => a.difficulty - b.difficulty || a.minutes - b.minutes));
}
