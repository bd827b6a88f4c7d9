import { beforeEach, expect, it, vi } from "vitest";

import type { LessonCard, LessonGuide } from "../api/types";
import { keep, myGames } from "../table/mygames";
import { beginLesson, nextLessons, pointers, taken, tick, underWay } from "./taking";

const GUIDE: LessonGuide = {
  id: "x/one", title: "One", done: 0, steps: 2, step: "first", told: [], words: "Do it.", why: "Because.", cites: [], pieces: ["a", "gone"], places: ["B2", "A1"],
  astray: false, finished: false, next: null,
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

it("points at places, and at counters where they are now, each once", () => {
  const where = new Map([["a", "A1"], ["b", "C3"]]);
  expect(pointers(GUIDE, where).map((mark) => mark.place)).toEqual(["A1", "B2"]);
  expect(pointers(GUIDE, new Map([["a", "D4"]])).map((mark) => mark.place)).toEqual(["D4", "B2", "A1"]);
  expect(pointers({ ...GUIDE, finished: true }, where)).toEqual([]);
  expect(pointers(null, where)).toEqual([]);
});

it("remembers what was finished, and survives a memory that holds something else", () => {
  expect([...taken()]).toEqual([]);
  tick("x/one");
  tick("x/one");
  tick("x/two");
  expect([...taken()]).toEqual(["x/one", "x/two"]);
  localStorage.setItem("grognard.lessons", "{}");
  expect([...taken()]).toEqual([]);
});

it("keeps one table for a lesson among the games of this browser", async () => {
  let number = 0;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ game: `g${++number}`, links: { red: `t${number}` } }), { status: 201 }));
  keep({ game: "other", scenario: "s", title: "A game", seats: [], friends: {}, seen: "", when: "", standing: "yours" });
  await beginLesson({ id: "x/one", title: "One" }, "s");
  const again = await beginLesson({ id: "x/one", title: "One" }, "s");
  expect(again.seats).toEqual([{ name: "red", token: "t2" }]);
  expect(myGames().map((mine) => mine.game)).toEqual(["g2", "other"]);
  await beginLesson({ id: "x/two", title: "Two" }, "s");
  expect(myGames().map((mine) => mine.lesson)).toEqual(["x/two", "x/one", undefined]);
  expect([...underWay()].map(([lesson, mine]) => [lesson, mine.game])).toEqual([["x/two", "g3"], ["x/one", "g2"]]);
});

it("offers of each box the first lesson that was not finished", () => {
  const cards = ["x/one", "x/two", "y/one"].map((id) => ({ id, box: id[0] }) as LessonCard);
  const next = (...done: string[]): string[] => nextLessons(cards, new Set(done)).map((card) => card.id);
  expect(next()).toEqual(["x/one", "y/one"]);
  expect(next("x/one")).toEqual(["x/two", "y/one"]);
  expect(next("x/two", "y/one")).toEqual(["x/one"]);
});
