/** Where the player looks: the camera on its way and at rest, and the pane that it moves. */

import type { Point } from "../api/types";
import {
  type Camera, centredOn, farthest, fitted, held, onTheWay, panned, pinched, scaleToFit, seen, showing, thickest, toBoard, toView, type View, wellInside, zoomed,
} from "./camera";
import { prefersStillness } from "./dom";
import { boxAround, type Box, widened } from "./geometry";
import { same } from "./reconcile";
import type { Scene } from "./scene";

const TRAVEL = 220; // milliseconds
const GLIDE = 120;
const NOTCH = 0.1; // of a zoom, as a logarithm
const SETTLE = 140;
const READABLE = 0.5; // pixels to a unit of the board: a counter is then 24 pixels wide
const CLEAR = 0.95; // all of a counter can be read
const OWN = 4; // an own counter weighs as much as so many others where the map opens

/** Who draws: `move` while the player moves (and holds the map), `bake` once they rest at another scale. */
export interface Looker {
  move(seen: Box, held: boolean): void;
  bake(scale: number): void;
}

export class Looking {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  size: View = { width: 0, height: 0 };
  busy = false; // whether a finger holds the map
  private goal: Camera | null = null;
  private whole = false; // whether the player looks at the whole map, and has not moved since
  private baked = 0;
  private frame = 0;
  private travel = 0;
  private settling = 0;

  constructor(
    private readonly scene: Scene,
    private readonly pane: HTMLElement,
    private readonly looker: Looker,
  ) {}

  get seen(): Box {
    return seen(this.camera, this.size);
  }

  toBoard(at: Point): Point {
    return toBoard(this.camera, this.size, at);
  }

  toView(at: Point): Point {
    return toView(this.camera, this.size, at);
  }

  // ---------------------------------------------------------------- by hand

  pan(across: number, down: number): void {
    this.look(panned(this.camera, across, down));
  }

  pinch(from: [Point, Point], to: [Point, Point]): void {
    this.look(pinched(this.camera, this.size, from, to, this.least));
  }

  /** A wheel that turns in notches glides from one to the next; a smooth one is followed as it goes. */
  zoomAt(at: Point, factor: number): void {
    if (Math.abs(Math.log(factor)) < NOTCH) this.look(zoomed(this.camera, this.size, at, factor, this.least));
    else this.go(zoomed(this.goal ?? this.camera, this.size, at, factor, this.least), GLIDE);
  }

  // ---------------------------------------------------------------- on request, with a short travel

  fit(): void {
    this.go(fitted(this.scene.geometry.sheet, this.size, this.scene.padding));
    this.whole = true;
  }

  zoom(factor: number, at = this.middle): void {
    this.go(zoomed(this.goal ?? this.camera, this.size, at, factor, this.least));
  }

  /** So near that a counter is so many pixels wide, at a place of the view. */
  near(at: Point, wide: number): void {
    this.go(centredOn(this.toBoard(at), wide / this.scene.geometry.counter, this.scene.padding));
  }

  step(across: number, down: number): void {
    this.go(panned(this.goal ?? this.camera, across, down));
  }

  show(places: readonly string[]): void {
    const { geometry, padding } = this.scene;
    const known = places.filter((place) => geometry.has(place));
    if (known.length === 0 || this.size.width === 0) return;
    const box = widened(boxAround(known.flatMap((place) => [...geometry.outline(place)])), 30);
    this.go(showing(this.goal ?? this.camera, box, this.size, padding, this.least));
  }

  // ---------------------------------------------------------------- when the board changes

  resize(size: View): void {
    if (size.width === 0 || size.height === 0 || same(size, this.size)) return;
    const first = this.size.width === 0;
    this.size = size;
    if (first) this.begin();
    else this.stay();
  }

