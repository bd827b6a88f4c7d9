/** The magnifying glass: the counters of a place, large, with their names and states in words. */

import type { Point } from "../api/types";
import type { View } from "./camera";
import { div, escaped } from "./dom";
import type { Face } from "./counters";
import type { Spot } from "./layout";

const LARGE = 112;

export class Glass {
  private readonly element: HTMLElement;
  private shown: readonly Spot[] = [];

  constructor(
    parent: HTMLElement,
    private readonly face: Face,
  ) {
    this.element = div("board-glass", parent);
    this.element.setAttribute("aria-hidden", "true");
    this.element.hidden = true;
  }

  /** Shows a stack beside a point of the view; an empty one hides the glass. */
  show(stack: readonly Spot[], at: Point, view: View): void {
    if (stack.length === 0) {
      if (this.shown.length > 0) this.element.hidden = true;
      this.shown = stack;
      return;
    }
    this.element.hidden = false;
    if (stack !== this.shown) this.fill(stack);
    const [wide, high] = [this.element.offsetWidth, this.element.offsetHeight];
    const x = at[0] + 36 + wide > view.width ? at[0] - 36 - wide : at[0] + 36;
    const y = at[1] - high / 2;
    const [left, top] = [kept(x, view.width - wide), kept(y, view.height - high)];
    this.element.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
  }

  private fill(stack: readonly Spot[]): void {
    this.shown = stack;
    this.element.replaceChildren(
      ...stack.toReversed().map(({ counter, side }) => {
        const figure = document.createElement("figure");
        figure.innerHTML = this.face(counter, LARGE, side);
        const caption = document.createElement("figcaption");
        const states = counter.states.map((state) => state.title).join(", ");
        caption.innerHTML = `<b>${escaped(counter.title || counter.name || counter.words)}</b>${escaped(states)}`;
        figure.append(caption);
        return figure;
      }),
    );
  }
}

function kept(at: number, most: number): number {
  return Math.max(6, Math.min(most - 6, at));
}
