import { expect, test } from "vitest";
import type { LogLine } from "../api/types";
import { smokeOf } from "./smoke";

const line = (moment: number, effect: LogLine["effect"], undoes: number | null = null) => ({ moment, effect, undoes }) as LogLine;
const fired = (moment: number, ...places: string[]) => line(moment, { kind: "smoke", places });
const clears = (moment: number) => line(moment, { kind: "clearing", places: [] });

test("smoke hangs where somebody fired, and has gone when it has cleared twice", () => {
  const log = [clears(1), fired(1, "3,4", "5,4")];
  expect(smokeOf(log)).toEqual([{ place: "3,4", age: 0 }, { place: "5,4", age: 0 }]);
  expect(smokeOf([...log, clears(2), fired(2, "9,9")])).toEqual([{ place: "9,9", age: 0 }, { place: "3,4", age: 1 }, { place: "5,4", age: 1 }]);
  expect(smokeOf([...log, clears(2), clears(3)])).toEqual([]);
});

test("what was taken back leaves no smoke and clears none", () => {
  expect(smokeOf([fired(1, "3,4"), clears(2), line(3, undefined, 2)])).toEqual([{ place: "3,4", age: 0 }]);
});
