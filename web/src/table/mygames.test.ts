import { beforeEach, expect, it, vi } from "vitest";

import type { LogLine, Table } from "../api/types";
import { actedAt, forget, keep, myGame, myGames, noteActed, noteRead, readAt, sawTable, type MyGame } from "./mygames";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

const GAME: MyGame = { game: "g", scenario: "s", title: "T", seats: [{ name: "red", token: "R" }], friends: { white: "W" }, seen: "", when: "", standing: "new" };
const TABLE = { game: "g", scenario: "s", title: "T", seat: "red", seats: [{ name: "red", called: "" }, { name: "white", called: "Nell" }], actors: ["white"], over: null, when: { words: "Turn 2" } } as unknown as Table;

it("remembers a lesson by its own name until it is finished", () => {
  const lesson = { id: "x/one", title: "One", finished: false } as Table["lesson"];
  sawTable({ ...TABLE, lesson }, "R");
  expect(myGame("g")).toMatchObject({ title: "One", lesson: "x/one" });
  sawTable({ ...TABLE, lesson: { ...lesson!, finished: true } }, "R");
  expect(myGame("g")).toBeUndefined();
});

it("keeps a game once, the latest first, and forgets it", () => {
  keep(GAME);
  keep({ ...GAME, game: "h" });
  keep(GAME);
  expect(myGames().map((mine) => mine.game)).toEqual(["g", "h"]);
  forget("g");
  expect(myGame("g")).toBeUndefined();
});

it("notes how a table stands and keeps the link for the friend", () => {
  keep(GAME);
  sawTable(TABLE, "R", new Date(0));
  expect(myGame("g")).toMatchObject({ standing: "waiting", when: "Turn 2", friends: { white: "W" }, seen: "1970-01-01T00:00:00.000Z" });
  sawTable({ ...TABLE, actors: ["red"] }, "R");
  expect(myGame("g")!.standing).toBe("yours");
  sawTable({ ...TABLE, over: {} as Table["over"] }, "R");
  expect(myGame("g")!.standing).toBe("over");
});

it("remembers a seat that came by a link, and no game that is only watched", () => {
  sawTable({ ...TABLE, seat: null }, null);
  expect(myGames()).toEqual([]);
  sawTable(TABLE, "R");
  expect(myGame("g")!.seats).toEqual([{ name: "red", token: "R" }]);
});

it("remembers from which line on a seat has done nothing, whatever is seen later", () => {
  expect(actedAt("g", "R")).toBeUndefined();
  noteActed("g", "R", 3);
  keep(GAME);
  noteActed("g", "R", 12);
  sawTable(TABLE, "R");
  expect(actedAt("g", "R")).toBe(12);
  expect(actedAt("g", "W")).toBeUndefined();
});

it("knows the opponent and what happened last", () => {
  const line = (number: number, words: string, heading = ""): LogLine => ({ number, moment: 0, heading, words, places: [], pieces: [], undoes: null, roll: null }) as LogLine;
  sawTable(TABLE, "R", new Date(0), [line(0, "Turn 2", "turn"), line(1, "64th Foot moved"), line(2, "Rally", "phase")]);
  expect(myGame("g")).toMatchObject({ against: "Nell", last: "64th Foot moved", lines: 3 });
  sawTable(TABLE, "R");
  expect(myGame("g")).toMatchObject({ last: "64th Foot moved", lines: 3 });
});

it("remembers which lines of chat were read", () => {
  sawTable(TABLE, "R");
  expect(readAt("g", "R")).toBe(0);
  noteRead("g", "R", 4);
  sawTable(TABLE, "R");
  expect(readAt("g", "R")).toBe(4);
});

it("takes rubbish for nothing", () => {
  kept.set("grognard.games", '{"no": "list"}');
  expect(myGames()).toEqual([]);
  kept.set("grognard.games", "[null, 3, {}]");
  expect(myGames()).toEqual([]);
  kept.set("grognard.games", "not JSON");
  expect(myGames()).toEqual([]);
});
