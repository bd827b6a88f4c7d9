import { describe, expect, it } from "vitest";

import type { Counter, LogLine, Pieces, Step, Table, Update } from "../api/types";
import { legsOf, scenesOf, takenApart, trailsOf, wayIn, wayOf } from "./playback";

const line = (number: number, pieces: string[] = [], places: string[] = [], more: Partial<LogLine> = {}): LogLine => ({
  number, moment: 0, heading: "", words: `line ${number}`, places, pieces, roll: null, undoes: null, ...more,
});
const counter = (id: string, lost = 0): Counter => ({ id, lost }) as Counter;
const pieces = (stacks: Record<string, Counter[]>, trays: Record<string, Counter[]> = {}): Pieces => ({
  stacks: Object.entries(stacks).map(([place, counters]) => ({ place, counters })),
  markers: [], flags: [], groups: [], additions: [], ways: [], sky: [],
  trays: Object.entries(trays).map(([title, counters]) => ({ title, counters })),
});
const placed = (update: Update): Record<string, string[]> | undefined =>
  update.parts.pieces ? Object.fromEntries(update.parts.pieces.stacks.map((stack) => [stack.place, stack.counters.map((each) => each.id)])) : undefined;

describe("scenes", () => {
  it("begin with what can be seen and keep what follows from it; headings stand before", () => {
    const roll = line(3, [], [], { roll: {} as LogLine["roll"] });
    const log = [line(0, [], [], { heading: "turn" }), line(1, ["a"]), line(2), roll, line(4), line(5, ["b"]), line(6, [], [], { heading: "phase" }), line(7), line(8, ["c"])];
    expect(scenesOf(log).map((scene) => scene.map((each) => each.number))).toEqual([[0, 1, 2], [3, 4], [5], [6, 7, 8]]);
  });
});

describe("a march of several hexes", () => {
  const log = [line(0, ["x"]), line(1, [], [], { leads: true }), line(2, ["a"], ["0101", "0102"]), line(3, ["a"], ["0102", "0103"]), line(4, ["b"], ["0101", "0103"]), line(5, ["b"], ["0201", "0202"])];

  it("is one scene with the reason before it; a counter that begins anew elsewhere begins another", () => {
    expect(scenesOf(log).map((scene) => scene.map((each) => each.number))).toEqual([[0], [1, 2, 3], [4], [5]]);
  });

  it("is drawn with its whole way", () => {
    expect(wayIn(log.slice(0, 4), new Map([["a", "0103"]]))).toEqual(["0101", "0102", "0103"]);
    expect(wayIn(log.slice(0, 4), new Map())).toEqual([]);
  });
});

