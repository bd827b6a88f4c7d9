import { expect, it } from "vitest";

import type { Choice } from "../api/types";
import { commonStart, listed, withoutStart } from "./listing";

const choice = (word: string, words: string, pieces: string[] = []): Choice => ({ action: words, word, words, places: ["p"], pieces, fight: false });

it("finds the words with which all begin, never the whole of one", () => {
  expect(commonStart(["Go to 0101", "Go to 0102"])).toBe("Go to ");
  expect(commonStart(["Go", "Go to 0102"])).toBe("");
  expect(commonStart(["Fire at Red", "Hold fire"])).toBe("");
});

it("makes a heading of what many choices say alike, and chips of short rests", () => {
  const [group] = listed(["0101", "0102", "0103"].map((hex) => choice("go", `Go to ${hex}`)));
  expect(group!.heading).toBe("Go to");
  expect(group!.rows.map((row) => row.words)).toEqual(["0101", "0102", "0103"]);
  expect(group!.form).toBe("chips");
});

it("leaves few choices whole, in rows", () => {
  const [group] = listed([choice("lead", "Old Guard leads"), choice("lead", "Young Guard leads")]);
  expect(group).toMatchObject({ heading: "", form: "rows" });
  expect(group!.rows.map((row) => row.words)).toEqual(["Old Guard leads", "Young Guard leads"]);
});

it("sets several counters with several goals apart", () => {
  const goals = ["the mill", "the ford", "the long bridge"];
  const groups = listed(["Hill", "Lee"].flatMap((name) => goals.map((goal) => choice("march", `${name} to ${goal}`, [name]))));
  expect(groups.map((group) => group.heading)).toEqual(["Hill to the", "Lee to the"]);
  expect(groups[0]!.rows.map((row) => row.words)).toEqual(["Mill", "Ford", "Long bridge"]);
});

it("stands long lists two and two", () => {
  const [group] = listed(Array.from({ length: 7 }, (_, place) => choice("move", `Move the regiment number ${place}`, [`r${place}`])));
  expect(group!.form).toBe("chips");
  const [names] = listed(["Light Infantry", "Grenadiers", "Rifles", "Horse", "Guards", "Artillery"].map((name) => choice("move", `Move ${name}`, [name])));
  expect(names).toMatchObject({ heading: "Move", form: "pairs" });
});

it("folds many choices that differ only in their place, for the map shows them", () => {
  const hexes = Array.from({ length: 13 }, (_, at) => String(1001 + at));
  const here = (hex: string, pieces: string[] = []): Choice => ({ ...choice("place", `Place in ${hex}`, pieces), places: [hex] });
  expect(listed(hexes.map((hex) => here(hex)))[0]!.folds).toBe(true);
  expect(listed(hexes.slice(1).map((hex) => here(hex)))[0]!.folds).toBe(false);
  expect(listed(hexes.map((hex) => here(hex, [hex])))[0]!.folds).toBe(false);
  expect(listed(hexes.map((hex) => ({ ...here(hex), places: [] })))).toEqual([]);
});

it("does not say again what stands above", () => {
  expect(withoutStart("1013: forest", "1013")).toBe("forest");
  expect(withoutStart("Light Guns, 2-0-4", "Light Guns")).toBe("2-0-4");
  expect(withoutStart("forest", "1013")).toBe("forest");
});
