/** The board put together: ground, counters and overlays in one pane, the pointer and the keyboard on it. */

import type { Point } from "../api/types";
import { blockOn, faceOn, painterOf } from "./art";
import { Buttons } from "./buttons";
import { Counters, type Face } from "./counters";
import { div, short } from "./dom";
import { Edges, pointersTo } from "./edges";
import { Fanning } from "./fanning";
import type { Box } from "./geometry";
import { listen } from "./gestures";
import { Ghost } from "./ghost";
import { Glass } from "./glass";
import { Ground } from "./ground";
import { Keyboard, ZOOM_STEP } from "./keyboard";
import { Looking } from "./looking";
import { Overlays } from "./overlays";
import { Pointing } from "./pointing";
import { Ruler } from "./ruler";
import { Scene, turnOf } from "./scene";
import type { Board, BoardConfig, Counter } from "./types";

const LETTERS = 0.72; // below this scale labels are made larger
const LARGEST_LETTERS = 1.9;
const AFAR = 20; // below so many pixels counters are too small to be read

export function createBoard(element: HTMLElement, config: BoardConfig): Board {
  return new TheBoard(element, config);
}

class TheBoard implements Board {
  private readonly root: HTMLElement;
  private readonly view: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly sky: HTMLElement;
  private readonly heard: HTMLElement;
  private readonly scene: Scene;
  private readonly looking: Looking;
  private readonly ground: Ground;
  private readonly overlays: Overlays;
  private readonly counters: Counters;
  private readonly fanning: Fanning;
  private readonly glass: Glass;
  private readonly edges: Edges;
  private readonly buttons: Buttons;
  private readonly ruler: Ruler;
  private readonly pointing: Pointing;
  private readonly keyboard: Keyboard;
  private readonly watcher: ResizeObserver;
  private readonly stopListening: () => void;