  /**
   * The first view of a map: all of it where its counters are clear, or where it is read from afar by the blocks of its stacks; else the part
   * where they lie, as near as they can be read, or where most of one's own lie if that is not enough for all.
   */
  begin(): void {
    if (this.size.width === 0) return;
    const { config, geometry, padding, spots } = this.scene;
    const whole = fitted(geometry.sheet, this.size, padding);
    const box = spots.length > 0 ? widened(boxAround(spots.map((spot) => spot.at)), 70) : geometry.sheet;
    const scale = Math.max(READABLE, Math.min(CLEAR, scaleToFit(box, this.size, padding)));
    const drawnLarge = geometry.figures || (geometry.readAfar && whole.scale >= READABLE); // of a table top groups and badges are read
    if (whole.scale * 1.1 >= scale || drawnLarge || this.scene.blocks.size > 0) {
      this.lookAtAll();
      return;
    }
    const fits = scale <= scaleToFit(box, this.size, padding);
    const own = new Set((config.own ?? []).map((side) => config.sides?.indexOf(side) ?? -1));
    const points = spots.map(({ at, side }) => ({ at, weight: side >= 0 && own.has(side) ? OWN : 1 }));
    const middle: Point = fits ? [box.left + box.width / 2, box.top + box.height / 2] : thickest(points, scale, this.size, padding);
    this.look(centredOn(wellInside(middle, scale, geometry.sheet, this.size, padding), scale, padding));
  }

  /** The same place in the middle, or all of the map again, after the view or the board was turned or resized. */
  stay(middle: string | null = null): void {
    if (this.size.width === 0) return;
    const { geometry } = this.scene;
    const [x, y] = middle !== null && geometry.has(middle) ? geometry.centre(middle) : [this.camera.x, this.camera.y];
    if (this.whole) this.lookAtAll();
    else this.look({ ...(this.goal ?? this.camera), x, y });
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.travel);
    clearTimeout(this.settling);
  }

  // ---------------------------------------------------------------- the camera

  private get least(): number {
    return farthest(this.scene.geometry.sheet, this.size, this.scene.padding);
  }

  private get middle(): Point {
    const { top, right, bottom, left } = this.scene.padding;
    return [(left + this.size.width - right) / 2, (top + this.size.height - bottom) / 2];
  }

  private lookAtAll(): void {
    this.look(fitted(this.scene.geometry.sheet, this.size, this.scene.padding));
    this.whole = true;
  }

  /** Travels to another view, or is there at once for who prefers stillness. */
  private go(to: Camera, duration = TRAVEL): void {
    this.whole = false;
    cancelAnimationFrame(this.travel);
    const from = this.camera;
    const goal = this.held(to);
    if (prefersStillness() || same(from, goal)) {
      this.look(goal);
      return;
    }
    this.goal = goal;
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      this.point(part === 1 ? goal : onTheWay(from, goal, part));
      if (part < 1) this.travel = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.travel = requestAnimationFrame(step);
  }

  private look(camera: Camera): void {
    cancelAnimationFrame(this.travel);
    this.goal = null;
    this.whole = false;
    this.point(camera);
  }

  private point(camera: Camera): void {
    this.camera = this.held(camera);
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private held(camera: Camera): Camera {
    return held(camera, this.scene.geometry.sheet, this.size, this.least, this.scene.padding);
  }

  // ---------------------------------------------------------------- the pane

  /** Moves the pane: the only thing that happens while the player pans or zooms. */
  private draw(): void {
    this.frame = 0;
    const { x, y, scale } = this.camera;
    if (this.baked === 0) this.bake();
    const [left, top] = [this.size.width / 2 - x * scale, this.size.height / 2 - y * scale];
    const rest = scale === this.baked;
    const ratio = window.devicePixelRatio || 1;
    const at = (value: number) => (rest ? Math.round(value * ratio) / ratio : value); // sharp only on whole pixels
    this.pane.style.transform = `translate(${at(left)}px,${at(top)}px)${rest ? "" : ` scale(${scale / this.baked})`}`;
    this.looker.move(this.seen, this.busy);
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
  }

  private bake(): void {
    this.baked = this.camera.scale;
    this.looker.bake(this.baked);
  }
}
