import { describe, expect, it } from "vitest";

import type { LogLine, Table } from "../api/types";
import { apply, merged, NOTHING, ownSides, since, standing, armies } from "./state";

const line = (number: number, words = String(number)): LogLine => ({ number, moment: 0, heading: "", words, places: [], pieces: [], roll: null, undoes: null });
const TABLE = {
  game: "g", seq: 4, seat: "red", actors: ["red"], over: null, decision: null,
  seats: [{ name: "red", army: "the Reds" }, { name: "white", army: "the Whites" }, { name: "blue", army: "the Blues" }],
} as unknown as Table;

describe("messages", () => {
  it("an update changes only the parts it carries", () => {
    const known = apply(NOTHING, { type: "update", parts: TABLE, log: [line(0)] });
    const next = apply(known, { type: "update", parts: { seq: 5, can_undo: true }, log: [line(1)] });
    expect(next.table).toEqual({ ...TABLE, seq: 5, can_undo: true });
    expect(next.log.map((each) => each.number)).toEqual([0, 1]);
    expect(known.table?.seq).toBe(4);
  });

  it("chat, thinking and refusals have their own place", () => {
    const said = { number: 0, seat: "red", name: "The Reds", text: "hello", at: "" };
    expect(apply(NOTHING, { type: "chat", lines: [said] }).chat).toEqual([said]);
    expect(apply(NOTHING, { type: "thinking", seats: ["white"] }).thinking).toEqual(["white"]);
    const refusal = { error: "not-yours", words: "No.", cites: [] };
    expect(apply(NOTHING, { type: "refused", refusal }).refusal).toBe(refusal);
  });

  it("what comes twice after a reconnection stands once, in order", () => {
    expect(merged([line(0), line(1)], [line(1, "again"), line(3)]).map((each) => each.words)).toEqual(["0", "again", "3"]);
    expect(merged([line(4)], [line(2)]).map((each) => each.number)).toEqual([2, 4]);
    const old = [line(0)];
    expect(merged(old, [])).toBe(old);
  });

  it("asks for what comes after the last line it has", () => {
    expect(since([])).toBe(0);
    expect(since([line(0), line(7)])).toBe(8);
  });
});

describe("how it stands", () => {
  it("for each who may look", () => {
    const question = { choices: [] } as unknown as Table["decision"];
    expect(standing({ ...TABLE, decision: question })).toBe("yours");
    expect(standing(TABLE)).toBe("waiting");
    expect(standing({ ...TABLE, seat: null })).toBe("watching");
    expect(standing({ ...TABLE, seat: null, over: {} as Table["over"] })).toBe("over");
  });

  it("names the seats", () => {
    const and = (first: string, last: string) => `${first} & ${last}`;
    expect(armies(TABLE, ["red", "white", "blue"], and)).toBe("the Reds, the Whites & the Blues");
    expect(armies(TABLE, ["nobody"], and)).toBe("nobody");
    expect(armies(TABLE, [], and)).toBe("");
  });
});

it("counters of one's own are those of one's seat and of the side it plays for", () => {
  const sides = [{ name: "allied", seats: ["red", "white"] }, { name: "british", seats: ["blue"] }];
  expect(ownSides({ ...TABLE, sides } as unknown as Table)).toEqual(["red", "allied"]);
  expect(ownSides({ ...TABLE, sides, seat: null } as unknown as Table)).toEqual([]);
});
