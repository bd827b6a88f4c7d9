/** Which stack is fanned out: the one under the pointer or the focus, opened and closed after a moment. */

import type { Counters } from "./counters";
import { widened } from "./geometry";
import { fanOut } from "./layout";
import type { Looking } from "./looking";
import type { Scene } from "./scene";

const OPEN = 170; // milliseconds
const CLOSE = 260;

export class Fanning {
  place: string | null = null;
  private timer = 0;
  private done: string | null = null; // a counter was taken from this pile: it stays closed until the pointer has left it

  constructor(
    private readonly scene: Scene,
    private readonly counters: Counters,
    private readonly looking: Looking,
  ) {}

  open(place: string): void {
    clearTimeout(this.timer);
    const stack = this.scene.stack(place);
    if (stack.length < 2 || this.scene.config.hidden) return;
    this.place = place;
    const { camera, seen } = this.looking;
    const within = widened(seen, -6 / camera.scale);
    const all = this.scene.takesWhole(place) && this.scene.config.selected === null ? this.scene.config.text("board.all", { count: stack.length }) : "";
    this.counters.setFan(fanOut(place, stack, this.scene.geometry.counter, camera.scale, within, 44, all !== ""), all);
  }

  close(): void {
    clearTimeout(this.timer);
    if (this.place === null) return;
    this.place = null;
    this.counters.setFan(null);
  }

  /** A counter was taken from a pile: what lies around it is wanted now. */
  taken(place: string): void {
    this.close();
    this.done = place;
  }

  closeUnless(place: string | null): void {
    if (this.place !== place) this.close();
  }

  /** The stack may have changed, or lie elsewhere now. */
  again(): void {
    if (this.place === null) return;
    if (this.scene.stack(this.place).length < 2) this.close();
    else this.open(this.place);
  }

  /** The pointer is over a place, over a counter of it or not. */
  follow(place: string | null, onCounter: boolean): void {
    clearTimeout(this.timer);
    if (place !== this.done) this.done = null;
    if (place !== null && place !== this.done && onCounter && place !== this.place && this.scene.stack(place).length > 1) {
      this.timer = window.setTimeout(() => this.open(place), OPEN);
    } else if (this.place !== null && place !== this.place) {
      this.timer = window.setTimeout(() => this.close(), CLOSE);
    }
  }
}
