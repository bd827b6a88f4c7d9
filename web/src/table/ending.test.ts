import { describe, expect, it } from "vitest";
import type { Closing, Counter, Duty, Pieces } from "../api/types";
import { leftUndone } from "./ending";

const counter = (id: string): Counter => ({ id }) as Counter;
const PIECES: Pieces = {
  stacks: [{ place: "0101", counters: [counter("a"), counter("b")], side: "red" }, { place: "0202", counters: [counter("x")], side: "blue" }],
  markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [],
};
const END: Closing = { action: "end", words: "End", barred: null, duties: [], final: true };
const DUTY: Duty = { words: "0101 is overstacked", cites: ["S9.61b"], pieces: ["a"] };

const few = ["a", "b"];
const many = [...few, "c"];
const stacked = (ids: string[]): Pieces => ({ ...PIECES, stacks: [{ place: "0101", counters: ids.map(counter), side: "red" }, ...PIECES.stacks.slice(1)] });

describe("before an end", () => {
  it("many own units that could still act are named, whoever answers next", () => {
    expect(leftUndone("final", END, [...many, "a", "x"], stacked(many), ["red"])).toEqual({ idle: many, duties: [] });
    expect(leftUndone("final", { ...END, final: false }, many, stacked(many), ["red"])).toEqual({ idle: many, duties: [] });
    expect(leftUndone("final", END, few, stacked(many), ["red"])).toBeNull();
  });

  it("guns that no choice names are counted, too", () => {
    expect(leftUndone("final", { ...END, idle: many }, ["x"], stacked(many), ["red"])).toEqual({ idle: many, duties: [] });
    expect(leftUndone("final", { ...END, idle: ["a"] }, ["x"], stacked(many), ["red"])).toBeNull();
  });

  it("duties are named if the enemy answers at once", () => {
    expect(leftUndone("final", { ...END, duties: [DUTY] }, ["x"], PIECES, ["red"])).toEqual({ idle: [], duties: [DUTY] });
    expect(leftUndone("final", { ...END, duties: [DUTY], final: false }, ["x"], PIECES, ["red"])).toBeNull();
  });

  it("it is asked always or never if that is wished", () => {
    expect(leftUndone("never", END, many, stacked(many), ["red"])).toBeNull();
    expect(leftUndone("always", { ...END, final: false }, ["a"], PIECES, ["red"])).toEqual({ idle: ["a"], duties: [] });
    expect(leftUndone("always", END, ["x"], PIECES, ["red"])).toBeNull();
  });
});
