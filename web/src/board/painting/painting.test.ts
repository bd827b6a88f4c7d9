import { describe, expect, it } from "vitest";

import type { HexSheet } from "../../api/types";
import type { Box, Turn } from "../geometry";
import { AreaGeometry } from "../kinds/areas";
import { HexGeometry } from "../kinds/hexes";
import { paintAreaMap } from "./areas";
import { knownFeatures, registerFeature } from "./buildings";
import { paintHexMap } from "./hexes";
import { knownHexsides, registerHexside } from "./hexsides";
import { areaMap, counter, hexMap, label } from "./maps.sample";
import { Pen, penAsCanvas } from "./pen";
import { knownRoads, registerRoad, courses } from "./roads";
import { counterSvg } from "./counters";
import { knownStates } from "./states";
import { swatch } from "./swatches";
import { knownSymbols, registerSymbol } from "./symbols";
import { knownTerrains, registerTerrain } from "./terrains";
import { Plan } from "./plan";
import { apart } from "./curves";
import { streams } from "./water";
import words from "./words.json";

function painted(map: HexSheet, options: { scale?: number; dark?: boolean; clip?: Box; turn?: Turn } = {}): string {
  const pen = new Pen();
  const { scale = 1, dark = false, clip, turn = 0 } = options;
  paintHexMap(penAsCanvas(pen), map, new HexGeometry(map, turn), { scale, dark, ...(clip ? { clip } : {}) });
  return pen.drawing;
}

const EVERYTHING = hexMap(
  8,
  8,
  Object.fromEntries([...words.terrain, "lava"].map((word, i) => [label((i % 7) + 1, Math.floor(i / 7) * 3 + 2), word])),
  {
    hexsides: [...words.hexside, "laser"].map((kind, i) => ({ kind, between: [label((i % 6) + 2, 4 + Math.floor(i / 6) * 2), label((i % 6) + 2, 5 + Math.floor(i / 6) * 2)] as [string, string] })),
    roads: [...words.road, "canal"].map((kind, i) => ({ kind, hexes: [label(i + 2, 1), label(i + 2, 2), label(i + 2, 3)] })),
    names: [{ hex: "0303", text: "Tom & Jerry's", kind: "place" }],
    entries: [{ hex: "0101", letter: "A" }, { hex: "9999", letter: "B" }],
    zones: [{ name: "z", hexes: ["0505", "0506", "9999"] }],
  },
);
EVERYTHING.hexes.forEach((hex, i) => (hex.features = i < words.feature.length ? [words.feature[i]!] : i === 20 ? ["obelisk"] : []));

describe("every word that our games use", () => {
  it.each([
    ["terrain", words.terrain, knownTerrains()],
    ["hexside", words.hexside, knownHexsides()],
    ["road", words.road, knownRoads()],
    ["feature", words.feature, knownFeatures()],
    ["state", words.state, knownStates()],
    ["symbol", words.symbol.filter((word) => word !== "back"), knownSymbols()],
  ])("has a drawing: %s", (_, used, known) => {
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((word) => !known.includes(word))).toEqual([]);
  });

  it("has a swatch of its own", () => {
    const kinds = [
      ["terrain", words.terrain], ["hexside", words.hexside], ["road", words.road], ["feature", words.feature],
      ["ground", ["woods", "thicket"]], ["prize", []], ["crossing", []], ["river", []],
    ] as const;
    const seen = new Map<string, string>();
    for (const [kind, list] of kinds) {
      for (const word of kind === "road" ? list : [...list, "something new"]) { // a new road is a track
        for (const dark of [false, true]) {
          const svg = swatch(kind, word, dark).replace(/pen-\d+/g, "pen");
          expect(svg.length).toBeGreaterThan(200);
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(seen.get(svg)).toBeUndefined();
          seen.set(svg, word);
        }
      }
    }
  });
});

describe("a hex map", () => {
  it("is painted with whatever words it has, by day and by night, near and far, turned or not", () => {
    const turns = [1, 2, 3].map((turn) => ({ dark: false, scale: 0.6, turn: turn as Turn }));
    const views = [0.1, 0.3, 0.6, 1.5].flatMap((scale) => [false, true].map((dark) => ({ dark, scale, turn: 0 as Turn })));
    for (const view of [...views, ...turns]) {
      const svg = painted(EVERYTHING, view);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg).toContain("Tom &amp; Jerry&#39;s");
    }
  });

  it("painted twice is the same map", () => {
    const [first, second] = [painted(EVERYTHING), painted(structuredClone(EVERYTHING))];
    expect(first.replace(/pen-\d+/g, "")).toBe(second.replace(/pen-\d+/g, ""));
  });

  it("has numbers near by and none from afar", () => {
    expect(painted(EVERYTHING, { scale: 1 })).toContain(">0505<");
    expect(painted(EVERYTHING, { scale: 0.3 })).not.toContain(">0505<");
  });

  it("in part shows only that part", () => {
    const geometry = new HexGeometry(EVERYTHING);
    const clip = { ...geometry.boxOf("0202") };
    const part = painted(EVERYTHING, { clip });
    expect(part).toContain(">0202<");
    expect(part).not.toContain(">0808<");
    expect(part.length).toBeLessThan(painted(EVERYTHING).length / 3);
  });

  it("of no hexes at all is an empty sheet", () => {
    expect(() => painted(hexMap(0, 0))).not.toThrow();
  });

  it("lies by night on darker paper", () => {
    expect(painted(EVERYTHING, { dark: true })).not.toBe(painted(EVERYTHING));
  });
});

