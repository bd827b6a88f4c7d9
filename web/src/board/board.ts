/** The board put together: camera, ground, counters, overlays, pointer and keyboard. */

import type { Counter, Point } from "../api/types";
import { faceOf, painterOf } from "./art";
import { Buttons } from "./buttons";
import {
  type Camera, centredOn, farthest, fitted, held, onTheWay, panned, pinched, scaleToFit, seen, showing, toBoard, toView, type View, zoomed,
} from "./camera";
import { Counters } from "./counters";
import { div, prefersStillness, short } from "./dom";
import { AreaGeometry, boxAround, type Direction, geometryOf, type Turn, turned, widened } from "./geometry";
import { listen } from "./gestures";
import { Glass } from "./glass";
import { Ground } from "./ground";
import { fanOut, layOut, type Pile, type Spot } from "./layout";
import { nextStop, type Stop, stopsOf } from "./order";
import { Overlays } from "./overlays";
import { same } from "./reconcile";
import type { Board, BoardConfig, Keys, Padding, PlaceChoice } from "./types";

const KEYS: Keys = { hide: "h", magnify: "m", turn: "r", fit: "0" };
const ZOOM_STEP = 1.35;
const PAN_STEP = 90; // pixels
const TRAVEL = 220; // milliseconds
const SETTLE = 140;
const OPEN_FAN = 170;
const CLOSE_FAN = 260;
const READABLE = 0.5; // pixels to a unit of the board: a counter is then 24 pixels wide
const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

export function createBoard(element: HTMLElement, config: BoardConfig): Board {
  return new TheBoard(element, config);
}

class TheBoard implements Board {
  private readonly root: HTMLElement;
  private readonly view: HTMLElement;
  private readonly pane: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly heard: HTMLElement;
  private readonly ground: Ground;
  private readonly overlays: Overlays;
  private readonly counters: Counters;
  private readonly glass: Glass;
  private readonly buttons: Buttons;
  private readonly stopListening: () => void;
  private readonly watcher: ResizeObserver;

  private config: BoardConfig;
  private geometry: ReturnType<typeof geometryOf>;
  private names = new Map<string, { name: string; words: string }>();
  private spots: Spot[] = [];
  private piles: Pile[] = [];
  private byKey = new Map<string, Spot>();
  private byPlace = new Map<string, Spot[]>();
  private choices = new Map<string, PlaceChoice>();
  private choosable: ReadonlySet<string> = new Set();
  private stops: Stop[] = [];

  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private size: View = { width: 0, height: 0 };
  private baked = 0;
  private frame = 0;
  private settling = 0;
  private travel = 0;
  private busy = false;
  private whole = false; // whether the player looks at the whole map, and has not moved since

  private cursor: string | null = null;
  private byKeys = false; // whether the keyboard was used last
  private acted: string | null = null; // where the last click chose something
  private fanned: string | null = null;
  private fanTimer = 0;
  private pointer: { at: Point; place: string | null; key: string | null } | null = null;

  constructor(element: HTMLElement, config: BoardConfig) {
    this.config = config;
    this.root = div("board-root", element);
    this.view = div("board-view", this.root);
    this.view.tabIndex = 0;
    this.view.setAttribute("role", "application");
    this.pane = div("board-pane", this.view);
    this.ground = new Ground(this.pane);
    this.sheet = div("board-sheet", this.pane);
    this.overlays = new Overlays(this.sheet);
    this.counters = new Counters(this.sheet, faceOf, (place) => this.nameOf(place), config.text);
    this.glass = new Glass(this.root, faceOf);
    this.buttons = new Buttons(this.root, {
      zoomIn: () => this.zoom(ZOOM_STEP),
      zoomOut: () => this.zoom(1 / ZOOM_STEP),
      fit: () => this.fit(),
      turn: () => this.rotate(),
      hide: () => this.hide(!this.config.hidden),
      magnify: () => this.magnify(!this.config.magnified),
    });
    this.heard = div("board-heard", this.root);
    this.heard.setAttribute("aria-live", "polite");
    this.geometry = geometryOf(config.map, turnOf(config.turn));
    this.useMap();
    this.setAll(new Set(Object.keys(config)), true);
    this.stopListening = this.listen();
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(this.root);
    this.resized();
  }

