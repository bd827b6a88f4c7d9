/** What a roll and a ledger say, and when they are looked at. */

import type { ChartLine, Breakdown, LogLine, RollBreakdown } from "../api/types";

/** How likely the result of a roll was. */
export function chanceOf({ forecast, roll }: LogLine): number | undefined {
  return forecast?.results.find((result) => result.word === roll?.result)?.chance;
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
  asked: Breakdown | null | undefined,
  rolled: LogLine | null,
  log: LogLine[],
): { lines: ChartLine[]; roll: RollBreakdown | null } {
  if (asked) return { lines: asked.lines, roll: null };
  const line = rolled?.forecast ? rolled : log.findLast((each) => each.forecast);
  return { lines: line?.forecast?.lines ?? [], roll: line && line.number === rolled?.number ? line.roll : null };
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
export function sameOdds(one: Breakdown, other: Breakdown): boolean {
  const said = ({ title, strengths, column, modifier, results }: Breakdown): string => JSON.stringify([title, strengths, column, modifier, results]);
  return said(one) === said(other);
}
