import { expect, test } from "vitest";
import type { LogLine, RollBreakdown } from "../api/types";
import { PACES, paceOf, queued, stagesOf, timesOf } from "./rolling";
import { clatter, tick } from "./sounds";
import { USUAL } from "./settings.svelte";

const ROLL = { faces: [4, 2], modifiers: [{ value: 3, words: "lead unit", cites: [] }, { value: -1, words: "woods", cites: [] }], total: 8, result: "D" } as unknown as RollBreakdown;
const line = (number: number, roll: RollBreakdown | null = ROLL) => ({ number, roll }) as LogLine;

test("the modifiers run in one after another until the total", () => {
  expect(stagesOf(ROLL).map((stage) => stage.total)).toEqual([6, 9, 8]);
  expect(stagesOf(ROLL).at(-1)!.total).toBe(ROLL.total);
});

test("each thing comes after the one before it, the sooner the quicker the pace", () => {
  const { stages, result, over } = timesOf(ROLL, 200);
  expect([...stages, result, over]).toEqual([...stages, result, over].sort((a, b) => a - b));
  expect(timesOf(ROLL, 900).result).toBeGreaterThan(result);
  expect(timesOf(ROLL, 0).result).toBe(0);
  expect(PACES[0]).toBe(0);
});

test("who wants less movement sees the dice at once", () => {
  expect(paceOf(450, true)).toBe(0);
  expect(paceOf(450, false)).toBe(450);
});

test("rolls wait for one another, but never many of them", () => {
  expect(queued([line(1)], [line(1), line(2, null), line(3)]).map((each) => each.number)).toEqual([1, 3]);
  expect(queued([], [1, 2, 3, 4, 5].map((number) => line(number))).map((each) => each.number)).toEqual([3, 4, 5]);
});

test("sounds are short and soft, more dice clatter more, and all is off until it is wished", () => {
  for (const note of [...clatter(1), ...clatter(6), ...tick(1), ...tick(-1)]) {
    expect(note.at + note.long).toBeLessThan(0.8);
    expect(note.loud).toBeLessThanOrEqual(0.2);
  }
  expect(clatter(4).length).toBeGreaterThan(clatter(1).length);
  expect(tick(1)[0]!.pitch).toBeGreaterThan(tick(-1)[0]!.pitch);
  expect(USUAL.diceSound).toBe(false);
});
