/** What the server tells of the past of a game. */

import { ask } from "../api/client";
import type { Fork, Moments, NewTable, Report, Table } from "../api/types";
import type { LiveDice } from "./verify";

export interface GameRecord {
  "grognard-record": number;
  dice: LiveDice;
  entries: string[];
}

const LONG = 60_000; // milliseconds: a long game is played again from its beginning
const under = (game: string, rest: string): string => `games/${encodeURIComponent(game)}/${rest}`;

export const past = {
  moments: (game: string, token: string | null) => ask<Moments>(under(game, "moments"), { token, timeout: LONG }),
  moment: (game: string, token: string | null, number: number) => ask<Table>(under(game, `moments/${number}`), { token, timeout: LONG }),
  fork: (game: string, token: string | null, fork: Fork) => ask<NewTable>(under(game, "fork"), { token, body: fork, timeout: LONG }),
  record: (game: string, token: string | null) => ask<GameRecord>(under(game, "record"), { token }),
  report: (game: string, token: string | null) => ask<Report>(under(game, "report"), { token, timeout: LONG }),
};