  // ---------------------------------------------------------------- configuration in

  set(change: Partial<BoardConfig>): void {
    const focused = this.view.contains(document.activeElement);
    this.change(change);
    // What had the focus may be gone: the keyboard stays on the board.
    if (focused && !this.view.contains(document.activeElement)) {
      this.view.focus({ preventScroll: true });
      if (this.byKeys) this.showCursor(true);
    }
  }

  private change(change: Partial<BoardConfig>): void {
    const before = this.config;
    this.config = { ...before, ...change };
    const changed = new Set(
      Object.keys(change).filter((name) => !Object.is(before[name as keyof BoardConfig], this.config[name as keyof BoardConfig])),
    );
    const otherMap = changed.has("map") && !sameMap(before.map, this.config.map);
    const otherTurn = turnOf(before.turn) !== turnOf(this.config.turn);
    if (otherMap || otherTurn || changed.has("dark")) this.useMap(otherMap, otherTurn);
    if (otherMap || otherTurn) changed.add("pieces");
    this.setAll(changed, otherMap || otherTurn);
    if (this.size.width === 0) return;
    if (otherMap) this.begin();
    else if (otherTurn && this.whole) this.lookAtAll();
    else if (otherTurn) this.look(this.camera);
  }

  private useMap(other = true, otherTurn = false): void {
    const { map, dark } = this.config;
    if (other || otherTurn) {
      const middle = this.geometry.placeAt([this.camera.x, this.camera.y]);
      this.geometry = geometryOf(map, turnOf(this.config.turn));
      if (otherTurn && middle !== null && this.geometry.has(middle)) {
        const [x, y] = this.geometry.centre(middle);
        this.camera = { ...this.camera, x, y };
      }
      if (this.cursor !== null && !this.geometry.has(this.cursor)) this.cursor = null;
      this.closeFan();
    }
    if (other) this.names = namesOf(this.config);
    this.root.classList.toggle("dark", dark);
    this.ground.use(this.geometry, painterOf(map, this.geometry), dark);
  }

  private setAll(changed: ReadonlySet<string>, still: boolean): void {
    const { config } = this;
    const any = (...names: (keyof BoardConfig)[]) => names.some((name) => changed.has(name));
    if (any("text", "map")) {
      this.names = namesOf(config);
      this.view.setAttribute("aria-label", config.text("board.label"));
      this.view.setAttribute("aria-description", config.text("board.help"));
    }
    if (any("pieces", "map", "turn")) {
      const laid = layOut(config.pieces, this.geometry, this.geometry instanceof AreaGeometry);
      this.spots = laid.spots;
      this.piles = laid.piles;
      this.byKey = new Map(this.spots.map((spot) => [spot.key, spot]));
      this.byPlace = byPlace(this.spots);
      if (this.fanned !== null && (this.byPlace.get(this.fanned)?.length ?? 0) < 2) this.closeFan();
      this.counters.set(this.spots, this.piles, this.geometry, still);
      if (this.fanned !== null) this.openFan(this.fanned);
    }
    if (any("text")) this.counters.speak(config.text);
    if (any("choosable", "selected", "pieces")) {
      this.choosable = new Set(config.choosable);
      this.counters.mark(this.choosable, config.selected);
    }
    if (any("choices")) this.choices = new Map(config.choices.toReversed().map((choice) => [choice.place, choice]));
    if (any("choices", "choosable", "pieces", "map", "turn")) {
      this.stops = stopsOf(this.spots, this.choosable, config.choices, this.geometry);
    }
    if (any("choices", "marks", "arrows", "pieces", "map", "turn", "text")) this.drawOverlays();
    if (any("hidden")) this.view.classList.toggle("board-hidden", config.hidden);
    if (any("padding")) {
      this.root.style.setProperty("--board-left", `${this.padding.left}px`);
      this.root.style.setProperty("--board-top", `${this.padding.top}px`);
    }
    if (any("text", "map", "turn", "hidden", "magnified", "buttons")) {
      const north = turned(config.map.kind === "hexes" ? config.map.north : "up", this.geometry.turn);
      this.buttons.set(config.text, north, config.hidden, config.magnified, config.buttons ?? "compass");
    }
    if (any("magnified", "pieces", "hidden")) this.showGlass();
  }

