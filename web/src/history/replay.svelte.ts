/** A game looked back on: which moment is shown, and the way from one to the next. The live game goes on underneath. */

import type { Table } from "../api/types";
import { tableAddress } from "../router";
import type { TableSession } from "../table/session.svelte";
import { travel } from "../table/travel.svelte";
import { past } from "./api";
import { bookmarks, keepBookmarks, marked, type Bookmark } from "./bookmarks";
import { last, otherPhase, otherTurn, type MomentLine } from "./moments";

/** Milliseconds from moment to moment, by name of the pace. */
export const PACES = { slow: 1600, steady: 700, fast: 220 } as const;
export type Pace = keyof typeof PACES;

const KEPT = 120; // tables of the past kept at hand
const AHEAD = 4; // fetched beforehand while it plays

export class Replay {
  moments: MomentLine[] = $state.raw([]);
  /** The moment looked at; null: now. */
  number: number | null = $state(null);
  playing = $state(false);
  pace: Pace = $state("steady");
  marks: Bookmark[] = $state.raw([]);
  asking = $state(false);

  private readonly tables = new Map<number, Promise<Table>>();
  private timer = 0;
  private wanted: number | null = null;
  private fetching = false;

  constructor(private readonly session: TableSession) {
    this.marks = bookmarks(session.game);
  }

  get end(): number {
    return Math.max(last(this.moments), this.session.table?.moment ?? 0);
  }

  get here(): number {
    return this.number ?? this.end;
  }

  get line(): MomentLine | undefined {
    return this.moments[this.here];
  }

  /** Learn the moments there are; again when the game has gone on. */
  async learn(): Promise<void> {
    try {
      this.moments = (await past.moments(this.session.game, this.session.token)).moments;
    } catch (fault) {
      this.session.complain(fault);
    }
  }

  // ---------------------------------------------------------------- moving

  go(number: number): void {
    const moment = Math.max(0, Math.round(number));
    if (moment >= this.end) return this.now();
    this.number = this.wanted = moment;
    travel.rename(tableAddress(this.session.game, this.session.token, moment));
    void this.fetch();
  }

  now(): void {
    this.pause();
    this.number = this.wanted = null;
    this.session.past = null;
    travel.rename(tableAddress(this.session.game, this.session.token));
  }

  step(way: 1 | -1): void {
    this.pause();
    this.go(this.here + way);
  }

  turn(way: 1 | -1): void {
    this.pause();
    this.go(otherTurn(this.moments, this.here, way));
  }

  phase(way: 1 | -1): void {
    this.pause();
    this.go(otherPhase(this.moments, this.here, way));
  }

  // ---------------------------------------------------------------- playing

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** From here on, or from the beginning if this is the end. */
  play(): void {
    this.playing = true;
    if (this.number === null) this.go(0);
    this.next();
  }

  pause(): void {
    this.playing = false;
    window.clearTimeout(this.timer);
  }

  private next(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.playing || this.number === null) return;
      if (!this.fetching) this.go(this.number + 1);
      if (this.playing) this.next();
    }, PACES[this.pace]);
  }

  // ---------------------------------------------------------------- fetching

  /** Fetch what is wanted; while a hand is on the slider only where it rests is fetched. */
  private async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.wanted !== null) {
        const number = this.wanted;
        this.asking = !this.tables.has(number);
        const table = await this.tableAt(number);
        if (this.wanted !== number) continue;
        this.wanted = null;
        this.session.past = table;
      }
      if (this.playing && this.number !== null) for (let ahead = 1; ahead <= AHEAD; ahead++) this.prefetch(this.number + ahead);
    } catch (fault) {
      this.now();
      this.session.complain(fault);
    } finally {
      this.fetching = this.asking = false;
    }
  }

  private prefetch(number: number): void {
    if (number < this.end) this.tableAt(number).catch(() => this.tables.delete(number));
  }

  private tableAt(number: number): Promise<Table> {
    const known = this.tables.get(number);
    if (known) return known;
    const asked = past.moment(this.session.game, this.session.token, number);
    this.tables.set(number, asked);
    asked.catch(() => this.tables.delete(number));
    for (const old of this.tables.keys()) if (this.tables.size > KEPT) this.tables.delete(old);
    return asked;
  }

  /** When the game ends everything is open: what was seen before is looked at anew. */
  forget(): void {
    this.tables.clear();
    if (this.number !== null) this.go(this.number);
  }

  // ---------------------------------------------------------------- marks

  get isMarked(): boolean {
    return this.marks.some((mark) => mark.moment === this.here);
  }

  mark(words: string): void {
    this.marks = marked(this.marks, this.here, words);
    keepBookmarks(this.session.game, this.marks);
  }

  close(): void {
    this.pause();
    this.session.past = null;
  }
}
