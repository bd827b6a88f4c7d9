import { expect, test } from "vitest";
import type { LogLine, WayPicture } from "../api/types";
import { declaredWays, takenWays } from "./ways";

const fence = { place: "3,2", text: "fence +5" };
const begun: WayPicture = { places: ["0,0", "4,3"], lengths: ["5.0 cm"], text: "10.0 of 40 cm", tolls: [fence], goes_on: true, taken: false };

test("a declared way says its sum until another choice is pointed at", () => {
  expect(declaredWays([begun], null)).toEqual([{ kind: "declared", places: ["0,0", "4,3"], lengths: ["5.0 cm"], tolls: [fence], text: "10.0 of 40 cm", goesOn: true }]);
  expect(declaredWays([], null)).toEqual([]);
});

test("what a click would add begins where the declared way ends, and pays nothing twice", () => {
  const wood = { place: "8,3", text: "woods +10" };
  const whole: WayPicture = { places: ["0,0", "4,3", "9,3"], lengths: ["5.0 cm", "10.0 cm"], text: "25.0 of 40 cm", tolls: [fence, wood], goes_on: false, taken: false };
  const [declared, offered] = declaredWays([begun], whole);
  expect(declared).toMatchObject({ kind: "declared", text: "5.0 cm" });
  expect(offered).toEqual({ kind: "offered", places: ["4,3", "9,3"], lengths: ["10.0 cm"], tolls: [wood], text: "25.0 of 40 cm", goesOn: false });
  expect(declaredWays([], whole)).toMatchObject([{ kind: "offered", places: whole.places, tolls: whole.tolls }]);
});

test("whatever the lines tell of was taken", () => {
  const line = (effect: LogLine["effect"]) => ({ effect }) as LogLine;
  expect(takenWays([line({ kind: "way", places: ["0,0", "1,1"] }), line({ kind: "smoke", places: ["0,0"] }), line(undefined)])).toMatchObject([{ kind: "taken", places: ["0,0", "1,1"] }]);
  expect(declaredWays([{ ...begun, goes_on: false, taken: true }], null)).toMatchObject([{ kind: "taken", goesOn: false }]);
});