  private drawOverlays(): void {
    const { config, geometry } = this;
    const areas = new Map(config.map.kind === "areas" ? config.map.areas.map((area) => [area.id, area]) : []);
    this.overlays.set({
      geometry,
      choices: config.choices,
      marks: config.marks,
      arrows: config.arrows ?? [],
      markers: config.pieces.markers,
      flags: config.pieces.flags.flatMap(({ place, flag }) => {
        const area = areas.get(place);
        return area && !same(area.printed, flag) ? [{ area, flag }] : [];
      }),
      occupied: new Set(this.byPlace.keys()),
      text: config.text,
      name: (place) => this.nameOf(place),
    });
    this.overlays.cursor(geometry, this.byKeys ? this.cursor : null);
  }

  private nameOf(place: string): string {
    return this.names.get(place)?.name ?? place;
  }

  // ---------------------------------------------------------------- the camera

  private get padding(): Padding {
    return { top: 0, right: 0, bottom: 0, left: 0, ...this.config.padding };
  }

  private get least(): number {
    return farthest(this.geometry.sheet, this.size, this.padding);
  }

  fit(): void {
    this.go(fitted(this.geometry.sheet, this.size, this.padding));
    this.whole = true;
  }

  zoom(factor: number): void {
    const { top, right, bottom, left } = this.padding;
    const middle: Point = [(left + this.size.width - right) / 2, (top + this.size.height - bottom) / 2];
    this.go(zoomed(this.goal ?? this.camera, this.size, middle, factor, this.least));
  }

  rotate(quarters = 1): void {
    const turn = turnOf((this.config.turn ?? 0) + quarters);
    this.set({ turn });
    this.config.on.turned?.(turn);
  }

  show(places: string[]): void {
    const known = places.filter((place) => this.geometry.has(place));
    if (known.length === 0 || this.size.width === 0) return;
    const box = widened(boxAround(known.flatMap((place) => [...this.geometry.outline(place)])), 30);
    this.go(showing(this.goal ?? this.camera, box, this.size, this.padding, this.least));
  }

  focus(place: string): void {
    if (!this.geometry.has(place)) return;
    this.view.focus({ preventScroll: true });
    this.byKeys = true;
    this.moveCursor(place);
  }

  private goal: Camera | null = null;

