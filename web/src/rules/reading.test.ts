import { describe, expect, it } from "vitest";

import type { Chart, RuleLine } from "../api/types";
import { holds, inForce, isBroad, isShort, outline, parts } from "./reading";

const line = (id: string, depth: number, book = "A"): RuleLine => ({ id, title: id, text: "", book, depth, kind: "section" });
const chart = (columns: string[], ...rows: string[][]): Chart => ({
  id: "x", title: "X", corner: "Die", columns, rows: rows.map(([title, ...cells]) => ({ title: title!, cells, cites: [] })), notes: [], cites: [],
});

describe("a text", () => {
  it("is cut at the rules it names, and at nothing that only begins so", () => {
    const cut = parts("See S12.1 and S12.14c, but not S12.14.", ["S12.1", "S12.14c"]);
    expect(cut.filter((part) => part.rule).map((part) => part.text)).toEqual(["S12.1", "S12.14c"]);
    expect(cut.map((part) => part.text).join("")).toBe("See S12.1 and S12.14c, but not S12.14.");
  });

  it("takes the longer number where one begins another, and a full stop as the end of a sentence", () => {
    expect(parts("By P-D3c. P-D3 too", ["P-D3", "P-D3c"]).filter((part) => part.rule).map((part) => part.text)).toEqual(["P-D3c", "P-D3"]);
  });

  it("without rules is whole", () => {
    expect(parts("Go (a+b).", [])).toEqual([{ text: "Go (a+b).", rule: false }]);
  });
});

describe("the contents", () => {
  const books = outline([line("S", 0), line("S1", 1), line("S1.1", 2), line("S2", 1), line("E", 0, "B"), line("E1", 1, "B")]);

  it("become a tree, book by book", () => {
    expect(books.map(({ book }) => book)).toEqual(["A", "B"]);
    const [first] = books[0]!.headings;
    expect(first!.inner.map((each) => each.line.id)).toEqual(["S1", "S2"]);
    expect(first!.inner[0]!.inner.map((each) => each.line.id)).toEqual(["S1.1"]);
    expect(books[1]!.headings[0]!.inner[0]!.line.id).toBe("E1");
  });

  it("stay whole where a depth is left out", () => {
    expect(outline([line("P", 0), line("P1a", 2), line("P2", 0)])[0]!.headings.map((each) => each.line.id)).toEqual(["P", "P2"]);
  });

  it("know what they hold", () => {
    expect(holds(books[0]!.headings[0]!, "S1.1")).toBe(true);
    expect(holds(books[0]!.headings[0]!, "E1")).toBe(false);
  });
});

describe("a chart", () => {
  const odds = chart(["1-2", "1-1"], ["0", "R", "D"], ["1", "-", "the attacker chooses"]);

  it("is marked where it is read for the fight at hand", () => {
    const table = { ...chart(["1-2", "1-1"], ["0 or less", "R", "D"], ["1", "-", "D"], ["2-4", "D", "1"], ["5 or more", "1", "2"]), id: "odds" };
    const lines = [{ chart: "odds", row: -1, column: 1 }];
    expect(inForce(table, lines)).toEqual({ row: -1, column: 1 });
    expect(inForce(table, lines, { total: 3, result: "1" })).toEqual({ row: 2, column: 1 });
    expect(inForce(table, lines, { total: -4, result: "D" })).toEqual({ row: 0, column: 1 });
    expect(inForce(table, lines, { total: 9, result: "2" })).toEqual({ row: 3, column: 1 });
    expect(inForce(table, lines, { total: 9, result: "D" })).toEqual({ row: -1, column: 1 }); // another roll
    expect(inForce(table, [{ chart: "odds", row: 1, column: 0 }])).toEqual({ row: 1, column: 0 });
    expect(inForce(table, [{ chart: "fire", row: 1, column: 0 }])).toEqual({ row: -1, column: -1 });
  });

  it("stands in the middle where its cells are short", () => {
    expect([isShort(odds, 0), isShort(odds, 1)]).toEqual([true, false]);
  });

  it("takes the whole width if its headings or its cells are long", () => {
    expect(isBroad(odds)).toBe(false);
    expect(isBroad(chart(["Infantry", "Militia", "Light infantry", "Dragoons", "Artillery", "Leaders", "Combat DRM"], ["Road", ..."1234567"]))).toBe(true);
    expect(isBroad(chart(["Units"], ["1", "a name and another name ".repeat(3)]))).toBe(true);
  });
});
