import { expect, test } from "vitest";
import type { LineOfSight } from "../api/types";
import { sightArrows, sighted } from "./sight";

const line = (piece: string, far: number, sight: LineOfSight["sight"], words: string, broken = ""): LineOfSight => ({ piece, start: "1,1", end: `${far},1`, far, sight, words, broken });
const LINES = [line("a", 10, "blocked", "Hidden: barn", "5,1"), line("b", 20, "clear", "In the open"), line("c", 24.4, "clear", "In the open"), line("d", 30, "covered", "Light cover: fence")];
const GROUPS = new Map([["a", "Greys"], ["b", "Greys"], ["c", "Greys"], ["d", "Blues"]]);

test("lines of sight are told group by group, whoever is seen first", () => {
  expect(sighted(LINES, GROUPS)).toEqual([
    { group: "Greys", sight: "clear", words: "In the open", count: 2, near: 20, far: 24.4 },
    { group: "Blues", sight: "covered", words: "Light cover: fence", count: 1, near: 30, far: 30 },
    { group: "Greys", sight: "blocked", words: "Hidden: barn", count: 1, near: 10, far: 10 },
  ]);
});

test("each line is an arrow, and the nearest of those alike says how far it is or what is in the way", () => {
  const byMan = line("e", 40, "blocked", "Hidden: c", "24.4,1");
  expect(sightArrows([byMan], GROUPS, new Set(["24.4,1"]), String)[0]!.label).toBe("");
  expect(sightArrows(LINES, GROUPS, new Set(), (far) => `${far} cm`)).toEqual([
    { from: "1,1", to: "10,1", kind: "blocked", label: "Hidden: barn", broken: "5,1" },
    { from: "1,1", to: "20,1", kind: "sight", label: "20 cm" },
    { from: "1,1", to: "24.4,1", kind: "sight", label: "" },
    { from: "1,1", to: "30,1", kind: "covered", label: "30 cm · Light cover: fence" },
  ]);
});
