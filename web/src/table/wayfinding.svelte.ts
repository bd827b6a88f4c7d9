/** The way that the choice under the pointer would declare: asked for when the pointer rests, remembered until something happens. */

import { api } from "../api/client";
import type { WayPicture } from "../api/types";
import type { TableSession } from "./session.svelte";

const REST = 90; // milliseconds on a place before its way is asked for

export class Wayfinding {
  /** The way to the place that is pointed at. */
  found: WayPicture | null = $state.raw(null);
  private readonly known = new Map<string, WayPicture | null>();
  private seq = -1;
  private timer = 0;
  private wanted = "";

  constructor(private readonly session: TableSession) {}

  /** Another action is pointed at, or none. */
  look(action: string | null): void {
    const seq = this.session.table?.seq ?? -1;
    clearTimeout(this.timer);
    if (seq !== this.seq) {
      this.known.clear();
      this.seq = seq;
    }
    this.wanted = action ?? "";
    this.found = this.known.get(this.wanted) ?? null;
    if (action && !this.known.has(action)) this.timer = window.setTimeout(() => void this.ask(action), REST);
  }

  private async ask(action: string): Promise<void> {
    const { seq } = this;
    try {
      const found = await api.way(this.session.game, this.session.token, action);
      if (seq !== this.seq) return;
      this.known.set(action, found);
      if (this.wanted === action) this.found = found;
    } catch {
      // nobody asked in so many words: the place can be chosen without it
    }
  }
}