  constructor(element: HTMLElement, config: BoardConfig) {
    this.root = div("board-root", element);
    this.view = div("board-view", this.root);
    const pane = div("board-pane", this.view);
    this.ground = new Ground(pane);
    this.sheet = div("board-sheet", pane);
    this.sky = div("board-sky", this.sheet);
    this.sky.setAttribute("aria-hidden", "true");
    this.heard = div("board-heard", this.root);
    this.scene = new Scene(config);
    const move = (seen: Box, held: boolean): void => {
      this.ground.look(seen, held);
      this.pointBeyond();
    };
    this.looking = new Looking(this.scene, pane, { move, bake: (scale) => this.bake(scale) });
    this.edges = new Edges(this.root, (places) => this.show(places));
    const face: Face = (counter, size, side) => faceOn(this.scene.config.map.sheet, counter, size, side);
    this.overlays = new Overlays(this.sheet);
    this.counters = new Counters(this.sheet, face, blockOn, (place) => this.scene.nameOf(place), config.text);
    this.fanning = new Fanning(this.scene, this.counters, this.looking);
    this.glass = new Glass(this.root, face);
    this.buttons = new Buttons(this.root, {
      zoomIn: () => this.zoom(ZOOM_STEP),
      zoomOut: () => this.zoom(1 / ZOOM_STEP),
      fit: () => this.fit(),
      turn: () => this.rotate(),
      hide: () => this.hide(),
      magnify: () => this.magnify(),
      measure: () => this.takeRuler(!this.ruler.on),
    });
    const { scene, looking, counters, overlays, fanning, view } = this;
    const ghost = new Ghost(this.root, face);
    this.ruler = new Ruler(scene, overlays, (words) => (this.heard.textContent = words));
    this.pointing = new Pointing(scene, looking, counters, overlays, fanning, view, ghost, this.ruler, (place, at) => this.lookThrough(place, at));
    this.keyboard = new Keyboard(scene, looking, counters, overlays, fanning, view, {
      hide: () => this.hide(),
      magnify: () => this.magnify(),
      rotate: (quarters) => this.rotate(quarters),
      say: (words) => (this.heard.textContent = words),
      look: (place) => this.lookThrough(place, null),
      reach: (place) => this.ruler.reach(this.scene.geometry.centre(place)),
      putAway: () => this.putRulerAway(),
    });
    this.view.tabIndex = 0;
    this.view.setAttribute("role", "application");
    this.heard.setAttribute("aria-live", "polite");
    this.ground.drawn = () => this.scene.config.on.drawn?.();
    this.usePainting();
    this.draw(new Set(Object.keys(config)), true);
    this.stopListening = this.listen();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.root);
    this.resize();
  }

  // ---------------------------------------------------------------- configuration in

  set(change: Partial<BoardConfig>): void {
    const focused = this.view.contains(document.activeElement);
    const middle = this.scene.geometry.placeAt([this.looking.camera.x, this.looking.camera.y]);
    const changed = this.scene.take(change);
    const [otherMap, otherTurn] = [changed.has("map"), changed.has("turn")];
    if (otherMap || otherTurn) {
      this.fanning.close();
      if (this.keyboard.cursor !== null && !this.scene.geometry.has(this.keyboard.cursor)) this.keyboard.cursor = null;
    }
    if (otherMap || otherTurn || changed.has("dark")) this.usePainting();
    this.draw(changed, otherMap || otherTurn);
    if (otherMap) this.looking.begin();
    else if (otherTurn) this.looking.stay(middle);
    if (focused && !this.view.contains(document.activeElement)) this.keyboard.keepFocus();
  }

  private usePainting(): void {
    const { config, geometry } = this.scene;
    this.root.classList.toggle("dark", config.dark);
    this.root.classList.toggle("board-areas", !geometry.cells);
    this.root.classList.toggle("board-figures", geometry.figures);
    this.ground.use(geometry, painterOf(config.map.sheet, geometry), config.dark);
  }

  /** Draws what hangs on the parts that changed. */
  private draw(changed: ReadonlySet<string>, still: boolean): void {
    const { scene } = this;
    const { config } = scene;
    const any = (...names: (keyof BoardConfig)[]) => names.some((name) => changed.has(name));
    if (any("text")) {
      this.view.setAttribute("aria-label", config.text("board.label"));
      this.view.setAttribute("aria-description", config.text("board.help"));
      this.counters.speak(config.text);
    }
    if (any("pieces", "map", "turn")) {
      this.counters.set(scene.spots, scene.piles, scene.blocks, scene.geometry, still);
      this.drawSky();
      this.fanning.again();
    }
    if (any("choosable", "others", "along", "selected", "pieces", "map"))
      this.counters.mark(scene.choosable, config.selected, scene.others, new Set(config.along));
    if (any("beyond", "text", "map", "turn")) this.pointBeyond();
    if (any("map", "turn")) this.ruler.putAway();
    if (any("choices", "regions", "marks", "arrows", "ways", "smoke", "pieces", "map", "turn", "text")) {
      this.overlays.set(scene.overlays);
      this.overlays.cursor(scene.geometry, this.keyboard.used ? this.keyboard.cursor : null);
    }
    if (any("hidden")) this.view.classList.toggle("board-hidden", config.hidden);
    if (any("padding")) {
      this.root.style.setProperty("--board-left", `${scene.padding.left}px`);
      this.root.style.setProperty("--board-top", `${scene.padding.top}px`);
    }
    if (any("text", "map", "turn", "hidden", "magnified", "buttons")) this.drawButtons();
    if (any("magnified", "pieces", "hidden")) this.lookThrough(this.looked, this.pointing.at);
  }

  private drawButtons(): void {
    const { config, north } = this.scene;
    this.buttons.set(config.text, north, config.hidden, config.magnified, config.buttons ?? "compass", this.ruler.works ? this.ruler.on : null);
  }

  /** Rain, night and fog lie over the map, below the counters. */
  private drawSky(): void {
    const kinds = new Set(this.scene.config.pieces.sky.flatMap((sky) => sky.kinds));
    const { left, top, width, height } = this.scene.geometry.box;
    this.sky.style.cssText = `left:${short(left)}px;top:${short(top)}px;width:${short(width)}px;height:${short(height)}px`;
    for (const kind of ["rain", "night", "fog"] as const) this.sky.classList.toggle(kind, kinds.has(kind));
  }

  /** The board rests at this scale: everything is drawn for it. */
  private bake(scale: number): void {
    this.sheet.style.transform = `scale(${scale})`;
    this.sheet.style.setProperty("--board-letter", short(Math.max(1, Math.min(LARGEST_LETTERS, LETTERS / scale))));
    this.root.classList.toggle("from-afar", this.scene.geometry.counter * scale < AFAR);
    this.ground.bake(scale);
    this.counters.zoom(scale, this.looking.seen);
    this.fanning.again();
  }

  private resize(): void {
    this.looking.resize({ width: this.root.clientWidth, height: this.root.clientHeight });
  }

  // ---------------------------------------------------------------- the magnifying glass

  private looked: string | null = null;
  private touched = false; // whether the last touch was on the map

  private lookThrough(place: string | null, at: Point | null): void {
    this.looked = place;
    const { config, geometry } = this.scene;
    const shown = config.magnified && !config.hidden && place !== null && geometry.has(place);
    const beside = at ?? (shown ? this.looking.toView(geometry.centre(place)) : [0, 0]);
    this.glass.show(shown ? this.scene.stack(place) : [], beside as Point, this.looking.size);
  }

  // ---------------------------------------------------------------- what the player does

  carry(counter: Counter, at: Point): void {
    this.pointing.bring(counter, this.onBoard(at));
  }

  drop(at: Point): void {
    this.pointing.release(this.onBoard(at));
  }

  /** A point of the window as one of the board; null: beside it. */
  private onBoard([x, y]: Point): Point | null {
    const box = this.view.getBoundingClientRect();
    const inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    return inside ? [x - box.left, y - box.top] : null;
  }

  private listen(): () => void {
    const stop = listen(this.view, this.pointing);
    this.view.addEventListener("keydown", (event) => {
      if (!this.keyboard.typed(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.view.addEventListener("focusin", (event) => this.keyboard.focused(event.target as Element));
    this.view.addEventListener("focusout", (event) => {
      if (this.view.contains(event.relatedTarget as Node | null)) return;
      this.keyboard.showCursor(false);
      if (this.pointing.at === null) this.fanning.close();
    });
    this.view.addEventListener("pointerdown", () => this.keyboard.showCursor(false));
    const touch = (event: PointerEvent): void => {
      this.touched = event.pointerType === "touch" && this.view.contains(event.target as Node);
    };
    document.addEventListener("pointerdown", touch, true);
    return () => {
      document.removeEventListener("pointerdown", touch, true);
      stop();
    };
  }

  fit(): void {
    this.looking.fit();
  }

  zoom(factor: number): void {
    this.looking.zoom(factor);
  }

  rotate(quarters = 1): void {
    const turn = turnOf((this.scene.config.turn ?? 0) + quarters);
    this.set({ turn });
    this.scene.config.on.turned?.(turn);
  }

  show(places: string[]): void {
    this.looking.show(places);
  }

  /** The map never moves by itself under the pointer, nor after a finger was on it. */
  suggest(places: string[]): void {
    const pointed = this.touched || (this.pointing.at !== null && !this.keyboard.used);
    if (!pointed) this.looking.show(places);
  }

  private pointBeyond(): void {
    const { geometry, config } = this.scene;
    const known = (config.beyond ?? []).filter((place) => geometry.has(place));
    const places = known.map((place) => ({ place, at: this.looking.toView(geometry.centre(place)) }));
    this.edges.show(this.looking.size.width ? pointersTo(places, this.looking.size) : [], config.text);
  }

  focus(place: string): void {
    if (this.scene.geometry.has(place)) this.keyboard.goTo(place);
  }

  measure(): void {
    if (!this.ruler.works) return;
    const { cursor, used } = this.keyboard;
    if (!used || cursor === null) this.takeRuler(!this.ruler.on);
    else if (this.ruler.measuring) this.ruler.end();
    else this.ruler.begin(this.scene.geometry.centre(cursor));
  }

  private takeRuler(on: boolean): void {
    this.ruler.on = on;
    if (!on) this.ruler.putAway();
    this.view.classList.toggle("measuring", on);
    this.drawButtons();
  }

  putAway(): void {
    this.putRulerAway();
  }

  /** Tells whether there was one. */
  private putRulerAway(): boolean {
    const was = this.ruler.putAway() || this.ruler.on;
    this.takeRuler(false);
    return was;
  }

  key(event: KeyboardEvent): boolean {
    return this.keyboard.key(event);
  }

  private hide(): void {
    const hidden = !this.scene.config.hidden;
    this.set({ hidden });
    this.scene.config.on.hidden?.(hidden);
  }

  private magnify(): void {
    const magnified = !this.scene.config.magnified;
    this.set({ magnified });
    this.scene.config.on.magnified?.(magnified);
  }

  destroy(): void {
    this.watcher.disconnect();
    this.stopListening();
    this.fanning.close();
    this.looking.destroy();
    this.counters.destroy();
    this.ground.destroy();
    this.root.remove();
  }
}