describe("an update with several things in it", () => {
  const before = pieces({ "0101": [counter("a"), counter("b")], "0301": [counter("x")] });
  const after = pieces({ "0102": [counter("a")], "0101": [counter("b", 1)], "0201": [counter("new")] }, { Lost: [counter("x")] });
  const table = { pieces: before, seq: 4 } as unknown as Table;
  const steps: Step[] = [
    { line: 0, pieces: { stacks: [{ place: "0101", counters: [counter("b")] }, { place: "0102", counters: [counter("a")] }] } },
    { line: 1, pieces: { stacks: [{ place: "0101", counters: [counter("b", 1)] }] } },
    { line: 2, pieces: { left: ["0301"], trays: [{ title: "Lost", counters: [counter("x")] }] } },
  ];
  const update: Update = { type: "update", parts: { pieces: after, seq: 7, can_undo: false }, log: [line(0, ["a"], ["0101", "0102"]), line(1, ["b"]), line(2, ["x"]), line(3), line(4, ["new"])], steps };

  it("is shown one thing after another, each with the pieces as they stood then; the rest at the end", () => {
    const parts = takenApart(table, update);
    expect(parts.map((part) => part.log.map((each) => each.number))).toEqual([[0], [1], [2, 3], [4]]);
    expect(placed(parts[0]!)).toEqual({ "0102": ["a"], "0101": ["b"], "0301": ["x"] });
    expect(parts[0]!.parts.seq).toBeUndefined();
    expect(parts[1]!.parts.pieces!.stacks.find((stack) => stack.place === "0101")!.counters[0]!.lost).toBe(1);
    expect(placed(parts[2]!)).toEqual({ "0102": ["a"], "0101": ["b"] });
    expect(parts[2]!.parts.pieces!.trays).toEqual([{ title: "Lost", counters: [counter("x")] }]);
    expect(parts[3]!.parts).toEqual(update.parts);
  });

  it("without steps nothing moves before the end: nothing is guessed", () => {
    const parts = takenApart(table, { ...update, steps: [] });
    expect(parts.slice(0, -1).map((part) => part.parts)).toEqual([{}, {}, {}]);
    expect(parts.at(-1)!.parts).toEqual(update.parts);
  });

  it("nothing that watched dice lead to is shown with them", () => {
    const roll = (number: number, who: string): LogLine => line(number, [who], [], { roll: {} as LogLine["roll"] });
    const log = [line(0, ["a"]), roll(1, "b"), line(2, ["x"])];
    const parts = takenApart(table, { ...update, log, steps: [steps[0]!, { ...steps[1]!, line: 2 }] }, true);
    expect(parts.map((part) => part.log.map((each) => each.number))).toEqual([[0], [1], [2]]);
    expect(parts[1]!.parts).toEqual({});
    const [thrown, come] = takenApart(table, { ...update, log: [roll(0, "x")], steps: [] }, true);
    expect([thrown!.log.length, thrown!.parts]).toEqual([1, {}]);
    expect([come!.log, come!.parts]).toEqual([[], update.parts]);
    expect(takenApart(table, { ...update, log: [roll(0, "x")] })).toHaveLength(1);
  });

  it("a step may be how the pieces stand now", () => {
    const parts = takenApart(table, { ...update, steps: [steps[0]!, { line: 1 }] });
    expect(parts[1]!.parts.pieces).toBe(after);
    expect(parts[2]!.parts).toEqual({});
  });

  it("pieces that stand in the end as they did before come back, though the update need not say so", () => {
    const parts = takenApart(table, { ...update, parts: { seq: 7 } });
    expect(placed(parts[0]!)).toEqual({ "0102": ["a"], "0101": ["b"], "0301": ["x"] });
    expect(parts.at(-1)!.parts).toEqual({ seq: 7, pieces: before });
  });

  it("is left whole if there is but one thing in it", () => {
    const one = { ...update, log: [line(0, ["a"]), line(1)] };
    expect(takenApart(table, one)).toEqual([one]);
    for (const part of takenApart(table, update)) expect(takenApart(table, part)).toEqual([part]);
  });
});

describe("ways and trails", () => {
  const where = new Map([["a", "0103"], ["b", "0202"]]);

  it("a way ends where its counter stands", () => {
    expect(wayOf(line(0, ["a"], ["0101", "0102", "0103"]), where)).toEqual(["0101", "0102", "0103"]);
    expect(wayOf(line(0, ["b"], ["0103", "0104"]), where)).toBeNull();
    expect(wayOf(line(0, ["a", "b"], ["0101", "0103"]), where)).toBeNull();
  });

  it("all ways of a counter make one trail", () => {
    const lines = [line(0, ["a"], ["0101", "0102"]), line(1, ["b"], ["0201", "0202", "0201"]), line(2, ["a"], ["0102", "0103"])];
    expect(trailsOf(lines, where)).toEqual([{ from: "0101", to: "0103", kind: "trail" }]);
  });

  it("the legs of a counter lead to where it stands; what was taken back is left out", () => {
    const lines = [line(0, ["b"], ["0201", "0202"]), line(1, ["a"], ["0101", "0102"]), line(2, ["a"], ["0102", "0109"]), line(3), line(4, ["a"], ["0102", "0103"])];
    expect(legsOf("a", lines, where)).toEqual([["0101", "0102"], ["0102", "0103"]]);
    expect(legsOf("a", lines.slice(0, 1), where)).toEqual([]);
  });
});
