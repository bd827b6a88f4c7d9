import { expect, it } from "vitest";

import type { ScenarioCard } from "../api/types";
import { byGame } from "./games";

const card = (id: string, game: string, difficulty: number, minutes: number) => ({ id, game, difficulty, minutes }) as ScenarioCard;

it("has the scenarios of a game together, the easier and the shorter first, and begins with the easier game", () => {
  const cards = [card("a/campaign", "A", 3, 240), card("b", "B", 1, 45), card("a/dawn", "A", 2, 200), card("a/noon", "A", 2, 150)];
  expect(byGame(cards).map((scenarios) => scenarios.map((each) => each.id))).toEqual([["b"], ["a/noon", "a/dawn", "a/campaign"]]);
});
