/** Small arrows at the edge of the map that point to what lies out of sight; a click goes there. */

import type { Point } from "../api/types";
import type { View } from "./camera";
import { div } from "./dom";
import type { Text } from "./types";

const MARGIN = 24; // pixels from the edge

/** Places out of sight in one direction: where on the edge they are pointed to, and at which angle. */
export interface Pointer {
  at: Point;
  turn: number; // degrees clockwise, from pointing to the right
  places: string[];
}

/** One pointer for each of eight directions in which something lies out of sight. Pure. */
export function pointersTo(places: readonly { place: string; at: Point }[], view: View): Pointer[] {
  const [cx, cy] = [view.width / 2, view.height / 2];
  const sectors = new Map<number, { place: string; at: Point }[]>();
  for (const each of places) {
    const [x, y] = each.at;
    if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) continue;
    const sector = (Math.round((Math.atan2(y - cy, x - cx) / Math.PI) * 4) + 8) % 8;
    sectors.set(sector, [...(sectors.get(sector) ?? []), each]);
  }
  return [...sectors.values()].map((members) => {
    const mean = (of: 0 | 1): number => members.reduce((sum, { at }) => sum + at[of], 0) / members.length;
    const [dx, dy] = [mean(0) - cx, mean(1) - cy];
    const reach = Math.min((cx - MARGIN) / Math.max(1, Math.abs(dx)), (cy - MARGIN) / Math.max(1, Math.abs(dy)));
    return { at: [cx + dx * reach, cy + dy * reach], turn: (Math.atan2(dy, dx) * 180) / Math.PI, places: members.map(({ place }) => place) };
  });
}

export class Edges {
  private readonly element: HTMLElement;
  private buttons: HTMLButtonElement[] = [];
  private pointers: Pointer[] = [];

  constructor(
    parent: HTMLElement,
    private readonly go: (places: string[]) => void,
  ) {
    this.element = div("board-edges", parent);
  }

  show(pointers: Pointer[], text: Text): void {
    this.pointers = pointers;
    while (this.buttons.length < pointers.length) this.buttons.push(this.button(this.buttons.length));
    this.buttons.forEach((button, place) => {
      const pointer = pointers[place];
      button.hidden = !pointer;
      if (!pointer) return;
      const [x, y] = pointer.at;
      button.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px) translate(-50%,-50%)`;
      const words = text("board.beyond", { count: pointer.places.length });
      if (button.title !== words) button.setAttribute("aria-label", (button.title = words));
      button.querySelector<SVGElement>("svg")!.style.transform = `rotate(${Math.round(pointer.turn)}deg)`;
    });
  }

  private button(place: number): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = '<svg viewBox="-12 -12 24 24"><path d="M-6 -7L7 0L-6 7L-3 0Z"/></svg>';
    button.addEventListener("click", () => this.go(this.pointers[place]?.places ?? []));
    this.element.append(button);
    return button;
  }
}
