import { expect, it } from "vitest";

import type { LogLine } from "../api/types";
import { untilFallen, withoutUndone } from "./logbook";

const line = (number: number, moment: number, words: string, more: Partial<LogLine> = {}): LogLine => ({
  number, moment, heading: "", words, places: [], pieces: [], roll: null, undoes: null, ...more,
});
const BACK = "They took it back";

it("folds what was taken back into one quiet line", () => {
  const log = [line(0, 1, "a"), line(1, 2, "b"), line(2, 3, "c"), line(3, 4, BACK, { undoes: 3 }), line(4, 5, BACK, { undoes: 2 }), line(5, 6, "d")];
  const shown = withoutUndone(log);
  expect(shown.map((each) => each.words)).toEqual(["a", BACK, "d"]);
  expect(shown[1]!.undone!.times).toBe(2);
  expect(shown[1]!.undone!.lines.map((each) => each.words)).toEqual(["b", "c"]);
});

it("keeps apart what was taken back at different times", () => {
  const log = [line(0, 1, "a"), line(1, 2, BACK, { undoes: 1 }), line(2, 3, "b"), line(3, 4, "c"), line(4, 5, BACK, { undoes: 4 })];
  expect(withoutUndone(log).map((each) => each.words)).toEqual([BACK, "b", BACK]);
});

it("has no heading for a phase that was taken back or in which nothing happened", () => {
  const phase = { heading: "phase" } as const;
  const log = [line(0, 1, "Movement", phase), line(1, 2, "a"), line(2, 3, "Rally", phase), line(3, 4, BACK, { undoes: 3 }), line(4, 5, "Fire", phase), line(5, 5, "Combat", phase), line(6, 6, "b")];
  expect(withoutUndone(log).map((each) => each.words)).toEqual(["Movement", "a", BACK, "Combat", "b"]);
});

it("tells nothing from a roll on whose dice are still falling", () => {
  const log = withoutUndone([line(0, 1, "a"), line(1, 2, "a roll"), line(2, 2, "what came of it")]);
  expect(untilFallen(log, 1).map((each) => each.words)).toEqual(["a"]);
  expect(untilFallen(log, null)).toHaveLength(3);
});
