/** A ruler on a table top: from one point to another, snapping to whoever stands there. */

import type { Point } from "../api/types";
import { escaped, short } from "./dom";
import { between, distance } from "./geometry";
import type { Spot } from "./layout";
import type { Overlays } from "./overlays";
import type { Scene } from "./scene";

const SNAP = 0.75; // of the width of a base: so near to a man, he is meant
const TICK = 5; // centimetres between longer ticks

/** A point that is measured from or to, and who stands there. */
export interface End {
  at: Point;
  spot: Spot | null;
}

export class Ruler {
  on = false; // whether dragging measures
  private from: End | null = null;
  private done = false; // what was measured stands there to be read
  private to: End | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly overlays: Overlays,
    private readonly say: (words: string) => void,
  ) {}

  /** Whether this sheet can be measured. */
  get works(): boolean {
    return this.scene.geometry.length !== undefined;
  }

  get measuring(): boolean {
    return this.from !== null && !this.done;
  }

  begin(at: Point): void {
    this.done = false;
    this.from = this.snapped(at);
    this.to = null;
    this.draw();
  }

  reach(at: Point): void {
    if (!this.measuring) return;
    this.to = this.snapped(at);
    this.draw();
  }

  /** Says what was measured; the line stays until another begins or it is put away. */
  end(): void {
    const { from, to, scene } = this;
    if (!from || !to) return;
    this.done = true;
    this.say(this.words);
    const place = to.spot?.place ?? scene.geometry.placeAt(to.at);
    if (place) scene.config.on.measured?.(from.spot?.id || null, place, to.spot?.id || null);
  }

  putAway(): boolean {
    const was = this.from !== null;
    this.from = this.to = null;
    this.draw();
    return was;
  }

  private get words(): string {
    const { from, to, scene } = this;
    const far = from && to ? (scene.geometry.length?.(from.at, to.at) ?? 0) : 0;
    return scene.config.text("board.measured", { far: far.toFixed(1) });
  }

  private snapped(at: Point): End {
    const { geometry, spots } = this.scene;
    const near = spots.reduce<Spot | null>((best, spot) => (!best || distance(spot.at, at) < distance(best.at, at) ? spot : best), null);
    return near && distance(near.at, at) <= geometry.counter * SNAP ? { at: near.at, spot: near } : { at, spot: null };
  }

  /** Draws it anew, on another sheet or in another language too. */
  draw(): void {
    const { from, to } = this;
    this.overlays.ruler(from && to && this.works ? this.markup(from.at, to.at) : "");
  }

  private markup(a: Point, b: Point): string {
    const far = this.scene.geometry.length!(a, b);
    const [dx, dy] = far > 0 ? [(b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)] : [0, 0];
    const ticks = Array.from({ length: Math.min(400, Math.floor(far)) }, (_, i) => {
      const [x, y] = between(a, b, (i + 1) / far);
      const half = (i + 1) % TICK ? 4 : 9;
      return `M${short(x - dy * half)} ${short(y + dx * half)}L${short(x + dy * half)} ${short(y - dx * half)}`;
    });
    const line = `M${short(a[0])} ${short(a[1])}L${short(b[0])} ${short(b[1])}`;
    const [x, y] = between(a, b, 0.5);
    const words = this.words;
    const half = words.length * 4.6 + 8;
    const label = `<g transform="translate(${short(x)} ${short(y)})"><g class="sized"><rect class="frame" x="${-half}" y="-12" width="${2 * half}" height="24" rx="5"/><text class="words" y="5.2">${escaped(words)}</text></g></g>`;
    const ends = [a, b].map(([cx, cy]) => `<circle cx="${short(cx)}" cy="${short(cy)}" r="7"/>`).join("");
    return `<g class="ruler"><path class="casing" d="${line}"/><path class="line" d="${line}"/><path class="ticks" d="${ticks.join("")}"/>${ends}${label}</g>`;
  }
}
