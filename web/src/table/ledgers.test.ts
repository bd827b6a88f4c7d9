import { expect, it } from "vitest";

import type { Ledger, LogLine, RollLedger } from "../api/types";
import { addsTo, chartsOf, decidingLine, isParty, lastRoll, sameOdds, toneOf } from "./ledgers";

const line = (number: number, result?: string): LogLine => ({
  number, moment: 0, heading: "", words: "", places: [], pieces: [], undoes: null, roll: result === undefined ? null : ({ result } as RollLedger),
});
const LEDGER = { results: [{ word: "D/-" }, { word: "-/1" }] } as Ledger;

it("finds the roll that decided a fight: after it was begun, with one of its results", () => {
  const log = [line(0, "D/-"), line(1), line(2, ""), line(3, "R"), line(4, "-/1"), line(5, "D/-")];
  expect(decidingLine({ ledger: LEDGER, from: 1 }, log)?.number).toBe(4);
  expect(decidingLine({ ledger: LEDGER, from: 6 }, log)).toBeUndefined();
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
  const of = (chart: string) => ({ lines: [{ chart, row: -1, column: 1 }] }) as Ledger;
  const ledgers = new Map([[3, of("old")], [7, of("new")]]);
  expect(chartsOf(of("asked"), line(3, "R"), ledgers)).toEqual({ lines: of("asked").lines, roll: null });
  expect(chartsOf(null, line(3, "R"), ledgers)).toEqual({ lines: of("old").lines, roll: { result: "R" } });
  expect(chartsOf(null, line(9, "R"), ledgers)).toEqual({ lines: of("new").lines, roll: null });
  expect(chartsOf(null, null, new Map())).toEqual({ lines: [], roll: null });
});

it("colours a sum by its sign", () => {
  expect([2, -1, 0].map(toneOf)).toEqual(["plus", "minus", ""]);
});

it("knows whether the same fight has the same odds, and whether sets of counters are the same", () => {
  const ledger = { title: "Attack", strengths: [{ seat: "red", value: 3 }], column: "2-1", modifier: 1, results: [], verdict: "Good" } as unknown as Ledger;
  expect(sameOdds(ledger, { ...ledger, verdict: "Fair" })).toBe(true);
  expect(sameOdds(ledger, { ...ledger, modifier: 2 })).toBe(false);
  expect(sameOdds(ledger, { ...ledger, title: "Another" })).toBe(false);
  expect([isParty(["a", "b"], ["b", "a"]), isParty(["a"], ["a", "b"]), isParty([], [])]).toEqual([true, false, true]);
});
