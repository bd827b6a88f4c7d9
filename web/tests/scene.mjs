// A scene: people in browsers at one server, told step by step. tests/browser/ starts the server; runner.mjs runs the scenes that it asks
// for, one after another: to start Node and Chromium for each of them takes longer than a short scene.
//
// Whoever sits down is watched: a word on the console, an exception, a request to another host or a breach of the content
// security policy fails the scene, wherever it happens.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launch as launchChromium } from "./chromium.mjs";
import { launch as launchFirefox } from "./firefox.mjs";
import { Guest, resetPicks } from "./guest.mjs";

export { assert };

export const SCREEN = { viewport: { width: 1400, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const PATIENCE = 30_000; // milliseconds; a machine busy with other tests is slow
/** Milliseconds by which an answer of the server is late at most: what a busy machine does now and then, made to happen always. */
const LATE = Number(process.env.GROGNARD_LATE ?? 0);
/** Set by whoever wants to look at the scenes: pictures are taken, and every map is painted wholly. */
export const PICTURES = Boolean(process.env.GROGNARD_PICTURES);
/** For a person whose map must be painted, pictures or not. */
export const PAINTED = { painted: true };

/** What tests/browser/ sends, line by line. */
export const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

let chromium = null;

/** What went wrong in the scene that was run last. */
export const result = { faults: [] };

/** Run a scene to its end. */
export async function scene(file, story) {
  const firefox = process.env.GROGNARD_FIREFOX;
  const name = basename(fileURLToPath(file), ".mjs") + (firefox ? "-firefox" : "");
  const browser = await (firefox ? launchFirefox(firefox) : sharedChromium());
  const stage = new Stage(name, browser);
  resetPicks();
  try {
    await story(stage);
    await stage.settle();
  } catch (error) {
    stage.faults.unshift(error.stack ?? String(error));
    await stage.evidence().catch(() => {});
  }
  await stage.close();
  if (firefox) await browser.close();
  result.faults = stage.faults;
}

/** The Chromium of all scenes of this process. */
async function sharedChromium() {
  if (!chromium?.isConnected()) chromium = await launchChromium();
  return chromium;
}

/** The body of the last command of a page; Firefox does not tell the bodies of requests. */
function keepWhatIsSent() {
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => {
    if (String(address).endsWith("/moves")) globalThis.lastCommand = options.body;
    return fetch(address, options);
  };
}

/** To paint the map is most of what a page of the table costs; when one tile is painted, the others are left out. */
function paintOneTile() {
  const { requestAnimationFrame } = globalThis;
  const isEnough = (work) => String(work).includes("paintSome") && document.querySelector(".board-tiles > *");
  globalThis.requestAnimationFrame = (work) => requestAnimationFrame((time) => isEnough(work) || work(time));
}

async function late(route) {
  await new Promise((go) => setTimeout(go, Math.random() * LATE));
  await route.continue().catch(() => {}); // the page may have gone elsewhere
}

class Stage {
  /** What nobody wanted to see. */
  faults = [];
  /** All that the server sent to any page, by page: bodies and frames; kept once somebody listens. */
  heard = new Map();
  listening = false;
  #people = [];
  #outage = false;
  #refusals = false;

  constructor(name, browser) {
    this.name = name;
    this.browser = browser;
    this.server = new Server(process.env.GROGNARD_URL, this);
    this.artefacts = process.env.GROGNARD_ARTEFACTS;
    mkdirSync(this.artefacts, { recursive: true });
  }

  /** Somebody without a browser, who speaks to the server as the pages do. */
  get guest() {
    return new Guest(this.server.url);
  }

  /** Somebody opens a browser of their own, with nothing in it. */
  async person(who, { painted = PICTURES, ...options } = {}) {
    const context = await this.browser.newContext({ ...SCREEN, locale: "en", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
    await context.addInitScript(keepWhatIsSent);
    if (!painted) await context.addInitScript(paintOneTile);
    if (LATE) await context.route("**/api/**", late);
    const page = await context.newPage();
    this.#people.push({ who, page });
    this.#watch(who, page);
    return page;
  }

  /** A person at a table, by link; without a token, a spectator. */
  async sit(who, game, token, options = {}) {
    const page = await this.person(who, options);
    await page.goto(`${this.server.url}/table/${game}${token ? `#${token}` : ""}`);
    return page;
  }

  #watch(who, page) {
    const heard = [];
    this.heard.set(page, heard);
    const blame = (what) => this.faults.push(`${who}: ${what}`);
    const known = (address) => ["data:", "blob:"].includes(new URL(address).protocol) || new URL(address).host === new URL(this.server.url).host;
    page.on("pageerror", (error) => blame(`an exception: ${error.stack}`));
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (this.#outage && /ERR_|WebSocket|Failed to load/.test(message.text())) return;
      if (this.#refusals && /status of 4\d\d/.test(message.text())) return;
      blame(`on the console: ${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => known(request.url()) || blame(`a request to another host: ${request.url()}`));
    page.on("response", async (response) => {
      if (response.status() >= 500) blame(`${response.status()} from ${response.url()}`);
      if (this.listening && response.url().includes("/api/")) heard.push(await response.text().catch(() => ""));
    });
    page.on("websocket", (socket) => {
      known(socket.url().replace(/^ws/, "http")) || blame(`a socket to another host: ${socket.url()}`);
      socket.on("framereceived", ({ payload }) => this.listening && heard.push(String(payload)));
    });
  }

  /** While the server is away, the browser may complain that it is. */
  outage(on) {
    this.#outage = on;
  }

  /** Where somebody does what the server refuses, the browser may tell of refusals. */
  refusals(on) {
    this.#refusals = on;
  }

  /** A picture to be looked at; nothing hangs on it. */
  async shot(page, title) {
    if (PICTURES) await this.#picture(page, title);
  }

  async shots(title) {
    for (const { who, page } of this.#people) if (!page.isClosed()) await this.shot(page, `${title}-${who}`);
  }

  /** What everybody saw when the scene failed. */
  async evidence() {
    for (const { who, page } of this.#people) if (!page.isClosed()) await this.#picture(page, `failed-${who}`);
  }

  async #picture(page, title) {
    await page.screenshot({ path: join(this.artefacts, `${this.name}-${title}.png`) });
  }

  /** Close every browser window: the next scene begins with none. */
  async close() {
    for (const context of this.browser.contexts()) await context.close().catch(() => {});
  }

  /** Let what is under way arrive, so that late faults are seen. */
  async settle() {
    for (const { page } of this.#people) if (!page.isClosed()) await page.waitForTimeout(200);
  }
}

/** The server, which tests/browser/ runs: it kills it and starts it again when asked. */
class Server {
  constructor(url, stage) {
    this.url = url;
    this.stage = stage;
  }

  async kill() {
    this.stage.outage(true);
    await this.#ask("kill");
  }

  async start() {
    await this.#ask("start");
  }

  async #ask(what) {
    console.log(`::${what}`);
    const { value } = await lines.next();
    assert.equal(value, "done");
  }
}
