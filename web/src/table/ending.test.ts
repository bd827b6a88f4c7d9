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

describe("before an end", () => {
  it("that the enemy answers at once, own units that could still act are named, and duties", () => {
    expect(leftUndone("final", END, ["a", "a", "x"], PIECES, "red")).toEqual({ idle: ["a"], duties: [] });
    expect(leftUndone("final", { ...END, duties: [DUTY] }, ["x"], PIECES, "red")).toEqual({ idle: [], duties: [DUTY] });
  });

  it("nothing is asked if nothing is left, if one goes on oneself, or if that is wished", () => {
    expect(leftUndone("final", END, ["x"], PIECES, "red")).toBeNull();
    expect(leftUndone("final", { ...END, final: false }, ["a"], PIECES, "red")).toBeNull();
    expect(leftUndone("never", END, ["a"], PIECES, "red")).toBeNull();
    expect(leftUndone("always", { ...END, final: false }, ["a"], PIECES, "red")).toEqual({ idle: ["a"], duties: [] });
  });
});
