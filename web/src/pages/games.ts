/** The list of games. */

import type { ScenarioCard } from "../api/types";
import { together } from "../table/together";

/** The games, the easier first, because newcomers begin at the top; of each the scenarios, the easier and the shorter first. */
export function byGame(cards: ScenarioCard[]): ScenarioCard[][] {
  const games = [...together(cards, (card) => card.game).values()].map((scenarios) => scenarios.toSorted((a, b) => a.difficulty - b.difficulty || a.minutes - b.minutes));
  return games.sort(([a], [b]) => a!.difficulty - b!.difficulty);
}
