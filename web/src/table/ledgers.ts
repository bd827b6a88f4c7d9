/** The ledger of a fight stands again beside the roll that decided it. */

import type { ChartLine, Ledger, LogLine, RollLedger } from "../api/types";

/** A ledger that was seen before a fight, and from which line of the log on its roll may come. */
export interface Awaiting {
  ledger: Ledger;
  from: number;
}

/** The line whose roll decided the fight: the first after it was begun that led to one of its results. */
export function decidingLine(awaiting: Awaiting, log: LogLine[]): LogLine | undefined {
  const results = new Set(awaiting.ledger.results.map((result) => result.word));
  return log.find((line) => line.number >= awaiting.from && line.roll !== null && results.has(line.roll.result));
}

/** The last roll, if it is not long ago. */
export function lastRoll(log: LogLine[], within: number): LogLine | undefined {
  return log.slice(-within).findLast((line) => line.roll !== null);
}

/** Whether words say more than the result does itself: it may be a word already, and not a code. */
export function addsTo(result: string, words: string): boolean {
  const isWord = /^[a-z]{3,}/.test(result);
  return words !== "" && !(isWord && words.toLowerCase().includes(result)) && words.toLowerCase() !== result.toLowerCase();
}

/** What is looked at when charts are opened: the fight that is asked about, the roll that is open, or the last that was decided. */
export function chartsOf(
  asked: Ledger | null | undefined,
  rolled: LogLine | null,
  ledgers: ReadonlyMap<number, Ledger>,
): { lines: ChartLine[]; roll: RollLedger | null } {
  if (asked) return { lines: asked.lines, roll: null };
  const number = rolled && ledgers.has(rolled.number) ? rolled.number : Math.max(...ledgers.keys());
  return { lines: ledgers.get(number)?.lines ?? [], roll: rolled?.number === number ? rolled.roll : null };
}

/** How a number with a sign is coloured. */
export function toneOf(value: number): "plus" | "minus" | "" {
  return value > 0 ? "plus" : value < 0 ? "minus" : "";
}

/** Whether two sets of counters are the same. */
export function isParty(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((piece) => other.includes(piece));
}

/** Whether two ledgers say the same of the same fight: what was agreed to once need not be asked about again. */
export function sameOdds(one: Ledger, other: Ledger): boolean {
  const said = ({ title, strengths, column, modifier, results }: Ledger): string => JSON.stringify([title, strengths, column, modifier, results]);
  return said(one) === said(other);
}
