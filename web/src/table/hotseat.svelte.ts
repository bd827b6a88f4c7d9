/** Two at one screen: whose table is shown, and when the screen must change hands unseen. */

import { api } from "../api/client";
import type { Table } from "../api/types";
import type { Desk } from "./desk.svelte";
import { myGame, type HeldSeat } from "./mygames";

export class HotSeat {
  desk: Desk = $state.raw() as Desk;
  /** The player to whom the screen is passed: nothing is shown until they are there. */
  next: { name: string; title: string; colour: string } | null = $state.raw(null);
  private readonly held: HeldSeat[];
  private asking = false;
  private left = false; // whether the page is gone

  constructor(
    private readonly game: string,
    token: string | null,
    private readonly open: (game: string, token: string | null) => Desk,
  ) {
    const seats = myGame(game)?.seats ?? [];
    this.held = token && seats.some((seat) => seat.token === token) ? seats : [];
    this.desk = open(game, token);
  }

  /** If the current player has nothing to decide and the other has, switch to the other. */
  async consider(): Promise<void> {
    const { session } = this.desk;
    const table = session.table;
    if (!table || this.held.length < 2 || this.asking || this.next || session.behind || session.sending || table.over) return;
    if (table.decision || table.actors.includes(table.seat ?? "")) return;
    const other = this.held.find((seat) => table.actors.includes(seat.name));
    if (!other) return;
    this.asking = true;
    try {
      const theirs = await api.table(this.game, other.token);
      const state = theirs.seats.find((seat) => seat.name === other.name);
      if (!theirs.decision || !state) return;
      if (mustHandOver(table, theirs)) this.next = state;
      else await this.change(other);
    } catch {
      // the socket tells when the server is back
    } finally {
      this.asking = false;
    }
  }

  /** The one named is at the screen now. */
  async take(): Promise<void> {
    const seat = this.held.find((each) => each.name === this.next?.name);
    if (seat) await this.change(seat);
    this.next = null;
  }

  /** The table of another seat, shown once it is there, so that the map does not flicker. */
  private async change(seat: HeldSeat): Promise<void> {
    const { session, hidden, magnified, tab } = this.desk;
    const desk = this.open(this.game, seat.token);
    Object.assign(desk, { hidden, magnified, tab });
    desk.session.adopt(session);
    desk.session.start();
    await desk.session.ready;
    session.stop();
    if (this.left) desk.session.stop();
    else this.desk = desk;
  }

  start(): void {
    this.desk.session.start();
  }

  stop(): void {
    this.left = true;
    this.desk.session.stop();
  }
}

/** Whether the next player sees what the previous one may not, or is about to choose in secret. */
export function mustHandOver(mine: Table, theirs: Table): boolean {
  return !!theirs.decision?.sealed || JSON.stringify(mine.pieces) !== JSON.stringify(theirs.pieces);
}
