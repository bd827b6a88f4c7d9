import { expect, it } from "vitest";

import type { Breakdown, LogLine, RollBreakdown } from "../api/types";
import { addsTo, chanceOf, chartsOf, isParty, lastRoll, sameOdds, toneOf } from "./breakdowns";

const line = (number: number, result?: string): LogLine => ({
  number, moment: 0, heading: "", words: "", places: [], pieces: [], undoes: null, roll: result === undefined ? null : ({ result } as RollBreakdown),
});

it("knows how likely the result of a roll was, if it was forecast", () => {
  const forecast = { results: [{ word: "D/-", chance: 0.3 }, { word: "R", chance: 0.7 }] } as Breakdown;
  expect(chanceOf({ ...line(0, "R"), forecast })).toBe(0.7);
  expect([chanceOf({ ...line(0, "miss"), forecast }), chanceOf(line(0, "R")), chanceOf({ ...line(0), forecast })]).toEqual([undefined, undefined, undefined]);
});

it("knows the last roll, but not one of long ago", () => {
  const log = [line(0, "D/-"), line(1, ""), line(2), line(3)];
  expect(lastRoll(log, 3)?.number).toBe(1);
  expect(lastRoll(log, 2)).toBeUndefined();
});

it("knows whether words add to a result", () => {
  expect(addsTo("R", "The target retreats a hex")).toBe(true);
  expect(addsTo("miss", "A miss")).toBe(false);
  expect(addsTo("PIN", "")).toBe(false);
  expect(addsTo("2-1", "2-1")).toBe(false);
});

it("reads the charts for the fight that is asked about, else for the roll that is looked at or was the last", () => {
  const of = (chart: string) => ({ lines: [{ chart, row: -1, column: 1 }] }) as Breakdown;
  const log = [{ ...line(3, "R"), forecast: of("old") }, line(5), { ...line(7, "D"), forecast: of("new") }, line(9, "R")];
  expect(chartsOf(of("asked"), log[0]!, log)).toEqual({ lines: of("asked").lines, roll: null });
  expect(chartsOf(null, log[0]!, log)).toEqual({ lines: of("old").lines, roll: { result: "R" } });
  expect(chartsOf(null, log[3]!, log)).toEqual({ lines: of("new").lines, roll: null });
  expect(chartsOf(null, null, [])).toEqual({ lines: [], roll: null });
});

it("colours a sum by its sign", () => {
  expect([2, -1, 0].map(toneOf)).toEqual(["plus", "minus", ""]);
});

it("knows whether the same fight has the same odds, and whether sets of counters are the same", () => {
  const ledger = { title: "Attack", strengths: [{ seat: "red", value: 3 }], column: "2-1", modifier: 1, results: [], verdict: "Good" } as unknown as Breakdown;
  expect(sameOdds(ledger, { ...ledger, verdict: "Fair" })).toBe(true);
  expect(sameOdds(ledger, { ...ledger, modifier: 2 })).toBe(false);
  expect(sameOdds(ledger, { ...ledger, title: "Another" })).toBe(false);
  expect([isParty(["a", "b"], ["b", "a"]), isParty(["a"], ["a", "b"]), isParty([], [])]).toEqual([true, false, true]);
});
