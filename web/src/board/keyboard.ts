/** The keyboard on the board: a cursor that goes from place to place, and Tab through what can be chosen. */

import type { Point } from "../api/types";
import type { Counters } from "./counters";
import type { Fanning } from "./fanning";
import type { Direction } from "./geometry";
import type { Spot } from "./layout";
import type { Looking } from "./looking";
import { nextStop, type Stop } from "./order";
import type { Overlays } from "./overlays";
import type { Scene } from "./scene";
import type { Keys } from "./types";

export const ZOOM_STEP = 1.35;
const PAN_STEP = 90; // pixels
const KEYS: Keys = { hide: "h", magnify: "m", turn: "r", fit: "0" };
const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
const PANS: Record<Direction, Point> = { up: [0, PAN_STEP], right: [-PAN_STEP, 0], down: [0, -PAN_STEP], left: [PAN_STEP, 0] };

/** What the keyboard asks of the board as a whole. */
export interface Wishes {
  hide(): void;
  magnify(): void;
  rotate(quarters: number): void;
  say(words: string): void;
  look(place: string | null): void; // something else is looked at
  reach(place: string): void; // the ruler, if there is one, reaches there
  putAway(): boolean; // the ruler; whether there was one
}

export class Keyboard {
  cursor: string | null = null;
  used = false; // whether the keyboard was used last, and not the pointer

  constructor(
    private readonly scene: Scene,
    private readonly looking: Looking,
    private readonly counters: Counters,
    private readonly overlays: Overlays,
    private readonly fanning: Fanning,
    private readonly view: HTMLElement,
    private readonly wishes: Wishes,
  ) {}

  /** A key on the board; tells whether it meant something. */
  typed(event: KeyboardEvent): boolean {
    const towards = ARROWS[event.key];
    if (towards) return this.arrow(towards, event);
    if (event.key === "Tab") return this.tab(event.shiftKey ? -1 : 1);
    if (event.key === "Enter" || event.key === " ") return this.enter(event.altKey);
    if (event.key === "Escape") return this.escape();
    return this.scene.config.keys ? this.key(event) : isPlain(event) && this.zoomKey(event);
  }

  /** A key from anywhere on the page. */
  key(event: KeyboardEvent): boolean {
    return isPlain(event) && (this.zoomKey(event) || this.letterKey(event));
  }

  private zoomKey({ key }: KeyboardEvent): boolean {
    if (!["+", "=", "-", "_"].includes(key)) return false;
    this.looking.zoom(key === "+" || key === "=" ? ZOOM_STEP : 1 / ZOOM_STEP);
    return true;
  }

