/** What the server tells of the rules. Rules do not change: each is asked for once, in each language. */

import { ask, spoken } from "../api/client";
import type { Chart, Remarks, RuleLine, RulePage } from "../api/types";

const kept = new Map<string, Promise<unknown>>();

function once<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
  const name = `${spoken()} ${path} ${JSON.stringify(query)}`;
  const known = kept.get(name) as Promise<Answer> | undefined;
  if (known) return known;
  const asked = ask<Answer>(path, { query });
  kept.set(name, asked);
  asked.catch(() => kept.delete(name));
  return asked;
}

const named = (scenario: string): Record<string, string> => (scenario ? { scenario } : {});

export const library = {
  contents: (scenario: string) => once<RuleLine[]>("rules", named(scenario)),
  find: (words: string, scenario: string) => once<RuleLine[]>("rules", { find: words, ...named(scenario) }),
  page: (id: string, scenario: string) => once<RulePage>(`rules/${encodeURIComponent(id)}`, named(scenario)),
  charts: (scenario: string) => once<Chart[]>(`scenarios/${scenario}/charts`),
  /** This changes with every move. */
  remarks: (game: string, token: string | null, place: string, piece: string) =>
    ask<Remarks>(`games/${encodeURIComponent(game)}/remarks`, { token, query: { place, ...(piece ? { piece } : {}) } }),
};
