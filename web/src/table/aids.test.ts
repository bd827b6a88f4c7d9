import { expect, test } from "vitest";
import type { Counter, Pieces, Question } from "../api/types";
import { beingPlaced, sealedFight } from "./aids";

const counter = (id: string) => ({ id, words: `${id}, 4-2-4` }) as Counter;
const pieces = { stacks: [{ place: "1", counters: [counter("here")] }], trays: [{ title: "", counters: [counter("waiting")] }] } as unknown as Pieces;
const asked = (more: Partial<Question>) => ({ choices: [], sealed: false, ...more }) as unknown as Question;

test("a counter that is about to be placed is shown with its worth, one on the map is not", () => {
  expect(beingPlaced(asked({ pieces: ["waiting"] }), pieces, null)?.words).toBe("waiting, 4-2-4");
  expect(beingPlaced(asked({}), pieces, "waiting")?.id).toBe("waiting");
  expect(beingPlaced(asked({ pieces: ["here"] }), pieces, null)).toBeNull();
  expect(beingPlaced(null, pieces, "waiting")).toBeNull();
});

test("the pairs of choices are shown when both sides choose in secret in a fight", () => {
  const fight = { words: "", pieces: [], places: [], now: true };
  expect(sealedFight(asked({ sealed: true, fights: [fight] }))).toBe(true);
  expect(sealedFight(asked({ sealed: true, fights: [{ ...fight, now: false }] }))).toBe(false);
  expect(sealedFight(asked({ fights: [fight] }))).toBe(false);
});
