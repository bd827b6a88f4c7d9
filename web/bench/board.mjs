/**
 * Pans and zooms a board with real pointer events in a software-rendered browser, and prints the percentiles of the intervals
 * between frames as JSON: a board of 1,600 hexes and 200 counters, or a position that `bench/positions.py` has written.
 * `node bench/board.mjs [seconds] [position.json]`
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { launch } from "../tests/chromium.mjs";

const seconds = Number(process.argv[2] ?? 4);
const position = process.argv[3] ? JSON.parse(readFileSync(process.argv[3], "utf8")) : null;
const root = fileURLToPath(new URL("..", import.meta.url));
const server = await createServer({ root, configFile: false, logLevel: "error", server: { host: "127.0.0.1", port: 0, hmr: false, watch: null } });
await server.listen();
const address = server.resolvedUrls.local[0];
const browser = await launch();

function percentiles(intervals) {
  const sorted = intervals.toSorted((a, b) => a - b);
  const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] * 10) / 10;
  return {
    frames: sorted.length,
    p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), most: at(1),
    under_25_ms: Math.round((sorted.filter((interval) => interval < 25).length / sorted.length) * 1000) / 1000,
  };
}

/** Drags the map about until the time is over. */
async function pan(page, until) {
  let turn = 0;
  while (performance.now() < until) {
    const [from, to] = turn++ % 2 === 0 ? [[950, 620], [330, 180]] : [[330, 180], [950, 620]];
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await page.mouse.move(from[0] + ((to[0] - from[0]) * step) / 40, from[1] + ((to[1] - from[1]) * step) / 40);
      await page.waitForTimeout(12);
    }
    await page.mouse.up();
  }
}

/** Turns the wheel in and out over a point until the time is over. */
async function zoom(page, until) {
  let turn = 0;
  await page.mouse.move(640, 400);
  while (performance.now() < until) {
    const direction = turn++ % 2 === 0 ? -1 : 1;
    for (let step = 0; step < 30; step++) {
      await page.mouse.wheel(0, direction * 30);
      await page.waitForTimeout(14);
    }
  }
}

/** A movement in every single frame, made in the page itself: nothing rests between two frames. */
async function everyFrame(page, until, kind) {
  await page.evaluate(
    ([kind, milliseconds]) =>
      new Promise((done) => {
        const view = document.querySelector(".board-view");
        const send = (name, x, y) => view.dispatchEvent(new PointerEvent(name, { pointerId: 7, pointerType: "mouse", button: 0, clientX: x, clientY: y, bubbles: true }));
        const start = performance.now();
        if (kind === "pan") send("pointerdown", 640, 400);
        const step = (now) => {
          const turn = ((now - start) / 1000) * Math.PI;
          if (kind === "pan") send("pointermove", 640 + 300 * Math.sin(turn), 400 + 200 * Math.sin(turn * 0.7));
          else view.dispatchEvent(new WheelEvent("wheel", { deltaY: 22 * Math.cos(turn), clientX: 600, clientY: 380, bubbles: true, cancelable: true }));
          if (now - start < milliseconds) requestAnimationFrame(step);
          else {
            if (kind === "pan") send("pointerup", 640, 400);
            done();
          }
        };
        requestAnimationFrame(step);
      }),
    [kind, until - performance.now()],
  );
}

/** Waits until nothing more is painted. */
async function settled(page) {
  let before = -1;
  for (let quiet = 0; quiet < 4; ) {
    await page.waitForTimeout(300);
    const now = await page.locator(".board-ground canvas, .board-ground img").count();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

const report = { seconds, load_before: loadavg()[0] };
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("pageerror", (error) => console.error(error));
  await page.addInitScript((given) => (window.position = given), position);
  await page.goto(`${address}bench/board.html`);
  await page.waitForFunction("window.board?.fit !== undefined"); // until then it is the element of that name
  Object.assign(report, await page.evaluate("window.sizes"));
  await settled(page);
  const acts = {
    pan: [2.5, pan],
    pan_far: [1, pan],
    zoom: [2, zoom],
    pan_every_frame: [2.5, (...args) => everyFrame(...args, "pan")],
    zoom_every_frame: [2, (...args) => everyFrame(...args, "zoom")],
  };
  for (const [name, [scale, act]] of Object.entries(acts)) {
    await page.evaluate("window.board.fit()");
    await page.waitForTimeout(500);
    await page.evaluate((factor) => window.board.zoom(factor), scale);
    await settled(page);
    await page.evaluate("window.frames_of.start()");
    await act(page, performance.now() + seconds * 1000);
    report[name] = percentiles(await page.evaluate("window.frames_of.stop()"));
  }
} finally {
  await browser.close();
  await server.close();
}
report.load_after = loadavg()[0];
console.log(JSON.stringify(report, null, 2));
