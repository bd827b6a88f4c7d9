/**
 * Paints positions in a browser and writes what it sees as PNG: to look at the art, and to see how long it takes.
 *
 *   node bench/art.mjs POSITIONS OUT [word in the name of a picture]...
 *
 * POSITIONS is a folder of JSON files, each `{ "map": ..., "pieces": ... }` (`python bench/positions.py POSITIONS` writes some).
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

import { launch } from "../tests/chromium.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [positions, out, ...wanted] = process.argv.slice(2);
if (!positions || !out) {
  console.error("Say where the positions are and where the pictures go: node bench/art.mjs POSITIONS OUT");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const built = join(tmpdir(), `art-${process.pid}`);
await build({
  configFile: false,
  logLevel: "error",
  build: { outDir: built, lib: { entry: join(here, "art.ts"), formats: ["iife"], name: "bench", fileName: () => "art.js" }, target: "es2022", minify: false },
});

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
page.on("pageerror", (error) => console.error(error));
await page.setContent("<!doctype html><body></body>");
await page.addScriptTag({ path: join(built, "art.js") });

const want = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const shot = async (name) => page.locator("body").screenshot({ path: join(out, `${name}.png`) });

const counters = new Map();
const legend = new Map();
for (const file of readdirSync(positions).filter((name) => name.endsWith(".json"))) {
  const position = JSON.parse(readFileSync(join(positions, file), "utf8"));
  const short = basename(file, ".json");
  for (const { counters: stack } of [...position.pieces.stacks, ...position.pieces.trays]) {
    for (const counter of stack) counters.set(`${counter.symbol} ${counter.lost} ${counter.states.map(({ word }) => word)} ${counter.colours.face}${counter.colours.band}`, counter);
  }
  for (const { kind, word } of position.map.legend) legend.set(`${kind} ${word}`, { kind, word });
  const views = [
    ["far", 0.28, null],
    ["mid", 0.62, null],
    ["near", 1.35, [0.32, 0.14, 1200, 900]],
    ["close", 2.6, [0.4, 0.2, 1200, 900]],
  ];
  for (const dark of [false, true]) {
    for (const [view, scale, part] of views) {
      const name = `${short}-${view}-${dark ? "night" : "day"}`;
      if (!want(name)) continue;
      const took = await page.evaluate(([p, s, d, c]) => globalThis.art.paint(p, s, d, 0, c, true), [position, scale, dark, part]);
      console.log(`${name}: ${Math.round(took)} ms`);
      await shot(name);
    }
  }
  for (const eyes of ["protan", "deutan", "tritan"]) {
    if (!want(`${short}-${eyes}`)) continue;
    await page.evaluate(([p, e]) => (globalThis.art.paint(p, 0.9, false, 0, [0.2, 0.25, 900, 620], true), globalThis.art.seenBy(e)), [position, eyes]);
    await shot(`${short}-${eyes}`);
  }
  if (want(`${short}-tiles`)) {
    const took = [];
    for (const [scale, side] of [[0.5, 256], [1, 256], [1, 512], [2, 512]]) {
      took.push(`${side} pixels at ${scale}: ${(await page.evaluate(([p, s, w]) => globalThis.art.tile(p, s, w), [position, scale, side])).toFixed(1)} ms`);
    }
    console.log(`${short}-tiles: ${took.join(", ")}`);
  }
  const kinds = new Map((position.map.hexsides ?? []).map(({ kind, between }) => [kind, between[0]]));
  for (const [kind, place] of kinds) {
    if (!want(`${short}-${kind}-day`)) continue;
    await page.evaluate(([p, at]) => globalThis.art.paint(p, 2.4, false, 0, [at, 700, 500], false), [position, place]);
    await shot(`${short}-${kind}-day`);
  }
  if (want(`${short}-turned-day`)) {
    await page.evaluate(([p]) => globalThis.art.paint(p, 0.62, false, 1, null, true), [position]);
    await shot(`${short}-turned-day`);
  }
}

const all = [...counters.values()];
const states = ["disrupted", "shattered", "pinned", "withdrawn", "fired", "moved", "disorder", "crossing", "north bank", "foraging", "parade", "routed"];
const plain = all.find(({ symbol, states: has }) => symbol === "infantry" && has.length === 0);
if (plain) {
  for (const word of states) all.push({ ...plain, states: [{ word, title: word }] });
  for (const [a, b, c] of [["disrupted", "fired"], ["shattered", "pinned"], ["pinned", "fired", "disorder"]]) {
    all.push({ ...plain, lost: 1, states: [a, b, c].filter(Boolean).map((word) => ({ word, title: word })) });
  }
  all.push({ ...plain, symbol: "something new", name: "A very long name of a battalion", values: "10-(-2)-12" });
}
for (const dark of [false, true]) {
  const mode = dark ? "night" : "day";
  if (want(`counters-${mode}`)) {
    await page.evaluate(([c, d]) => globalThis.art.showCounters(c, [14, 19, 24, 30, 40, 56, 80], d), [all, dark]);
    await shot(`counters-${mode}`);
  }
  if (want(`large-counters-${mode}`)) {
    await page.evaluate(([c, d]) => globalThis.art.showCounters(c, [160], d), [all, dark]);
    await shot(`large-counters-${mode}`);
  }
  if (want(`swatches-${mode}`)) {
    const more = [["terrain", "lava"], ["hexside", "briar"], ["hexside", "fieldwork"], ["hexside", "wall"], ["hexside", "abatis"], ["hexside", "something"], ["road", "path"], ["road", "turnpike"], ["road", "railroad"], ["feature", "church"], ["feature", "village"], ["feature", "redoubt"], ["feature", "something"], ["crossing", ""], ["river", ""], ["flag", "U.S."], ["entry", "A"], ["zone", "0"], ["zone", "1"]];
    const words = [...legend.values(), ...more.map(([kind, word]) => ({ kind, word }))];
    await page.evaluate(([w, d]) => globalThis.art.showSwatches(w, d), [words, dark]);
    await shot(`swatches-${mode}`);
  }
}
await browser.close();