  /** Travels to another view, or is there at once for who prefers stillness. */
  private go(to: Camera): void {
    this.whole = false;
    cancelAnimationFrame(this.travel);
    const from = this.camera;
    const goal = held(to, this.geometry.sheet, this.size, this.least, this.padding);
    if (prefersStillness() || same(from, goal)) {
      this.look(goal);
      return;
    }
    this.goal = goal;
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / TRAVEL));
      this.look(part === 1 ? goal : onTheWay(from, goal, part), true);
      if (part < 1) this.travel = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.travel = requestAnimationFrame(step);
  }

  private look(camera: Camera, travelling = false): void {
    if (!travelling) {
      cancelAnimationFrame(this.travel);
      this.goal = null;
      this.whole = false;
    }
    this.camera = held(camera, this.geometry.sheet, this.size, this.least, this.padding);
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Moves the pane: the only thing that happens while the player pans or zooms. */
  private draw(): void {
    this.frame = 0;
    const { x, y, scale } = this.camera;
    if (this.baked === 0) this.bake();
    const [left, top] = [this.size.width / 2 - x * scale, this.size.height / 2 - y * scale];
    const rest = scale === this.baked;
    const ratio = window.devicePixelRatio || 1;
    const at = (value: number) => (rest ? Math.round(value * ratio) / ratio : value);
    this.pane.style.transform = `translate(${at(left)}px,${at(top)}px)${rest ? "" : ` scale(${scale / this.baked})`}`;
    this.ground.look(seen(this.camera, this.size));
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), SETTLE);
  }

  /** The player rests: everything is drawn sharp at this scale. */
  private settle(): void {
    if (this.busy || this.goal) {
      this.settling = window.setTimeout(() => this.settle(), SETTLE);
      return;
    }
    if (this.baked === this.camera.scale) return;
    this.bake();
    this.draw();
    if (this.fanned !== null) this.openFan(this.fanned);
  }

  private bake(): void {
    this.baked = this.camera.scale;
    this.sheet.style.transform = `scale(${this.baked})`;
    this.sheet.style.setProperty("--board-letter", short(Math.max(1, Math.min(1.9, 0.72 / this.baked))));
    this.ground.bake(this.baked);
    this.counters.zoom(this.baked);
  }

  private resized(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || height === 0 || (width === this.size.width && height === this.size.height)) return;
    const first = this.size.width === 0;
    this.size = { width, height };
    if (first) this.begin();
    else if (this.whole) this.lookAtAll();
    else this.look(this.goal ?? this.camera);
  }

  private lookAtAll(): void {
    this.look(fitted(this.geometry.sheet, this.size, this.padding));
    this.whole = true;
  }

  /** The first view: all of the map, or on a small screen the counters, large enough to be read. */
  private begin(): void {
    const whole = fitted(this.geometry.sheet, this.size, this.padding);
    const centres = this.spots.map((spot) => spot.at);
    if (whole.scale >= READABLE * 0.7 || centres.length === 0) {
      this.lookAtAll();
      return;
    }
    const box = widened(boxAround(centres), 70);
    const scale = Math.max(READABLE, Math.min(1, scaleToFit(box, this.size, this.padding)));
    this.look(centredOn([box.left + box.width / 2, box.top + box.height / 2], scale, this.padding));
  }

  // ---------------------------------------------------------------- pointer

  private listen(): () => void {
    const stop = listen(this.view, {
      pan: (across, down) => this.look(panned(this.camera, across, down)),
      pinch: (from, to) => this.look(pinched(this.camera, this.size, from, to, this.least)),
      wheel: (at, factor) => this.look(zoomed(this.camera, this.size, at, factor, this.least)),
      tap: (at, target, touch) => this.tapped(at, target, touch),
      doubleTap: (at, target) => this.doubleTapped(at, target),
      longPress: (at, target) => this.pressedLong(at, target),
      hover: (at, target) => this.hovered(at, target),
      press: (at, target) => this.choose(this.meant(at, target)),
      moving: (moving) => {
        this.busy = moving;
        this.view.classList.toggle("moving", moving);
        if (moving) this.closeFan();
      },
    });
    const keydown = (event: KeyboardEvent) => {
      if (this.typed(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const focused = (event: FocusEvent) => this.focused(event.target as Element);
    const blurred = (event: FocusEvent) => {
      if (this.view.contains(event.relatedTarget as Node | null)) return;
      this.showCursor(false);
      if (this.pointer === null) this.closeFan();
    };
    const pressed = () => this.showCursor(false);
    this.view.addEventListener("keydown", keydown);
    this.view.addEventListener("focusin", focused);
    this.view.addEventListener("focusout", blurred);
    this.view.addEventListener("pointerdown", pressed);
    return stop;
  }

  /** The place and counter that a point or an element of the board stands for. */
  private meant(at: Point, target: Element): { place: string | null; spot: Spot | null } {
    const spot = this.byKey.get(this.counters.keyOf(target) ?? "") ?? null;
    if (spot && !this.config.hidden) return { place: spot.place, spot };
    const named = target.closest<HTMLElement>(".board-fan[data-place]")?.dataset.place;
    return { place: named ?? this.geometry.placeAt(toBoard(this.camera, this.size, at)), spot: null };
  }

  private tapped(at: Point, target: Element, touch: boolean): void {
    const { place, spot } = this.meant(at, target);
    if (place !== null) this.cursor = place;
    const stack = place === null ? [] : (this.byPlace.get(place) ?? []);
    const closed = spot !== null && this.fanned !== place;
    if (touch && closed && stack.length > 1 && !(place !== null && this.choices.has(place))) {
      this.openFan(place!);
      const only = stack.filter((member) => this.canChoose(member));
      if (only.length === 1) this.choose({ place, spot: only[0]! });
      else this.config.on.hover?.(place, null);
      return;
    }
    if (touch) this.config.on.hover?.(place, spot?.id || null);
    if (touch && this.fanned !== null && this.fanned !== place) this.closeFan();
    this.choose({ place, spot });
    if (touch && this.config.magnified) {
      this.pointer = { at, place, key: spot?.key ?? null };
      this.showGlass();
    }
  }

  private canChoose(spot: Spot): boolean {
    return spot.id !== "" && this.choosable.has(spot.id);
  }

  /** What a click means: a legal place first once a counter is chosen, else a counter, else a place. */
  private choose({ place, spot }: { place: string | null; spot: Spot | null }): void {
    const { on, selected } = this.config;
    const legal = place !== null && this.choices.has(place);
    const can = spot !== null && this.canChoose(spot);
    this.acted = legal || can ? place : null;
    if (legal && (selected !== null || !can)) on.place?.(place);
    else if (can) on.piece?.(spot.id, spot.place);
    else if (on.tap) on.tap(place, spot?.id || null);
    else if (spot?.id) on.piece?.(spot.id, spot.place);
    else if (place !== null) on.place?.(place);
  }

  private doubleTapped(at: Point, target: Element): void {
    const { place, spot } = this.meant(at, target);
    const canAct = (spot && this.canChoose(spot)) || (place !== null && this.choices.has(place));
    if (this.acted !== null && this.acted === place) return; // a second click on what was chosen means nothing more
    if (canAct) this.choose({ place, spot });
    else this.go(zoomed(this.camera, this.size, at, 1.9, this.least));
  }

  private pressedLong(at: Point, target: Element): void {
    const { place, spot } = this.meant(at, target);
    if (place !== null) this.askWhy(place, spot);
  }

  private askWhy(place: string, spot: Spot | null): void {
    const can = spot ? this.canChoose(spot) : this.choices.has(place);
    if (can) this.config.on.tap?.(place, spot?.id || null);
    else this.config.on.why?.(place, spot?.id || null);
  }

  private hovered(at: Point | null, target: Element | null): void {
    const meant = at && target ? this.meant(at, target) : { place: null, spot: null };
    const before = this.pointer;
    this.pointer = at ? { at, place: meant.place, key: meant.spot?.key ?? null } : null;
    this.showGlass();
    if (before?.place === this.pointer?.place && before?.key === this.pointer?.key) return;
    this.overlays.hover(this.geometry, this.pointer?.place ?? null);
    this.config.on.hover?.(meant.place, meant.spot?.id || null);
    this.planFan(meant.spot ? meant.place : null, meant.place);
  }

  /** A pile under the pointer opens after a moment; it closes a moment after the pointer has left it. */
  private planFan(over: string | null, place: string | null): void {
    clearTimeout(this.fanTimer);
    if (over !== null && over !== this.fanned && (this.byPlace.get(over)?.length ?? 0) > 1) {
      this.fanTimer = window.setTimeout(() => this.openFan(over), OPEN_FAN);
    } else if (this.fanned !== null && place !== this.fanned) {
      this.fanTimer = window.setTimeout(() => this.closeFan(), CLOSE_FAN);
    }
  }

  private openFan(place: string): void {
    const stack = this.byPlace.get(place);
    if (!stack || stack.length < 2 || this.config.hidden) return;
    this.fanned = place;
    const within = widened(seen(this.camera, this.size), -6 / this.camera.scale);
    this.counters.setFan(fanOut(place, stack, this.geometry.counter, this.camera.scale, within));
  }

  private closeFan(): void {
    clearTimeout(this.fanTimer);
    if (this.fanned === null) return;
    this.fanned = null;
    this.counters.setFan(null);
  }

  private showGlass(): void {
    const place = this.pointer?.place ?? (this.byKeys ? this.cursor : null);
    const spots = this.config.magnified && !this.config.hidden && place !== null ? (this.byPlace.get(place) ?? []) : [];
    const at = this.pointer?.at ?? (place !== null ? toView(this.camera, this.size, this.geometry.centre(place)) : [0, 0]);
    this.glass.show(this.countersOf(spots), at as Point, this.size);
  }

  private held: { spots: readonly Spot[]; counters: Counter[] } = { spots: [], counters: [] };

  /** The same list for the same stack, so that the glass is filled once. */
  private countersOf(spots: readonly Spot[]): Counter[] {
    if (spots !== this.held.spots) this.held = { spots, counters: spots.map((spot) => spot.counter) };
    return this.held.counters;
  }

  // ---------------------------------------------------------------- keyboard

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    return this.zoomKey(event) || this.letterKey(event);
  }

  private zoomKey({ key }: KeyboardEvent): boolean {
    if (!["+", "=", "-", "_"].includes(key)) return false;
    this.zoom(key === "+" || key === "=" ? ZOOM_STEP : 1 / ZOOM_STEP);
    return true;
  }

  private letterKey(event: KeyboardEvent): boolean {
    const keys = { ...KEYS, ...this.config.keys };
    const acts: Record<string, () => void> = {
      [keys.hide]: () => this.hide(!this.config.hidden),
      [keys.magnify]: () => this.magnify(!this.config.magnified),
      [keys.turn]: () => this.rotate(event.shiftKey ? -1 : 1),
      [keys.fit]: () => this.fit(),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return false;
    if (!event.repeat) act();
    return true;
  }

  private hide(hidden: boolean): void {
    this.set({ hidden });
    this.config.on.hidden?.(hidden);
  }

  private magnify(magnified: boolean): void {
    this.set({ magnified });
    this.config.on.magnified?.(magnified);
  }

  private typed(event: KeyboardEvent): boolean {
    const towards = ARROWS[event.key];
    if (towards) return this.arrow(towards, event);
    if (event.key === "Tab") return this.tab(event.shiftKey ? -1 : 1);
    if (event.key === "Enter" || event.key === " ") return this.enter(event.altKey);
    if (event.key === "Escape") return this.escape();
    if (this.config.keys) return this.key(event);
    return !event.ctrlKey && !event.metaKey && this.zoomKey(event);
  }

  private arrow(towards: Direction, event: KeyboardEvent): boolean {
    if (event.altKey || event.metaKey) return false;
    if (event.shiftKey || event.ctrlKey) {
      const [across, down] = { up: [0, PAN_STEP], right: [-PAN_STEP, 0], down: [0, -PAN_STEP], left: [PAN_STEP, 0] }[towards] as Point;
      this.go(panned(this.goal ?? this.camera, across, down));
      return true;
    }
    this.byKeys = true;
    const spot = this.focusedSpot();
    if (spot && this.fanned === spot.place) this.alongFan(spot, towards === "right" || towards === "down" ? 1 : -1);
    else {
      const from = this.cursor ?? this.firstPlace();
      const to = this.cursor === null ? from : from === null ? null : this.geometry.step(from, towards);
      if (to === null) this.say(this.config.text("board.edge"));
      else {
        this.view.focus({ preventScroll: true });
        this.moveCursor(to);
      }
    }
    return true;
  }

  /** Where the keyboard begins: with the chosen counter, what can be chosen, or the middle of the view. */
  private firstPlace(): string | null {
    const chosen = this.spots.find((spot) => spot.id !== "" && spot.id === this.config.selected);
    const middle = this.geometry.placeAt([this.camera.x, this.camera.y]);
    return chosen?.place ?? this.stops[0]?.place ?? middle ?? this.geometry.places[0] ?? null;
  }

  private moveCursor(place: string): void {
    this.cursor = place;
    if (this.fanned !== null && this.fanned !== place) this.closeFan();
    this.overlays.cursor(this.geometry, place);
    this.show([place]);
    this.config.on.hover?.(place, null);
    this.say(this.wordsOf(place));
    this.showGlass();
  }

  private showCursor(shown: boolean): void {
    this.byKeys = shown;
    this.overlays.cursor(this.geometry, shown ? this.cursor : null);
  }

  private focusedSpot(): Spot | null {
    return this.byKey.get(this.counters.keyOf(document.activeElement) ?? "") ?? null;
  }

  private alongFan(spot: Spot, step: 1 | -1): void {
    const stack = this.byPlace.get(spot.place) ?? [];
    const next = stack[stack.indexOf(spot) + step];
    if (next) this.counters.elementOf(next.key)?.focus({ preventScroll: true });
  }

  private tab(step: 1 | -1): boolean {
    const spot = this.focusedSpot();
    const place = document.activeElement?.closest<SVGElement>(".board-under [data-place]")?.dataset.place;
    const now = spot ? { kind: "piece" as const, key: spot.key } : place !== undefined ? { kind: "place" as const, key: place } : null;
    if (now === null && step === -1) return false;
    const next = nextStop(this.stops, now, step);
    this.byKeys = true;
    if (!next) {
      if (step === -1) this.view.focus({ preventScroll: true });
      return step === -1;
    }
    this.cursor = next.place;
    this.show([next.place]);
    if (next.kind === "piece") this.counters.elementOf(next.key)?.focus({ preventScroll: true });
    else this.overlays.elementOf(next.place)?.focus({ preventScroll: true });
    return true;
  }

  /** A counter that gets the focus is shown: its pile opens. */
  private focused(target: Element): void {
    const key = this.counters.keyOf(target);
    const spot = key === null ? null : (this.byKey.get(key) ?? null);
    const place = spot?.place ?? target.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
    if (!this.byKeys || place === null) return;
    this.cursor = place;
    this.overlays.cursor(this.geometry, null);
    if (spot) this.openFan(spot.place);
    if (this.fanned !== null && this.fanned !== place) this.closeFan();
    this.config.on.hover?.(place, spot?.id || null);
    this.showGlass();
  }

  private enter(why: boolean): boolean {
    this.byKeys = true;
    const spot = this.focusedSpot();
    const place = spot?.place ?? this.cursor ?? this.firstPlace();
    if (place === null) return false;
    if (why) this.askWhy(place, spot);
    else if (spot) this.enterOnCounter(spot);
    else this.enterOnPlace(place);
    return true;
  }

  private enterOnCounter(spot: Spot): void {
    if (!this.canChoose(spot) && !this.choices.has(spot.place)) this.say(this.config.text("board.cannot"));
    this.choose({ place: spot.place, spot });
  }

  private enterOnPlace(place: string): void {
    const stack = this.byPlace.get(place) ?? [];
    const can = stack.filter((spot) => this.canChoose(spot));
    if (this.choices.has(place)) this.config.on.place?.(place);
    else if (can.length === 1) this.config.on.piece?.(can[0]!.id, place);
    else if (stack.length > 1) {
      this.openFan(place);
      this.say(this.config.text("board.fanned", { count: stack.length }));
      this.counters.elementOf((can[0] ?? stack[0]!).key)?.focus({ preventScroll: true });
    } else {
      this.say(this.config.text("board.cannot"));
      this.choose({ place, spot: stack[0] ?? null });
    }
  }

  private escape(): boolean {
    if (this.fanned !== null) {
      this.closeFan();
      this.view.focus({ preventScroll: true });
      if (this.byKeys) this.overlays.cursor(this.geometry, this.cursor);
      return true;
    }
    this.config.on.clear?.();
    return this.config.on.clear !== undefined;
  }

  /** A place, who stands there, and what can be done there. */
  private wordsOf(place: string): string {
    const { text } = this.config;
    const stack = this.byPlace.get(place) ?? [];
    const counters = stack.length === 0 ? text("board.here.nobody") : `${stack.map((spot) => spot.counter.words).join("; ")}.`;
    const label = this.overlays.elementOf(place)?.getAttribute("aria-label");
    const count = stack.filter((spot) => this.canChoose(spot)).length;
    const can = label ? text("board.here.choose", { choice: label }) : count > 0 ? text("board.here.pick", { count }) : text("board.here.none");
    return text("board.here", { words: this.names.get(place)?.words ?? place, counters, can });
  }

  private say(words: string): void {
    this.heard.textContent = words;
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.travel);
    clearTimeout(this.settling);
    clearTimeout(this.fanTimer);
    this.watcher.disconnect();
    this.stopListening();
    this.ground.destroy();
    this.root.remove();
  }
}

function turnOf(quarters = 0): Turn {
  return ((((Math.round(quarters) % 4) + 4) % 4) as Turn);
}

function sameMap(a: BoardConfig["map"], b: BoardConfig["map"]): boolean {
  return a === b || (a.kind === b.kind && a.digest === b.digest);
}

function byPlace(spots: readonly Spot[]): Map<string, Spot[]> {
  const found = new Map<string, Spot[]>();
  for (const spot of spots) found.set(spot.place, [...(found.get(spot.place) ?? []), spot]);
  return found;
}

/** How each place is called, and what is printed there in words. */
function namesOf({ map }: BoardConfig): Map<string, { name: string; words: string }> {
  if (map.kind === "hexes") return new Map(map.hexes.map(({ label, words }) => [label, { name: label, words }]));
  return new Map(map.areas.map(({ id, name, words }) => [id, { name, words }]));
}
