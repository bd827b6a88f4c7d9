import { expect, test } from "vitest";
import type { Table } from "../api/types";
import { nameToTell, opponents, plainName } from "./naming";

const seat = (name: string, called = "") => ({ name, title: name, colour: "", player: "human", player_title: "A person", joined: true, online: true, called });
const table = (called = "") => ({ seat: "red", seats: [seat("red", called), seat("white", "Nell")] }) as unknown as Table;

test("a name is one short line", () => {
  expect(plainName("  Old \n Soldier ")).toBe("Old Soldier");
  expect(plainName("x".repeat(40))).toHaveLength(24);
});

test("a table is told our name once, and not if we play both sides", () => {
  expect(nameToTell(table(), "Tom", 1)).toBe("Tom");
  expect(nameToTell(table("Thomas"), "Tom", 1)).toBeNull();
  expect(nameToTell(table(), "", 1)).toBeNull();
  expect(nameToTell(table(), "Tom", 2)).toBeNull();
  expect(nameToTell({ ...table(), seat: null }, "Tom", 0)).toBeNull();
});

test("opponents go by their names, or by what they are", () => {
  expect(opponents(table(), ["red"])).toBe("Nell");
  expect(opponents(table(), ["white"])).toBe("A person");
});
