import { describe, expect, it } from "vitest";

import type { Point } from "../../api/types";
import { inside, type Turn } from "../geometry";
import { HexGeometry } from "../kinds/hexes";
import { signedArea } from "./curves";
import { hexMap, label } from "./maps.sample";
import { Plan } from "./plan";
import { hachures } from "./slopes";

const TURNS: Turn[] = [0, 1, 2, 3];
/** Hex 0303 and its six neighbours. */
const ABOUT = ["0302", "0402", "0403", "0304", "0203", "0202"];

describe("a plan", () => {
  it("knows the hex at every point, as the geometry does", () => {
    const map = hexMap(6, 5);
    for (const turn of TURNS) {
      const geometry = new HexGeometry(map, turn);
      const plan = Plan.of(map, geometry);
      for (let x = geometry.box.left + 0.41; x < geometry.box.left + geometry.box.width; x += 7.3) {
        for (let y = geometry.box.top + 0.37; y < geometry.box.top + geometry.box.height; y += 7.7) {
          const found = geometry.placeAt([x, y]);
          if (found !== null) expect(plan.hexAt(x, y)).toBe(plan.stepOf(found));
        }
      }
    }
  });

  it("puts centres and corners where the geometry puts them", () => {
    const map = hexMap(4, 4);
    for (const turn of TURNS) {
      const geometry = new HexGeometry(map, turn);
      const plan = Plan.of(map, geometry);
      for (const { label: name } of map.hexes) {
        const [x, y] = plan.exact(plan.stepOf(name)!);
        const centre = geometry.centre(name);
        expect(x).toBeCloseTo(centre[0]);
        expect(y).toBeCloseTo(centre[1]);
      }
      const [a, b] = plan.sideBetween(plan.stepOf("0202")!, plan.stepOf("0203")!)!;
      const side = geometry.side("0202", "0203")!;
      expect(plan.exact(a)[0]).toBeCloseTo(side[0][0]);
      expect(plan.exact(b)[1]).toBeCloseTo(side[1][1]);
    }
  });

  it("runs on one hex beyond the edge, and stops where hexes are missing", () => {
    const map = hexMap(3, 3, { "0101": "forest" });
    const plan = new Plan(map, new HexGeometry(map));
    const [x, y] = plan.exact(plan.stepOf("0101")!);
    expect(plan.terrainAt(x, y - 69)).toBe("forest");
    const holed = { ...map, hexes: map.hexes.filter((hex) => hex.label !== "0202") };
    const [hx, hy] = new Plan(map, new HexGeometry(map)).exact(plan.stepOf("0202")!);
    expect(new Plan(holed, new HexGeometry(holed)).terrainAt(hx, hy)).toBeUndefined();
  });

  it("goes clockwise about what it outlines, and the other way about a hole", () => {
    const map = hexMap(5, 5);
    const plan = new Plan(map, new HexGeometry(map));
    const loops = plan.outlines(new Set(ABOUT.map((name) => plan.stepOf(name)!)));
    const areas = loops.map((loop) => signedArea(loop.map((at) => plan.exact(at)))).sort((a, b) => a - b);
    expect(loops.map((loop) => loop.length).sort((a, b) => a - b)).toEqual([6, 18]);
    expect(areas[0]).toBeLessThan(0);
    expect(areas[1]).toBeGreaterThan(0);
  });

  it("joins hexsides end to end into one line", () => {
    const map = hexMap(5, 5, {}, { hexsides: ABOUT.slice(0, 4).map((name) => ({ kind: "stream", between: ["0303", name] as [string, string] })) });
    const plan = new Plan(map, new HexGeometry(map));
    const runs = plan.runs((kind) => kind === "stream");
    expect(runs).toHaveLength(1);
    expect(runs[0]!.steps).toHaveLength(5);
  });

  it("breaks a line where three hexsides meet", () => {
    const hexsides = [["0303", "0302"], ["0303", "0402"], ["0302", "0402"]].map((between) => ({ kind: "stream", between: between as [string, string] }));
    const map = hexMap(5, 5, {}, { hexsides });
    expect(new Plan(map, new HexGeometry(map)).runs(() => true)).toHaveLength(3);
  });

  it("leaves out a hexside between hexes that do not touch or are not there", () => {
    const map = hexMap(3, 3, {}, { hexsides: [{ kind: "stream", between: ["0101", "0303"] }, { kind: "stream", between: ["0101", "9999"] }] });
    expect(new Plan(map, new HexGeometry(map)).hexsides).toEqual([]);
  });
});

describe("slopes", () => {
  it("fall from the high hex into the low one, in every direction and however the board is turned", () => {
    for (const turn of TURNS) {
      for (const high of ABOUT) {
        const map = hexMap(5, 5, {}, { hexsides: [{ kind: "slope", between: ["0303", high] }] });
        const geometry = new HexGeometry(map, turn);
        const plan = new Plan(map, geometry);
        const [run] = plan.runs((kind) => kind === "slope", true);
        const strokes = hachures(plan.softLine(run!.steps));
        expect(strokes.length).toBeGreaterThan(6);
        const low = strokes.filter(({ foot }) => inside(geometry.outline("0303"), foot)).length;
        const wrong = strokes.filter(({ foot }) => inside(geometry.outline(high), foot)).length;
        expect(low).toBeGreaterThan(strokes.length * 0.8);
        expect(wrong).toBe(0);
      }
    }
  });

  it("that face each other are two lines", () => {
    const hexsides = [{ kind: "slope", between: ["0303", "0302"] }, { kind: "slope", between: ["0402", "0303"] }] as { kind: string; between: [string, string] }[];
    const map = hexMap(5, 5, {}, { hexsides });
    const plan = new Plan(map, new HexGeometry(map));
    const runs = plan.runs((kind) => kind === "slope", true);
    expect(runs).toHaveLength(2);
    const feet = runs.map(({ steps }) => hachures(plan.softLine(steps))[4]!.foot as Point);
    const low = feet.map(([x, y]) => map.hexes.find((hex) => plan.stepOf(hex.label) === plan.hexAt(x, y))!.label);
    expect(low.sort()).toEqual(["0303", "0402"]);
  });

  it("in a row are one line", () => {
    const hexsides = [3, 4, 5].map((column) => ({ kind: "slope", between: [label(column, 3), label(column, 2)] as [string, string] }));
    const map = hexMap(7, 5, {}, { hexsides: [...hexsides, { kind: "slope", between: ["0303", "0402"] }, { kind: "slope", between: ["0503", "0402"] }] });
    expect(new Plan(map, new HexGeometry(map)).runs((kind) => kind === "slope", true).length).toBeLessThanOrEqual(2);
  });
});
