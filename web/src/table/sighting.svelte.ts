/** Lines of sight from the counter that is pointed at: asked for when the pointer rests, remembered until something happens. */

import { api } from "../api/client";
import type { Inspection } from "../api/types";
import type { TableSession } from "./session.svelte";

const REST = 140; // milliseconds on a counter before it is asked about

export class Sighting {
  /** What is seen from the counter that is pointed at. */
  found: Inspection | null = $state.raw(null);
  private readonly known = new Map<string, Inspection>();
  private seq = -1;
  private timer = 0;
  private wanted = "";

  constructor(private readonly session: TableSession) {}

  /** Another counter is pointed at, or none. */
  look(piece: string | null): void {
    const { table, past, behind } = this.session;
    const what = table?.inspections.find((each) => each.pointed)?.what;
    clearTimeout(this.timer);
    if (table && table.seq !== this.seq) {
      this.known.clear();
      this.seq = table.seq;
    }
    this.wanted = piece ?? "";
    this.found = this.known.get(this.wanted) ?? null;
    if (!piece || !what || past || behind || this.found) return;
    this.timer = window.setTimeout(() => void this.ask(what, piece), REST);
  }

  private async ask(what: string, piece: string): Promise<void> {
    const { seq } = this;
    try {
      const found = await api.inspect(this.session.game, this.session.token, what, piece);
      if (seq !== this.seq) return;
      this.known.set(piece, found);
      if (this.wanted === piece) this.found = found;
    } catch {
      // nobody asked in so many words: whoever is not on the map any more sees nothing
    }
  }
}
