/** The seals of the dice as this browser saw them first: a seal that is changed afterwards is noticed. */

import { recall, remember } from "../table/local_storage";

const KEY = "grognard.seals";
const KEPT = 200;

type Seals = [game: string, seal: string][];

function seals(): Seals {
  const found = recall<Seals>(KEY, []);
  return Array.isArray(found) ? found.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
}

export function sawSeal(game: string, seal: string): void {
  const known = seals();
  if (seal && !known.some(([other]) => other === game)) remember(KEY, [...known, [game, seal]].slice(-KEPT));
}

export function sealSeen(game: string): string | null {
  return seals().find(([other]) => other === game)?.[1] ?? null;
}
