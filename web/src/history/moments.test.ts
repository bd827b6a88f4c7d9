import { expect, it } from "vitest";
import { marked } from "./bookmarks";
import { otherPhase, otherTurn, share, thinned, turnMarks, type MomentLine } from "./moments";

/** Turns 4, 5 and 6 of three moments each; the phase changes at every second. */
const moments: MomentLine[] = Array.from({ length: 9 }, (_, number) => ({
  number, turn: 4 + Math.floor(number / 3), phase: `phase ${Math.floor(number / 2)}`, actors: [], events: number,
}));

it("a turn is marked where it begins", () => {
  expect(turnMarks(moments)).toEqual([{ turn: 4, moment: 0 }, { turn: 5, moment: 3 }, { turn: 6, moment: 6 }]);
  expect(turnMarks(moments.map((moment) => ({ ...moment, turn: null })))).toEqual([]);
});

it("an agreed return to an earlier turn is marked again", () => {
  const back: MomentLine = { number: 9, turn: 5, phase: "", actors: [], events: 9 };
  expect(turnMarks([...moments, back]).at(-1)).toEqual({ turn: 5, moment: 9 });
});

it("from turn to turn", () => {
  expect([0, 1, 3, 7].map((number) => otherTurn(moments, number, 1))).toEqual([3, 3, 6, 8]);
  expect([8, 6, 4, 0].map((number) => otherTurn(moments, number, -1))).toEqual([6, 3, 3, 0]);
});

it("from phase to phase", () => {
  expect([0, 2, 8].map((number) => otherPhase(moments, number, 1))).toEqual([2, 3, 8]);
  expect([8, 3, 0].map((number) => otherPhase(moments, number, -1))).toEqual([6, 2, 0]);
});

it("marks have room", () => {
  const marks = Array.from({ length: 20 }, (_, turn) => ({ turn, moment: turn * 5 }));
  expect(thinned(marks, 8).map((mark) => mark.turn)).toEqual([0, 3, 6, 9, 12, 15, 18]);
  expect(thinned(marks, 20)).toBe(marks);
});

it("how far along", () => {
  expect([0, 4, 8, 99].map((number) => share(number, moments))).toEqual([0, 0.5, 1, 1]);
  expect(share(3, [])).toBe(0);
});

it("a mark is set, and taken away where there is one", () => {
  const one = marked([], 7, "seven");
  const two = marked(one, 3, "three");
  expect(two.map((mark) => mark.moment)).toEqual([3, 7]);
  expect(marked(two, 7, "again").map((mark) => mark.moment)).toEqual([3]);
});
