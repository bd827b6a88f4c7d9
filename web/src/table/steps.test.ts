import { describe, expect, it } from "vitest";
import type { Choice, Leave, Question } from "../api/types";
import { ending, goingTogether, leaving, noted, picking, stepSize, taking, undone, type Taken } from "./steps";

function choice(action: string, pieces: string[] = [], places: string[] = []): Choice {
  return { action, word: action.split(" ")[0]!, words: action, places, pieces, fight: false };
}

function question(choices: Choice[], more: Partial<Question> = {}): Question {
  return { kind: "", prompt: "", cites: [], sealed: false, choices, ...more };
}

const WHERE = new Map([["a", "0101"], ["b", "0202"]]);
const LEAVE: Leave = { action: "stop", pieces: ["b"], closing: [] };

describe("a step", () => {
  it("leaves a question by its end where there is one, else by undo", () => {
    expect(leaving(LEAVE)(question([choice("go 1"), choice("stop")]))).toMatchObject({ do: "action", choice: { action: "stop" } });
    expect(leaving({ ...LEAVE, action: "" })(question([]))).toEqual({ do: "undo" });
    expect(leaving(LEAVE)(question([choice("go 1")]))).toBeNull();
  });

  it("picks a counter only where a click on it says all", () => {
    expect(picking("b", WHERE)(question([choice("move b", ["b"], ["0202"])]))).toMatchObject({ choice: { action: "move b" } });
    expect(picking("b", WHERE)(question([choice("march b x", ["b"], ["0909"])]))).toBeNull();
    expect(picking("b", WHERE)(question([choice("move b", ["b"]), choice("cross b", ["b"])]))).toBeNull();
    expect(picking("b", WHERE)(null)).toBeNull();
  });

  it("takes only what is in the legal list", () => {
    expect(taking("go 1")(question([choice("go 1")]))).not.toBeNull();
    expect(taking("go 2")(question([choice("go 1")]))).toBeNull();
  });

  it("ends a move only if it goes on", () => {
    const on = question([choice("go 1"), choice("stop")], { pieces: ["a"], leave: LEAVE });
    expect(ending("a")(on)).toMatchObject({ choice: { action: "stop" } });
    expect(ending("b")(on)).toBe("skip");
    expect(ending("a")(question([choice("move b", ["b"])]))).toBe("skip");
  });

  it("sends those along whom it costs the same, and puts down who pays another price", () => {
    const leg = { ...choice("go 2"), cost: 1 };
    const undo: Leave = { ...LEAVE, action: "" };
    const asked: Question[] = [
      question([leg, choice("stop")], { pieces: ["a"] }),
      question([choice("go 3"), choice("stop")], { pieces: ["a"], leave: LEAVE }),
      question([choice("move b", ["b"])]),
      question([leg], { pieces: ["b"] }),
      question([choice("end")]),
      question([choice("move c", ["c"])]),
      question([{ ...leg, cost: 2 }], { pieces: ["c"], leave: undo }),
      question([choice("end")]),
    ];
    const sent = goingTogether("a", leg, ["b", "c"], WHERE).map((step, at) => step(asked[at]!));
    const told = sent.map((each) => (each && each !== "skip" && each.do === "action" ? each.choice.action : each));
    expect(told).toEqual(["go 2", "stop", "move b", "go 2", "skip", "move c", { do: "undo" }, "skip"]);
  });
});

describe("what one undo takes back", () => {
  it("is the last step as a whole, and then the one before", () => {
    let taken: Taken[] = noted([], 1, 2, false); // a goes
    taken = noted(taken, 2, 3, false); // its end
    taken = noted(taken, 3, 4, true); // and another is picked
    expect(stepSize(taken, 4)).toBe(2);
    taken = undone(taken, 4, 5);
    expect(stepSize(taken, 5)).toBe(1);
    taken = undone(taken, 5, 6);
    expect(taken).toEqual([{ seq: 6, count: 1 }]);
    expect(stepSize(taken, 6)).toBe(1);
  });

  it("is a single choice once somebody else has acted", () => {
    const taken = noted(noted([], 1, 2, false), 2, 3, true);
    expect(stepSize(taken, 9)).toBe(1);
    expect(undone(taken, 9, 10)).toEqual([]);
    expect(noted(taken, 9, 10, true)).toEqual([{ seq: 10, count: 1 }]);
  });
});
