import { describe, expect, it } from "vitest";
import type { BoardMap, Pieces } from "../api/types";
import { areaMap, hexMap } from "../board/painting/maps.sample";
import { addressed, onSheet, ownName, piecesOn, placeName, placesOn, placeTitle, sheetOf } from "./sheets";

const map: BoardMap = {
  digest: "d",
  values: "",
  sheets: [
    { sheet: hexMap(3, 3, {}, { id: "map", names: [{ hex: "0101", text: "Mill", kind: "place" }] }), words: { "0101": "0101: open" }, legend: [] },
    { sheet: { ...areaMap(), id: "far" }, words: {}, legend: [] },
  ],
};
const single: BoardMap = { ...map, sheets: [map.sheets[0]!] };

describe("a table with two sheets", () => {
  it("addresses a place with its sheet", () => {
    expect(addressed(map, "far", "west")).toBe("far:west");
    expect(sheetOf(map, "far:west").sheet.id).toBe("far");
    expect(ownName(map, "far:west")).toBe("west");
    expect(placesOn(map, "map", ["map:0101", "far:west"])).toEqual(["0101"]);
  });
  it("calls places as their own sheet does", () => {
    expect([placeName(map, "far:west"), placeName(map, "map:0101"), placeTitle(map, "map:0101")]).toEqual(["west", "0101", "0101 · Mill"]);
  });
  it("takes what lies on one of them", () => {
    const pieces: Pieces = {
      stacks: [{ place: "map:0101", counters: [] }, { place: "far:east", counters: [] }],
      markers: [], flags: [{ place: "far:west", flag: { letters: "X", colour: "#000" } }], groups: [], sky: [],
      additions: [{ kind: "works", places: ["map:0101", "map:0102"], words: "works", title: "Works" }],
      ways: [{ places: ["map:0101", "map:0103"], lengths: ["2"], text: "2", tolls: [{ place: "map:0102", text: "+1" }], goes_on: false, taken: false }], trays: [],
    };
    expect(piecesOn(map, "map", pieces)).toMatchObject({ stacks: [{ place: "0101" }], flags: [], additions: [{ places: ["0101", "0102"] }], ways: [{ places: ["0101", "0103"], tolls: [{ place: "0102" }] }] });
    expect(piecesOn(map, "far", pieces)).toMatchObject({ stacks: [{ place: "east" }], flags: [{ place: "west" }], additions: [], ways: [] });
  });
});

it("leaves a table with one sheet as it is", () => {
  expect(addressed(single, "map", "0101")).toBe("0101");
  const items = [{ place: "0101" }];
  expect(onSheet(single, "map", items)).toBe(items);
});