  private letterKey(event: KeyboardEvent): boolean {
    const keys = { ...KEYS, ...this.scene.config.keys };
    const acts: Record<string, () => void> = {
      [keys.hide]: () => this.wishes.hide(),
      [keys.magnify]: () => this.wishes.magnify(),
      [keys.turn]: () => this.wishes.rotate(event.shiftKey ? -1 : 1),
      [keys.fit]: () => this.looking.fit(),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return false;
    if (!event.repeat) act();
    return true;
  }

  // ---------------------------------------------------------------- the cursor

  goTo(place: string): void {
    this.used = true;
    this.focusView();
    this.moveCursor(place);
  }

  showCursor(shown: boolean): void {
    this.used = shown;
    this.overlays.cursor(this.scene.geometry, shown ? this.cursor : null);
  }

  /** What had the focus may be gone: the keyboard stays on the board. */
  keepFocus(): void {
    this.focusView();
    if (this.used) this.showCursor(true);
  }

  private arrow(towards: Direction, event: KeyboardEvent): boolean {
    if (event.altKey || event.metaKey) return false;
    const { leap } = this.scene.geometry;
    if (event.ctrlKey || (event.shiftKey && !leap)) {
      this.looking.step(...PANS[towards]);
      return true;
    }
    this.used = true;
    const spot = this.focusedSpot();
    if (spot && this.fanning.place === spot.place) this.alongFan(spot, towards === "right" || towards === "down" ? 1 : -1);
    else {
      const to = this.cursor === null ? this.firstPlace() : this.stepped(this.cursor, towards, event.shiftKey ? leap : 1);
      if (to === null) this.wishes.say(this.scene.config.text("board.edge"));
      else this.goTo(to);
    }
    return true;
  }

  /** So many steps on, or as far as there are places. */
  private stepped(from: string, towards: Direction, steps: number): string | null {
    let found: string | null = null;
    for (let i = 0; i < steps; i++) found = this.scene.geometry.step(found ?? from, towards) ?? found;
    return found;
  }

  /** Where the keyboard begins: with the chosen counter, what can be chosen, or the middle of the view. */
  private firstPlace(): string | null {
    const { spots, config, geometry, stops } = this.scene;
    const chosen = spots.find((spot) => spot.id !== "" && spot.id === config.selected);
    const { x, y } = this.looking.camera;
    return chosen?.place ?? stops[0]?.place ?? geometry.placeAt([x, y]) ?? geometry.places[0] ?? null;
  }

  private moveCursor(place: string): void {
    this.cursor = place;
    this.fanning.closeUnless(place);
    this.overlays.cursor(this.scene.geometry, place);
    this.looking.show([place]);
    this.scene.hover({ place, spot: this.scene.standing(place) });
    this.wishes.reach(place);
    this.wishes.say(this.scene.wordsOf(place, this.overlays.elementOf(place)?.getAttribute("aria-label") ?? null));
    this.wishes.look(place);
  }

  // ---------------------------------------------------------------- the focus

  private tab(step: 1 | -1): boolean {
    const now = this.focusedStop();
    if (now === null && step === -1) return false;
    const next = nextStop(this.scene.stops, now, step);
    this.used = true;
    if (!next) {
      if (step === -1) this.focusView();
      return step === -1;
    }
    this.cursor = next.place;
    this.looking.show([next.place]);
    const element = next.kind === "piece" ? this.counters.elementOf(next.key) : this.overlays.elementOf(next.place);
    element?.focus({ preventScroll: true });
    return true;
  }

  /** A counter that gets the focus by the keyboard is shown: its pile opens. */
  focused(target: Element): void {
    const spot = this.scene.spot(this.counters.keyOf(target));
    const place = spot?.place ?? target.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
    if (!this.used || place === null) return;
    this.cursor = place;
    this.overlays.cursor(this.scene.geometry, null);
    this.fanning.closeUnless(place);
    if (spot) this.fanning.open(place);
    this.scene.hover({ place, spot });
    this.wishes.look(place);
  }

  private focusView(): void {
    this.view.focus({ preventScroll: true });
  }

  private focusedSpot(): Spot | null {
    return this.scene.spot(this.counters.keyOf(document.activeElement));
  }

  private focusedStop(): Pick<Stop, "kind" | "key"> | null {
    const spot = this.focusedSpot();
    if (spot) return { kind: "piece", key: spot.key };
    const place = document.activeElement?.closest<SVGElement>(".board-under [data-place]")?.dataset.place;
    return place === undefined ? null : { kind: "place", key: place };
  }

  private alongFan(spot: Spot, step: 1 | -1): void {
    const stack = this.scene.stack(spot.place);
    const next = stack[stack.indexOf(spot) + step];
    if (next) this.counters.elementOf(next.key)?.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- choosing

  private enter(why: boolean): boolean {
    this.used = true;
    const spot = this.focusedSpot();
    const place = spot?.place ?? this.cursor ?? this.firstPlace();
    if (place === null) return false;
    if (why) this.scene.askWhy({ place, spot });
    else if (spot) this.choose(place, spot);
    else this.enterOnPlace(place);
    return true;
  }

  private choose(place: string, spot: Spot | null): void {
    const { config } = this.scene;
    if (!this.scene.canChoose(spot) && !this.scene.isLegal(place)) this.wishes.say(config.text("board.cannot"));
    this.scene.choose({ place, spot });
  }

  /** A legal place is chosen; so is the one counter there that can be; several are fanned out to choose from. */
  private enterOnPlace(place: string): void {
    const stack = this.scene.stack(place);
    const can = stack.filter((spot) => this.scene.canChoose(spot));
    if (this.scene.isLegal(place)) this.choose(place, null);
    else if (can.length === 1) this.choose(place, can[0]!);
    else if (stack.length < 2) this.choose(place, stack[0] ?? null);
    else {
      this.fanning.open(place);
      this.wishes.say(this.scene.config.text("board.fanned", { count: stack.length }));
      this.counters.elementOf((can[0] ?? stack[0]!).key)?.focus({ preventScroll: true });
    }
  }

  private escape(): boolean {
    if (this.fanning.place !== null) {
      this.fanning.close();
      this.focusView();
      if (this.used) this.showCursor(true);
      return true;
    }
    if (this.wishes.putAway()) return true;
    const { clear } = this.scene.config.on;
    clear?.();
    return clear !== undefined;
  }
}

function isPlain(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}
