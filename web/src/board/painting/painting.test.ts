import { describe, expect, it } from "vitest";

import type { Art, HexSheet } from "../../api/types";
import type { Box, Turn } from "../geometry";
import { AreaGeometry } from "../kinds/areas";
import { HexGeometry } from "../kinds/hexes";
import { paintAreaMap } from "./areas";
import { paintHexMap } from "./hexes";
import { CATALOGUE, looksOf } from "./looks";
import { areaMap, counter, hexMap, label } from "./maps.sample";
import { Pen, penAsCanvas } from "./pen";
import { courses } from "./roads";
import { counterSvg } from "./counters";
import { swatch } from "./swatches";
import { Plan } from "./plan";
import { apart } from "./curves";
import { streams } from "./water";

function painted(map: HexSheet, options: { scale?: number; dark?: boolean; clip?: Box; turn?: Turn } = {}): string {
  const pen = new Pen();
  const { scale = 1, dark = false, clip, turn = 0 } = options;
  paintHexMap(penAsCanvas(pen), map, new HexGeometry(map, turn), { scale, dark, ...(clip ? { clip } : {}) });
  return pen.drawing;
}

const EVERYTHING = hexMap(
  8,
  8,
  Object.fromEntries([...CATALOGUE.terrain, "lava"].map((word, i) => [label((i % 7) + 1, Math.floor(i / 7) * 3 + 2), word])),
  {
    hexsides: [...CATALOGUE.hexside, "laser"].map((kind, i) => ({ kind, between: [label((i % 6) + 2, 4 + Math.floor(i / 6) * 2), label((i % 6) + 2, 5 + Math.floor(i / 6) * 2)] as [string, string] })),
    roads: [...CATALOGUE.road, "canal"].map((kind, i) => ({ kind, hexes: [label(i + 2, 1), label(i + 2, 2), label(i + 2, 3)] })),
    names: [{ hex: "0303", text: "Tom & Jerry's", kind: "place" }],
    entries: [{ hex: "0101", letter: "A" }, { hex: "9999", letter: "B" }],
    zones: [{ name: "z", hexes: ["0505", "0506", "9999"] }],
  },
);
EVERYTHING.hexes.forEach((hex, i) => (hex.features = i < CATALOGUE.feature.length ? [CATALOGUE.feature[i]!] : i === 20 ? ["obelisk"] : []));

describe("every name of the catalogue", () => {
  it("has a swatch of its own, and so has what nobody has drawn", () => {
    const art: Art = { ground: { scrubland: { pattern: "scrub" }, wood: { pattern: "trees" } } };
    const kinds = [
      ...Object.entries(CATALOGUE),
      ["ground", ["wood", "scrubland"]], ["prize", []], ["crossing", []], ["river", []],
    ] as [string, string[]][];
    const seen = new Map<string, string>();
    for (const [kind, list] of kinds) {
      for (const word of kind === "road" ? list : [...list, "something new"]) { // a new road is a track
        if (word === "timber") continue; // seen from above it is a wall
        for (const dark of [false, true]) {
          const svg = swatch(kind, word, dark, art).replace(/pen-\d+/g, "pen");
          expect(svg.length).toBeGreaterThan(200);
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(seen.get(svg), word).toBeUndefined();
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
    const hexsides = ["0302", "0402", "0403"].map((name) => ({ kind: "water-narrow", between: ["0303", name] as [string, string] }));
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
    const map = hexMap(6, 6, { "0303": "water" }, { hexsides: [{ kind: "water", between: ["0402", "0403"] }] });
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

describe("a game that picks from the catalogue", () => {
  const art: Art = {
    ground: { vineyard: { pattern: "orchard", colour: "#123456" }, reeds: { pattern: "marsh", colour: "brine" }, heath: { pattern: "marsh" } },
    edges: { dyke: "bank", brook: "water-narrow" },
    roads: { lane: "road-narrow" },
    features: { windmill: "tents" },
    symbols: { elephants: "horse", king: "stars" },
    states: { weary: { shape: "hexagon", colour: "olive", letter: "Y" }, cursed: { colour: "#102030" } },
  };
  const looks = looksOf(art);

  it("has the look of each pick, whatever its own word", () => {
    const none = looksOf();
    expect(looks.edge("dyke")).toBe(none.edge("bank"));
    expect(looks.road("lane")).toBe(none.road("road-narrow"));
    expect(looks.feature("windmill")).toBe(none.feature("tents"));
    expect(looks.ground("vineyard").texture).toBe(none.ground("orchard").texture);
    expect(looks.ground("vineyard").wash[0]).toBe("#123456");
    expect(looks.state("weary")).toMatchObject({ fill: "#bcc889", letter: "Y" });
    expect(looks.state("cursed")).toMatchObject({ fill: "#102030", ink: "#fffdf5", letter: "C" });
  });

  it("needs no entry for a name of the catalogue, and sees any other word drawn plainly", () => {
    expect(looks.edge("wall")).toBe(looksOf().edge("wall"));
    expect(looks.edge("constructor")).toBe(looks.edge("laser"));
    expect(looks.road("canal")).toBe(looks.road("track"));
    expect(looks.state("bewildered").letter).toBe("B");
    expect(looks.ground("lava").wash).not.toEqual(looks.ground("ice").wash);
    expect(looks.ground("lava").wash).toEqual(looksOf().ground("lava").wash);
  });

  it("has grounds of one pattern lie in the order of its art", () => {
    expect(looks.ground("reeds").order).toBeLessThan(looks.ground("heath").order);
    expect(looks.ground("heath").order).toBeLessThan(looks.ground("trees").order);
  });

  it("sees it on its maps and counters", () => {
    const map = hexMap(4, 4, { "0202": "vineyard" }, { art, hexsides: [{ kind: "brook", between: ["0202", "0203"] }], roads: [{ kind: "lane", hexes: ["0302", "0303"] }] });
    const svg = painted(map);
    for (const sign of ["#123456", 'stroke-width="4.8"']) expect(svg).toContain(sign);
    expect(painted({ ...map, art: {} })).not.toContain("#123456");
    expect(painted(map, { dark: true })).not.toContain("#123456");
    const elephants = counter({ symbol: "elephants", states: [{ word: "weary", title: "weary" }] });
    expect(counterSvg(elephants, 80, { art })).toBe(counterSvg({ ...elephants, symbol: "horse" }, 80, { art }));
    expect(counterSvg(elephants, 80, { art })).toContain("#bcc889");
    expect(counterSvg(counter({ symbol: "king" }), 80, { art })).not.toBe(counterSvg(counter({ symbol: "king" }), 80));
  });
});
