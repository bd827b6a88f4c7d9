import { expect, it } from "vitest";

import { hitsOf } from "./pools";

it("counts what dice give on average: a sure one, a dead one, one of three", () => {
  expect(hitsOf({ side: "", counts_from: [1] })).toBe("1.0");
  expect(hitsOf({ side: "", counts_from: [7, 8] })).toBe("0.0");
  expect(hitsOf({ side: "", counts_from: [5, 5, 3, 0] })).toBe("2.3");
});
