import { describe, expect, it } from "vitest";

import type { Point } from "../../api/types";
import { contains, HEIGHT, inside, overlap, type Turn } from "../geometry";
import { HexGeometry } from "../kinds/hexes";
import { apart } from "./curves";
import { numberPlace, numberSize } from "./grid";
import { lettersAlong, nameSize, placedNames } from "./lettering";
import { hexMap } from "./maps.sample";
import { Plan } from "./plan";
import { courses } from "./roads";

const TURNS: Turn[] = [0, 1, 2, 3];

describe("hex numbers", () => {
  it("stand inside their hex at every zoom and turn", () => {
    const map = hexMap(4, 4);
    for (const turn of TURNS) {
      const geometry = new HexGeometry(map, turn);
      const plan = new Plan(map, geometry);
      for (const scale of [0.65, 0.8, 1, 2, 4]) {
        const size = numberSize(scale)!;
        const [x, y] = numberPlace(plan, geometry.centre("0202"), size);
        const half = size * 1.15;
        for (const at of [[x - half, y], [x + half, y], [x, y - size * 0.7]] as Point[]) expect(inside(geometry.outline("0202"), at)).toBe(true);
      }
    }
  });

  it("are left away from afar", () => {
    expect(numberSize(20 / HEIGHT)).toBeNull();
    expect(numberSize(70 / HEIGHT)).not.toBeNull();
  });
});

describe("names", () => {
  const names = [
    { hex: "0303", text: "Springs", kind: "place" as const },
    { hex: "0403", text: "Great House", kind: "place" as const },
    { hex: "0302", text: "Garden", kind: "place" as const },
    { hex: "0101", text: "A Meeting House at the very edge", kind: "place" as const },
  ];

  it("stand by their hex, on the map, and not on one another", () => {
    const map = hexMap(8, 8, {}, { names });
    for (const turn of TURNS) {
      const geometry = new HexGeometry(map, turn);
      const placed = placedNames(new Plan(map, geometry), 12.8);
      expect(placed).toHaveLength(names.length);
      for (const { box, name, at } of placed) {
        expect(contains(geometry.box, [box.left, box.top]) && contains(geometry.box, [box.left + box.width, box.top + box.height])).toBe(true);
        const [x, y] = geometry.centre(name.hex);
        expect(Math.abs(at[1] - y)).toBeLessThan(HEIGHT * 0.75);
        if (name.hex !== "0101") expect(Math.abs(at[0] - x)).toBeLessThan(box.width);
      }
      for (const one of placed) for (const other of placed) if (one !== other) expect(overlap(one.box, other.box)).toBe(false);
    }
  });

  it("of roads run along them, clear of the letter of an entry", () => {
    const road = { kind: "road", hexes: ["0501", "0502", "0503", "0504", "0505", "0506", "0507", "0508"] };
    const map = hexMap(9, 8, {}, { roads: [road], names: [{ hex: "0501", text: "High Road", kind: "road" }], entries: [{ hex: "0501", letter: "A" }] });
    const plan = new Plan(map, new HexGeometry(map));
    const [placed] = placedNames(plan, 12.8);
    const entry = plan.exact(plan.stepOf("0501")!);
    const [course] = courses(plan);
    for (const { at } of lettersAlong("High Road", placed!.line!, placed!.size, 0.5)) {
      expect(apart(at, entry)).toBeGreaterThan(24);
      expect(Math.min(...course!.line.map((on) => apart(on, at)))).toBeLessThan(16);
    }
  });

  it("of water run along it", () => {
    const river = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`040${i + 1}`, "water"]));
    const map = hexMap(8, 8, river, { names: [{ hex: "0404", text: "Great River", kind: "water" }] });
    const plan = new Plan(map, new HexGeometry(map));
    const [placed] = placedNames(plan, 12.8);
    const letters = lettersAlong("Great River", placed!.line!, placed!.size, 2);
    for (const { at } of letters) expect(plan.terrainAt(...at)).toBe("water");
  });

  it("of water and roads that are nowhere near stand like those of places", () => {
    const map = hexMap(4, 4, {}, { names: [{ hex: "0202", text: "Lost Creek", kind: "water" }, { hex: "0303", text: "Old Way", kind: "road" }, { hex: "9999", text: "Nowhere", kind: "place" }] });
    const placed = placedNames(new Plan(map, new HexGeometry(map)), 12.8);
    expect(placed.map(({ name, line }) => [name.text, line === undefined])).toEqual([["Lost Creek", true], ["Old Way", true]]);
  });

  it("along a line can be read: from left to right, or upwards", () => {
    const lines: Point[][] = [[[0, 0], [200, 10]], [[200, 10], [0, 0]], [[0, 0], [0, 200]], [[0, 200], [0, 0]]];
    for (const line of lines) {
      for (const { turn } of lettersAlong("River", line, 12, 1)) expect(turn > -Math.PI / 2 - 1e-6 && turn < Math.PI / 2 - 1e-6).toBe(true);
      const [first, last] = [lettersAlong("River", line, 12, 1)[0]!.at, lettersAlong("River", line, 12, 1)[4]!.at];
      expect(last[0] > first[0] + 1 || last[1] < first[1] - 1).toBe(true);
    }
  });

  it("grow as the map is seen from farther away, but not without end", () => {
    expect(nameSize(2)).toBe(nameSize(1));
    expect(nameSize(0.4)).toBeGreaterThan(nameSize(1));
    expect(nameSize(0.01)).toBe(27);
  });
});
