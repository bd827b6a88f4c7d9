/** What the pointer does on the board. */

import type { Counter, Point } from "../api/types";
import type { Counters } from "./counters";
import type { Fanning } from "./fanning";
import type { Gestures } from "./gestures";
import type { Ghost } from "./ghost";
import type { Spot } from "./layout";
import type { Looking } from "./looking";
import type { Overlays } from "./overlays";
import type { Ruler } from "./ruler";
import type { Meant, Scene } from "./scene";

const CLOSER = 1.9; // by a double tap
const FINGER = 44; // pixels that a finger covers
const TOLD_APART = 30; // pixels at which it meets the man who is meant

export class Pointing implements Gestures {
  at: Point | null = null; // where the pointer is, if it is on the board
  private place: string | null = null;
  private key: string | null = null;
  private acted: string | null = null; // where the last click chose something
  private held: Spot | null = null; // the counter that is dragged
  private measuring = false; // the ruler is

  constructor(
    private readonly scene: Scene,
    private readonly looking: Looking,
    private readonly counters: Counters,
    private readonly overlays: Overlays,
    private readonly fanning: Fanning,
    private readonly view: HTMLElement,
    private readonly ghost: Ghost,
    private readonly ruler: Ruler,
    private readonly look: (place: string | null, at: Point | null) => void, // something else is pointed at
  ) {}

  pan(across: number, down: number): void {
    this.looking.pan(across, down);
  }

  pinch(from: [Point, Point], to: [Point, Point]): void {
    this.looking.pinch(from, to);
  }

  wheel(at: Point, factor: number): void {
    this.looking.zoomAt(at, factor);
  }

  moving(moving: boolean): void {
    this.looking.busy = moving;
    this.view.classList.toggle("moving", moving);
    if (moving) this.fanning.close();
  }

  /** A counter is dragged: with a finger only the one in hand, because a finger moves the map. */
  grab(at: Point, target: Element, touch: boolean, shift: boolean): boolean {
    const { scene } = this;
    if (this.ruler.works && (this.ruler.on || shift)) {
      this.scene.hover({ place: null, spot: null });
      this.ruler.begin(this.looking.toBoard(at));
      this.measuring = true;
      return true;
    }
    const { spot } = this.meant(at, target);
    if (!spot || !scene.config.on.lift || !scene.canTake(spot) || (touch && spot.id !== scene.config.selected)) return false;
    this.held = spot;
    this.fanning.taken(spot.place);
    scene.config.on.lift(spot.id, spot.place);
    this.carry(at);
    return true;
  }

  carry(at: Point): void {
    if (this.measuring) this.ruler.reach(this.looking.toBoard(at));
    else if (this.held) this.float(this.held.counter, this.held.side, at);
  }

  /** A counter from beside the board is dragged over it. */
  bring(counter: Counter, at: Point | null): void {
    if (at) this.float(counter, -1, at);
    else this.ghost.hide();
  }

  /** A counter floats under the pointer. */
  private float(counter: Counter, side: number, at: Point): void {
    this.ghost.show(counter, side, at, this.scene.geometry.counter * this.looking.camera.scale);
    const place = this.scene.geometry.placeAt(this.looking.toBoard(at));
    this.overlays.hover(this.scene.geometry, place);
    if (place !== this.place) this.scene.hover({ place, spot: null });
    this.place = place;
  }

  release(at: Point | null): void {
    if (this.measuring) {
      this.measuring = false;
      this.ruler.end();
      return;
    }
    const from = this.held;
    this.held = null;
    this.ghost.hide();
    const place = at && this.scene.geometry.placeAt(this.looking.toBoard(at));
    this.scene.config.on.drop?.(place === from?.place ? null : place);
  }

  tap(at: Point, target: Element, touch: boolean, whole: boolean): void {
    const meant = this.meant(at, target);
    if (touch) this.scene.hover(meant);
    if (touch && (this.opens(meant) || this.comesNear(at))) return;
    if (touch) this.fanning.closeUnless(meant.place);
    this.choose(meant, touch ? at : null, whole);
    this.look(meant.place, touch ? at : this.at);
  }

  /** A finger on a pile spreads it first, unless the place itself can be chosen; a pile with one counter to choose chooses it. */
  private opens({ place, spot }: Meant): boolean {
    const stack = this.scene.stack(place);
    if (place === null || spot === null || stack.length < 2 || this.fanning.place === place || this.scene.isLegal(place)) return false;
    this.fanning.open(place);
    const can = stack.filter((member) => this.scene.canTake(member));
    if (can.length === 1) this.choose({ place, spot: can[0]! });
    return true;
  }

  /** A finger on men too small to be told apart, each of whom is another choice, comes near them first. */
  private comesNear(at: Point): boolean {
    const { scale } = this.looking.camera;
    if (this.scene.geometry.counter * scale >= TOLD_APART || !this.scene.crowd(this.looking.toBoard(at), FINGER / 2 / scale).length) return false;
    this.looking.near(at, FINGER);
    return true;
  }

  doubleTap(at: Point, target: Element): void {
    const meant = this.meant(at, target);
    if (this.acted !== null && this.acted === meant.place) return; // a second click on what was chosen means nothing more
    if (this.scene.canTake(meant.spot) || this.scene.isLegal(meant.place)) this.choose(meant);
    else this.looking.zoom(CLOSER, at);
  }

  longPress(at: Point, target: Element): void {
    this.scene.askWhy(this.meant(at, target));
  }

  press(at: Point, target: Element): void {
    const place = target.closest<SVGElement>(".board-under [data-place]")?.dataset.place;
    this.choose(place === undefined ? this.meant(at, target) : { place, spot: null });
  }

  hover(at: Point | null, target: Element | null): void {
    const meant: Meant = at && target ? this.meant(at, target) : { place: null, spot: null };
    const key = meant.spot?.key ?? null;
    this.at = at;
    this.look(meant.place, at);
    if (meant.place === this.place && key === this.key) return;
    [this.place, this.key] = [meant.place, key];
    this.overlays.hover(this.scene.geometry, meant.place);
    this.scene.hover(meant);
    this.fanning.follow(meant.place, meant.spot !== null);
  }

  private choose(meant: Meant, at: Point | null = null, whole = false): void {
    this.acted = this.scene.choose(meant, at, whole, this.fanning.place !== null && this.fanning.place === meant.place) ? meant.place : null;
    if (this.acted !== null && (meant.spot || this.fanning.place === this.acted)) this.fanning.taken(this.acted);
  }

  /** The place and counter that a point or an element of the board stands for. */
  private meant(at: Point, target: Element): Meant {
    const spot = this.scene.config.hidden ? null : this.scene.spot(this.counters.keyOf(target));
    if (spot) return { place: spot.place, spot };
    const named = target.closest<HTMLElement | SVGElement>(".board-fan[data-place], .board-over [data-place]")?.dataset.place;
    const point = this.looking.toBoard(at);
    return { place: named ?? this.scene.chosenNear(point) ?? this.scene.geometry.placeAt(point), spot: null };
  }
}
