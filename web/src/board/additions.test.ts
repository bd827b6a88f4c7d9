import { expect, test } from "vitest";

import { additionSwatch, DRAWN } from "./additions";

test("everything of the catalogue is drawn where it stands or lies, and what nobody has drawn is a plate with a letter", () => {
  for (const [name, { standing, between }] of Object.entries(DRAWN)) {
    expect(standing ?? between).toBeDefined();
    for (const places of [standing ? 1 : 2, 2]) expect(additionSwatch(name, places)).not.toContain("<text");
  }
  expect(additionSwatch("obelisk", 1)).toContain(">O</text>");
  expect(additionSwatch("obelisk", 1, { additions: { obelisk: "ruins" } })).toBe(additionSwatch("ruins", 1));
});
