import { expect, test } from "vitest";

import { additionSwatch, knownAdditions } from "./additions";
import words from "./painting/words.json";

test("everything that the pictures draw in play is drawn on the board, and in its legend", () => {
  const known = knownAdditions();
  expect(words.standing.filter((word) => !known.standing.includes(word))).toEqual([]);
  expect(words.between.filter((word) => !known.between.includes(word))).toEqual([]);
  for (const word of words.standing) expect(additionSwatch(word, 1)).not.toContain("<text");
  for (const word of words.between) expect(additionSwatch(word, 2)).not.toContain("<text");
  expect(additionSwatch("obelisk", 1)).toContain(">O</text>"); // one that nobody has drawn
});
