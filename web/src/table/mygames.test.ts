import { beforeEach, expect, it, vi } from "vitest";

import type { LogLine, Table } from "../api/types";
import { actedAt, forget, keep, myGame, myGames, noteActed, noteInvitation, noteRead, putBack, readAt, remove, sawTable, withRoom, type MyGame } from "./mygames";

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

it("keeps the links of a game that is removed, until it is put back or dropped for good", () => {
  keep(GAME);
  keep({ ...GAME, game: "h" });
  remove("g", new Date(0));
  expect(myGames().map((mine) => [mine.game, mine.removed])).toEqual([["h", undefined], ["g", "1970-01-01T00:00:00.000Z"]]);
  expect(myGame("g")).toMatchObject({ seats: GAME.seats, friends: GAME.friends });
  putBack("g");
  expect(myGame("g")!.removed).toBeUndefined();
  remove("g");
  sawTable(TABLE, "R"); // who opens it again wants it back
  expect(myGame("g")!.removed).toBeUndefined();
});

it("makes room by dropping what is finished and lessons, the oldest first, and never a game in progress", () => {
  const games = ["a", "b", "c", "d", "e"].map((game) => ({ ...GAME, game }));
  games[1] = { ...games[1]!, standing: "over" };
  games[3] = { ...games[3]!, lesson: "x/one" };
  const left = (most: number): string => withRoom(games, most).map((mine) => mine.game).join("");
  expect([left(5), left(4), left(3), left(2)]).toEqual(["abcde", "abce", "ace", "ace"]);
  const over = games.map((mine) => ({ ...mine, standing: "over" as const }));
  expect(withRoom(over, 2).map((mine) => mine.game).join("")).toBe("ab");
});

it("keeps an invitation until it is withdrawn, and another in its place", () => {
  keep({ ...GAME, invitations: { white: "I" } });
  sawTable(TABLE, "R");
  expect(myGame("g")!.invitations).toEqual({ white: "I" });
  noteInvitation("g", "white", "J");
  expect(myGame("g")!.invitations).toEqual({ white: "J" });
  noteInvitation("g", "white");
  expect(myGame("g")!.invitations).toEqual({});
});

it("takes rubbish for nothing", () => {
  kept.set("grognard.games", '{"no": "list"}');
  expect(myGames()).toEqual([]);
  kept.set("grognard.games", "[null, 3, {}]");
  expect(myGames()).toEqual([]);
  kept.set("grognard.games", "not JSON");
  expect(myGames()).toEqual([]);
});
