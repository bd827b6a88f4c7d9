/** The counter that is dragged, under the pointer. */

import type { Point } from "../api/types";
import type { Face } from "./counters";
import { div } from "./dom";
import type { Counter } from "./types";

export class Ghost {
  private readonly element: HTMLElement;
  private shown: Counter | null = null;

  constructor(
    parent: HTMLElement,
    private readonly face: Face,
  ) {
    this.element = div("board-ghost", parent);
    this.element.setAttribute("aria-hidden", "true");
    this.element.hidden = true;
  }

  show(counter: Counter, side: number, [x, y]: Point, size: number): void {
    if (counter !== this.shown) this.element.innerHTML = this.face(counter, Math.max(28, size), side);
    this.shown = counter;
    this.element.hidden = false;
    this.element.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px) translate(-50%,-60%)`;
  }

  hide(): void {
    this.shown = null;
    this.element.hidden = true;
  }
}
