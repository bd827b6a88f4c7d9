/** What the server says about whatever is pointed at: asked for when the pointer rests, remembered until something happens. */

import { api } from "../api/client";
import type { Inspection, WayPicture } from "../api/types";
import type { TableSession } from "./session.svelte";

export class Hovering<Answer> {
  /** The answer for what is pointed at. */
  found: Answer | null = $state.raw(null);
  private readonly known = new Map<string, Answer | null>();
  private seq = -1;
  private timer = 0;
  private wanted = "";

  constructor(
    private readonly session: TableSession,
    private readonly rest: number, // milliseconds
    private readonly ask: (wanted: string) => Promise<Answer | null> | null, // null: not now
  ) {}

  /** Something else is pointed at, or nothing. */
  look(wanted: string | null): void {
    const seq = this.session.table?.seq ?? -1;
    clearTimeout(this.timer);
    if (seq !== this.seq) {
      this.known.clear();
      this.seq = seq;
    }
    this.wanted = wanted ?? "";
    this.found = this.known.get(this.wanted) ?? null;
    if (wanted && !this.known.has(wanted)) this.timer = window.setTimeout(() => void this.learn(wanted), this.rest);
  }

  private async learn(wanted: string): Promise<void> {
    const { seq } = this;
    try {
      const asked = this.ask(wanted);
      if (!asked) return;
      const found = await asked;
      if (seq !== this.seq) return;
      this.known.set(wanted, found);
      if (this.wanted === wanted) this.found = found;
    } catch {
      // nobody asked in so many words: nothing is shown
    }
  }
}

/** Lines of sight from the counter that is pointed at. */
export function sighting(session: TableSession): Hovering<Inspection> {
  return new Hovering(session, 140, (piece) => {
    const what = session.table?.inspections.find((each) => each.pointed)?.what;
    return what && !session.past && !session.behind ? api.inspect(session.game, session.token, what, piece) : null;
  });
}

/** The way that the choice under the pointer would declare. */
export function wayfinding(session: TableSession): Hovering<WayPicture> {
  return new Hovering(session, 90, (action) => api.way(session.game, session.token, action));
}
