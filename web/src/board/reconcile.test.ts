import { describe, expect, it } from "vitest";

import { difference, same } from "./reconcile";

interface Thing {
  key: string;
  look: string;
  at: number;
}

function compare(before: Thing[], after: Thing[]) {
  return difference(
    new Map(before.map((thing) => [thing.key, thing])), after, (thing) => thing.key, (a, b) => a.look === b.look, (a, b) => a.at === b.at,
  );
}

const a: Thing = { key: "a", look: "red", at: 1 };
const b: Thing = { key: "b", look: "blue", at: 2 };

describe("what must be touched", () => {
  it("is nothing when nothing changed", () => {
    expect(compare([a, b], [{ ...b }, { ...a }])).toEqual({ added: [], changed: [], moved: [], removed: [] });
  });

  it("is what came and what went", () => {
    expect(compare([a], [b])).toEqual({ added: [b], changed: [], moved: [], removed: [a] });
  });

  it("is what looks otherwise, and what lies elsewhere, each for itself", () => {
    const paler = { ...a, look: "pink" };
    const farther = { ...b, at: 9 };
    expect(compare([a, b], [paler, farther])).toEqual({ added: [], changed: [paler], moved: [{ from: b, to: farther }], removed: [] });
  });

  it("may be both", () => {
    const other = { key: "a", look: "pink", at: 5 };
    expect(compare([a], [other])).toEqual({ added: [], changed: [other], moved: [{ from: a, to: other }], removed: [] });
  });
});

describe("the same", () => {
  it("compares to the last field", () => {
    expect(same({ x: [1, { y: "z" }] }, { x: [1, { y: "z" }] })).toBe(true);
    expect(same({ x: [1, { y: "z" }] }, { x: [1, { y: "w" }] })).toBe(false);
    expect(same([1, 2], [1, 2, 3])).toBe(false);
    expect(same({ a: undefined }, { b: undefined })).toBe(false);
    expect(same(null, {})).toBe(false);
    expect(same([], {})).toBe(false);
    expect(same(NaN, NaN)).toBe(true);
  });
});
