import { describe, expect, it } from "vitest";

import type { Choice, Counter, LogLine, Pieces } from "../api/types";
import { boardChoices, choosable, clickPiece, clickPlace, fightArrows, grouped, isBare, shown, stillFought, targets, whereAll, wholes, WIDE } from "./choices";

function choice(action: string, places: string[] = [], pieces: string[] = [], fight = false): Choice {
  return { action, word: action.split(" ")[0]!, words: action, places, pieces, fight };
}

const counter = (id: string): Counter => ({ id }) as Counter;
const PIECES: Pieces = {
  stacks: [
    { place: "0101", counters: [counter("red"), counter("white")] },
    { place: "0202", counters: [counter("blue"), counter("")] },
  ],
  markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [{ title: "lost", counters: [counter("gone")] }],
};
const WHERE = whereAll(PIECES);

const MOVE = [choice("move red", ["0101"], ["red"]), choice("move white", ["0101"], ["white"]), choice("end-move")];
const GO = [choice("go 0102", ["0102"]), choice("go 0103", ["0103"]), choice("stop")];
const MARCH = [
  choice("march red 0102", ["0102", "0101"], ["red"]),
  choice("march red 0202", ["0202", "0101"], ["red"], true),
  choice("march white 0102", ["0102", "0101"], ["white"]),
  choice("end"),
];
const DEPLOY = [choice("deploy gone 0101", ["0101"], ["gone"]), choice("deploy gone 0303", ["0303"], ["gone"])];

describe("where counters lie", () => {
  it("knows those with a face on the map", () => {
    expect([...WHERE]).toEqual([["red", "0101"], ["white", "0101"], ["blue", "0202"]]);
  });

  it("tells where a choice leads: not where its own counter stands, unless that is all", () => {
    expect(targets(MARCH[0]!, WHERE)).toEqual(["0102"]);
    expect(targets(MOVE[0]!, WHERE)).toEqual(["0101"]);
    expect(targets(GO[0]!, WHERE)).toEqual(["0102"]);
  });
});

describe("narrowing", () => {
  it("by a counter, a place and words; what names nothing stays", () => {
    expect(shown(MARCH, { ...WIDE, piece: "red" }, WHERE)).toEqual([MARCH[0], MARCH[1], MARCH[3]]);
    expect(shown(MARCH, { ...WIDE, place: "0102" }, WHERE)).toEqual([MARCH[0], MARCH[2], MARCH[3]]);
    expect(shown(MARCH, { piece: "red", place: "0102", text: "" }, WHERE)).toEqual([MARCH[0], MARCH[3]]);
    expect(shown(MARCH, { ...WIDE, text: "WHITE 01" }, WHERE)).toEqual([MARCH[2]]);
  });

  it("groups by word, without what names nothing", () => {
    expect(grouped([...MARCH, ...GO]).map((group) => [group.word, group.choices.length])).toEqual([["march", 3], ["go", 2]]);
    expect(isBare(MARCH[3]!)).toBe(true);
  });
});

describe("where several choices name what is clicked", () => {
  const leading = { ...choice("march red", ["0101"], ["red"]), leads: true };
  const whole = { ...choice("march-stack 0101", ["0101"]), leads: true };
  const all = [leading, { ...choice("march white", ["0101"], ["white"]), leads: true }, choice("skirmish red", ["0101"], ["red"]), whole, choice("detach 0101", ["0101"])];

  it("the one that leads is meant: of a counter its own, of a place that of all who stand there", () => {
    expect(clickPiece(all, WIDE, WHERE, "red")).toEqual({ choose: leading });
    expect(clickPlace(all, WIDE, WHERE, "0101")).toEqual({ choose: whole });
    expect(wholes(all, WHERE)).toEqual(["0101"]);
  });

  it("without one that leads the list is narrowed", () => {
    const plain = all.map(({ leads: _, ...rest }) => rest);
    expect(clickPiece(plain, WIDE, WHERE, "red")).toEqual({ narrow: { piece: "red", place: null, text: "" } });
    expect(wholes(plain, WHERE)).toEqual([]);
  });
});

