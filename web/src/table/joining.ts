/** Taking a seat by an invitation: with a key of this browser, so that it gets the same seat again if the answer was lost. */

import { api } from "../api/client";
import type { Invitation } from "../api/types";
import { recall, remember } from "./local_storage";
import { keep, myGame, type MyGame } from "./mygames";
import { randomKey } from "./session.svelte";

const KEY = "grognard.joining";
const KEPT = 60;

type Kept = [invitation: string, key: string][];

function kept(): Kept {
  const found = recall<Kept>(KEY, []);
  return Array.isArray(found) ? found.filter((each) => Array.isArray(each) && each.length === 2) : [];
}

/** The key with which this browser took a seat by this invitation, or tried to. */
export function keyOf(invitation: string): string | undefined {
  return kept().find(([known]) => known === invitation)?.[1];
}

function keyFor(invitation: string): string {
  const key = keyOf(invitation) ?? randomKey();
  remember(KEY, [[invitation, key], ...kept().filter(([known]) => known !== invitation)].slice(0, KEPT));
  return key;
}

/** Take the seat, and remember that it is ours. `offered` is not known when a seat is taken again. */
export async function takeSeat(game: string, invitation: string, offered: Invitation | null, now = new Date()): Promise<string> {
  const known = myGame(game);
  const taken = await api.takeSeat(game, known?.seats[0]?.token ?? null, invitation, keyFor(invitation));
  const { removed, ...mine }: MyGame = known ?? { game, scenario: offered?.scenario ?? "", title: offered?.title ?? "", seats: [], friends: {}, seen: "", when: "", standing: "new" };
  const { [taken.seat]: _, ...invitations } = mine.invitations ?? {};
  const others = mine.seats.filter((seat) => seat.name !== taken.seat);
  keep({ ...mine, seats: [...others, { name: taken.seat, token: taken.token }], invitations, seen: now.toISOString() });
  return taken.token;
}
