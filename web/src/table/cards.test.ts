import { describe, expect, it } from "vitest";

import type { Advice, Card, CardTable, Choice, Table } from "../api/types";
import { held, isAboutCards, ownCards, proposed, talkAbout, talks, usesOf } from "./cards";

const card = (id: string, ...actions: string[]): Card => ({ id, name: id, text: "", symbol: "", notes: [], cites: [], standing: actions.length ? "now" : "later", why_not: null, outlook: [], actions });
const choice = (action: string): Choice => ({ action, word: action.split(" ")[0]!, words: action, places: [], pieces: [], fight: false });
const table = (seat: string | null, advice: Advice[] = [], cards: CardTable | null = null): Table =>
  ({ seat, advice, cards, sides: [{ name: "reds", seats: ["red", "rose"] }, { name: "blue", seats: ["blue"] }] }) as unknown as Table;

describe("the cards of a seat", () => {
  const hands = [{ side: "reds", count: 2, cards: [card("a"), card("b")] }, { side: "blue", count: 3, cards: [] }];
  const cards = { hands, deck: 4, played: null, in_force: [], out: [] };

  it("are those of its side", () => {
    expect(ownCards(table("rose", [], cards)).map((each) => each.id)).toEqual(["a", "b"]);
    expect(ownCards(table("blue", [], cards))).toEqual([]);
    expect(ownCards(table(null, [], cards))).toEqual([]);
    expect(held(cards)).toBe(5);
  });

  it("are played by the choices that use them", () => {
    const choices = [choice("pass"), choice("play a"), choice("redraw a"), choice("play b")];
    expect(usesOf(card("a", "play a", "redraw a"), choices).map((each) => each.action)).toEqual(["play a", "redraw a"]);
    expect(usesOf(card("c"), choices)).toEqual([]);
  });

  it("are all that a question is about, if nothing else is offered", () => {
    const bare = (each: Choice): boolean => each.action === "pass";
    expect(isAboutCards([card("a", "play a")], [choice("pass"), choice("play a")], bare)).toBe(true);
    expect(isAboutCards([card("a", "play a")], [choice("pass"), choice("play a"), choice("move x")], bare)).toBe(false);
    expect(isAboutCards([card("a")], [choice("pass")], bare)).toBe(false);
  });
});

describe("what allies propose", () => {
  const say = (seat: string, about: string, word: string): Advice => ({ seat, about, word });

  it.each([
    [[], "silent"],
    [[say("red", "a", "play")], "mine"],
    [[say("rose", "a", "keep")], "theirs"],
    [[say("red", "a", "play"), say("rose", "a", "play")], "agreed"],
    [[say("red", "a", "play"), say("rose", "a", "keep")], "disputed"],
    [[say("rose", "b", "keep")], "silent"],
  ])("%j is %s", (advice, accord) => {
    expect(talkAbout(table("red", advice), "a", "A").accord).toBe(accord);
  });

  it("stands first, and waits for an answer", () => {
    const agreement = { decides: "red", cites: [], subjects: [{ id: "a", title: "A" }, { id: "b", title: "B" }] };
    const now = table("red", [say("rose", "b", "keep")]);
    expect(talks(now, agreement).map((talk) => talk.id)).toEqual(["b", "a"]);
    expect(proposed(now, agreement)).toBe(1);
    expect(proposed(now, null)).toBe(0);
  });
});