describe("roads", () => {
  it("cross each hexside near its middle", () => {
    const hexes = ["0101", "0201", "0302", "0303", "0403", "0504", "0604"];
    const map = hexMap(8, 8, {}, { roads: [{ kind: "road", hexes }] });
    const geometry = new HexGeometry(map);
    const [course] = courses(new Plan(map, geometry));
    hexes.slice(1).forEach((name, i) => {
      const [a, b] = geometry.side(hexes[i]!, name)!;
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as [number, number];
      expect(Math.min(...course!.line.map((at) => apart(at, middle)))).toBeLessThan(6);
    });
  });

  it("that end on another join its curve; those at the edge run off the map", () => {
    const roads = [{ kind: "road", hexes: ["0401", "0402", "0403", "0404"] }, { kind: "track", hexes: ["0203", "0303", "0402"] }];
    const map = hexMap(8, 8, {}, { roads });
    const geometry = new HexGeometry(map);
    const [main, side] = courses(new Plan(map, geometry));
    const end = side!.line[side!.line.length - 1]!;
    expect(Math.min(...main!.line.map((at) => apart(at, end)))).toBeLessThan(1e-6);
    expect(main!.line[0]![1]).toBeLessThan(geometry.box.top);
  });

  it("broken on the map are broken on the paper", () => {
    const map = hexMap(8, 8, {}, { roads: [{ kind: "road", hexes: ["0101", "0102", "0505", "0506", "9999"] }] });
    expect(courses(new Plan(map, new HexGeometry(map)))).toHaveLength(2);
  });
});

describe("streams", () => {
  it("run along their hexsides", () => {
    const hexsides = ["0302", "0402", "0403"].map((name) => ({ kind: "stream", between: ["0303", name] as [string, string] }));
    const map = hexMap(6, 6, {}, { hexsides });
    const geometry = new HexGeometry(map);
    const [stream] = streams(new Plan(map, geometry));
    for (const { between } of hexsides) {
      const [a, b] = geometry.side(...between)!;
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as [number, number];
      expect(Math.min(...stream!.line.map((at) => apart(at, middle)))).toBeLessThan(10);
    }
  });

  it("run on into a river, and off the map at its edge", () => {
    const map = hexMap(6, 6, { "0303": "river" }, { hexsides: [{ kind: "stream", between: ["0402", "0403"] }] });
    const [stream] = streams(new Plan(map, new HexGeometry(map)));
    expect(stream!.source.filter(Boolean)).toHaveLength(1); // one end springs, the other runs into the river
  });
});

describe("an area map", () => {
  it("is painted by day and by night, near and far, turned or not", () => {
    const map = areaMap();
    const views = [[0.2, false, 0], [1, false, 0], [1, true, 0], [3, true, 0], [1, false, 1], [1, false, 2], [1, false, 3]] as const;
    for (const [scale, dark, turn] of views) {
      const pen = new Pen();
      paintAreaMap(penAsCanvas(pen), map, new AreaGeometry(map, turn), { scale, dark });
      expect(pen.drawing).not.toMatch(/NaN|undefined|Infinity/);
      for (const text of [">west<", ">east<", ">recovery<", ">A Map<"]) expect(pen.drawing).toContain(text);
    }
  });
});

describe("a game that brings its own art", () => {
  it("sees it on its maps and counters", () => {
    registerTerrain("vineyard", { order: 20, wash: ["#123456", "#654321"] });
    registerHexside("dyke", { order: 20, along: (brush) => brush.ctx.fillText("dyke", 0, 0) });
    registerRoad("causeway", { order: 2, below: "ink", wide: 9.9, above: "road", narrow: 3.3 });
    registerFeature("windmill", (brush) => brush.ctx.fillText("windmill", 0, 0));
    registerSymbol("elephants", '<path d="M0 0h9" data-elephant=""/>');
    const map = hexMap(4, 4, { "0202": "vineyard" }, { hexsides: [{ kind: "dyke", between: ["0202", "0203"] }], roads: [{ kind: "causeway", hexes: ["0302", "0303"] }] });
    map.hexes[0]!.features = ["windmill"];
    const svg = painted(map);
    for (const sign of ["#123456", ">dyke<", 'stroke-width="9.9"', ">windmill<"]) expect(svg).toContain(sign);
    expect(painted(map, { dark: true })).toContain("#654321");
    expect(counterSvg(counter({ symbol: "elephants" }), 80)).toContain("data-elephant");
  });
});
