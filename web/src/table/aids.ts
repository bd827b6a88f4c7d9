/** What helps to answer a question. Pure, so that it can be tested. */

import type { Counter, Pieces, Question } from "../api/types";

/** The counter that is about to be placed: the one that the question, or the player, means and that lies beside the map. */
export function beingPlaced(question: Question | null, pieces: Pieces | undefined, meant: string | null): Counter | null {
  const piece = meant ?? question?.pieces?.[0];
  if (!question || !piece) return null;
  return pieces?.trays.flatMap((tray) => tray.counters).find((counter) => counter.id === piece) ?? null;
}

/** Whether choices are sealed in a fight that is being fought out. */
export function sealedFight(question: Question | null): boolean {
  return !!question?.sealed && !!question.fights?.some((fight) => fight.now);
}