describe("a click on a counter", () => {
  it("makes its only choice", () => {
    expect(clickPiece(MOVE, WIDE, WHERE, "white")).toEqual({ choose: MOVE[1] });
  });

  it("lists its choices if there are several", () => {
    expect(clickPiece(MARCH, WIDE, WHERE, "red")).toEqual({ narrow: { piece: "red", place: null, text: "" } });
  });

  it("does not choose a goal that was not pointed at", () => {
    expect(clickPiece(MARCH, WIDE, WHERE, "white")).toEqual({ narrow: { piece: "white", place: null, text: "" } });
  });

  it("chooses once counter and goal are both pointed at", () => {
    const narrowed = { ...WIDE, place: "0102" };
    expect(clickPiece(MARCH, narrowed, WHERE, "white")).toEqual({ choose: MARCH[2] });
  });

  it("counts for its place if it has no choice itself", () => {
    expect(clickPiece(MARCH, { ...WIDE, piece: "red" }, WHERE, "blue")).toEqual({ choose: MARCH[1] });
    expect(clickPiece(GO, WIDE, WHERE, "blue")).toBe("nothing");
  });

  it("works for a counter beside the map", () => {
    expect(clickPiece(DEPLOY, WIDE, WHERE, "gone")).toEqual({ narrow: { piece: "gone", place: null, text: "" } });
    expect(clickPiece(DEPLOY, WIDE, WHERE, "nobody")).toBe("nothing");
  });
});

describe("a click on a place", () => {
  it("makes the only choice that leads there", () => {
    expect(clickPlace(GO, WIDE, WHERE, "0103")).toEqual({ choose: GO[1] });
  });

  it("goes with the counter that was pointed at", () => {
    expect(clickPlace(MARCH, { ...WIDE, piece: "red" }, WHERE, "0102")).toEqual({ choose: MARCH[0] });
  });

  it("lists those that lead there", () => {
    expect(clickPlace(MARCH, WIDE, WHERE, "0102")).toEqual({ narrow: { ...WIDE, place: "0102" } });
    expect(clickPlace(MOVE, WIDE, WHERE, "0101")).toEqual({ narrow: { ...WIDE, place: "0101" } });
  });

  it("lists what starts there if nothing leads there", () => {
    expect(clickPlace(MARCH, { ...WIDE, piece: "red" }, WHERE, "0101")).toEqual({ narrow: { piece: null, place: "0101", text: "" } });
  });

  it("does nothing where nothing can be chosen", () => {
    expect(clickPlace(GO, WIDE, WHERE, "0909")).toBe("nothing");
  });
});

describe("the board", () => {
  const places = (choices: Choice[], narrowing = WIDE) => boardChoices(choices, narrowing, WHERE).map(({ place, kind }) => `${kind} ${place}`);

  it("lights the goals of a question about places", () => {
    expect(places(GO)).toEqual(["go 0102", "go 0103"]);
  });

  it("lights counters first and their goals once they are pointed at; whom one may fight is seen at once", () => {
    expect(places(MARCH)).toEqual(["attack 0202"]);
    expect(places(MARCH, { ...WIDE, piece: "red" })).toEqual(["go 0102", "attack 0202"]);
    expect(places(DEPLOY)).toEqual(["place 0101", "place 0303"]);
  });

  it("carries the cost of each place", () => {
    expect(boardChoices(GO, WIDE, WHERE, new Map([["0102", "3"]]))[0]).toEqual({ place: "0102", kind: "go", words: "go 0102", label: "3" });
  });

  it("lets another counter be pointed at while one is", () => {
    expect(choosable(MARCH, { ...WIDE, piece: "red" }, WHERE)).toEqual(["red", "white"]);
    expect(choosable(GO, WIDE, WHERE)).toEqual([]);
  });
});

describe("the fights that are open", () => {
  const where = new Map([["a", "0101"], ["b", "0101"], ["c", "0301"]]);
  const first = { words: "", pieces: ["a", "b"], places: ["0102"], now: false };
  const second = { words: "", pieces: ["c", "gone"], places: ["0202"], now: false };

  it("have one arrow from each place to each", () => {
    expect(fightArrows([first, second], where)).toEqual([
      { from: "0101", to: "0102", kind: "attack" },
      { from: "0301", to: "0202", kind: "attack" },
    ]);
  });

  it("are shown alone when they are asked about", () => {
    expect(fightArrows([first, { ...second, now: true }], where)).toEqual([{ from: "0301", to: "0202", kind: "attack" }]);
  });
});

describe("the arrows of a fight", () => {
  const arrows = [{ from: "0101", to: "0102", kind: "attack" as const }];
  const line = { number: 1, moment: 1, words: "", places: [], pieces: [], roll: null };

  it("stay while it is fought out, and go with its phase", () => {
    expect(stillFought(arrows, [{ ...line, heading: "" } as unknown as LogLine])).toBe(arrows);
    expect(stillFought(arrows, [{ ...line, heading: "phase" } as unknown as LogLine])).toEqual([]);
  });
});
