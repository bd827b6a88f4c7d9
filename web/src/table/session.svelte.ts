/** One game as this browser follows it: what is known, what is on its way, and how to act on it. */

import { api, Refused, spoken, Unreachable } from "../api/client";
import { follow, socketAddress, type Following, type Line } from "../api/live";
import type { BoardMap, ChatLine, Choice, FromServer, LogLine, Move, NewOffer, Refusal, RollBreakdown, Table } from "../api/types";
import { t } from "../texts";
import { scenesOf, takenApart } from "./playback";
import { apply, hasAutomaton, NOTHING, since, type Known } from "./state";
import { paceOf, timesOf } from "./rolling";
import { isStill, settings, STEPWISE } from "./settings.svelte";
import { recall, remember } from "./local_storage";
import { noted, stepSize, undone, type Command, type Step, type Taken } from "./steps";
import { actedAt, noteActed, sawTable } from "./mygames";

type Update = FromServer & { type: "update" };

const CROWD = 40; // things that wait to be shown from which on they are shown quickly
const RETOLD = 700; // milliseconds at least for each thing that is told once more
const ARRIVAL = 4000; // milliseconds to wait for what a command of ours led to, before it is asked for
const STEPS = "grognard.steps"; // what was done as one step, kept in the browser
const TRIES = [400, 900, 2000, 4000]; // milliseconds before a command is sent again with the same key

const PATIENCE = 2500; // milliseconds for which what happens waits for the map at most
const READ = 500; // milliseconds at least in which the result of watched dice can be read before anything else happens

/** How long a thing is looked at: dice longer than the rest, until they have been seen to fall. */
function pauseFor(message: FromServer): number {
  const rolls = rollsOf(message);
  const dice = watching();
  const pace = Math.max(settings.pace, 0); // step by step, only what dice lead to comes by itself
  return rolls.length ? Math.max(pace * 2, ...rolls.map((roll) => (dice ? timesOf(roll, dice).result : 0))) : pace;
}

function rollsOf(message: FromServer): RollBreakdown[] {
  return message.type === "update" ? message.log.flatMap((line) => line.roll ?? []) : [];
}

/** The pace at which dice are watched; 0: they are not. */
function watching(): number {
  return paceOf(settings.dice, isStill());
}

export interface Notice {
  words: string;
  cites: string[];
  tone: "fault" | "news";
}

export class TableSession {
  known: Known = $state.raw(NOTHING);
  map: BoardMap | null = $state.raw(null);
  line: Line = $state("connecting");
  /** A moment of the past that is looked at instead of the present. */
  past: Table | null = $state.raw(null);
  /** The command on its way, if there is one. */
  sending: Move | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  /** What happened last: shown on the map for a while. */
  fresh: LogLine[] = $state.raw([]);
  /** All that happened since we did something ourselves. */
  news: LogLine[] = $state.raw([]);
  /** Whether it is being told once more. */
  retelling = $state(false);
  /** Counters of the action that was last chosen here; a question that follows is often about them. */
  lastPieces: string[] = $state.raw([]);

  /** Whether choices are being made that were planned as one step. */
  planning = $state(false);

  private taken: Taken[];
  private arrivals: { seq: number; go: () => void }[] = [];
  private idlers: (() => void)[] = []; // who waits until no command of ours is on its way
  private queue: FromServer[] = $state.raw([]);
  private apart = new WeakSet<FromServer>(); // what has been taken apart
  private undrawn = false; // whether the map is still to be drawn
  private thrown = false; // whether dice are falling in what is shown
  private timer = 0;
  private sealedAt = $state(-1); // the seq that our sealed choice led to
  private settledBy = -1; // the seq that our own command led to: shown without delay
  private following: Following | null = null;
  private first: () => void = () => undefined;
  /** Kept once there is a table to look at. */
  readonly ready = new Promise<void>((done) => (this.first = done));
  private digest = "";

  constructor(
    readonly game: string,
    readonly token: string | null,
  ) {
    const kept = recall<{ game: string; taken: Taken[] } | null>(STEPS, null);
    this.taken = kept?.game === game ? kept.taken : [];
  }

  get table(): Table | null {
    return this.known.table;
  }

  /** The table that is looked at: a moment of the past, or now. */
  get viewed(): Table | null {
    return this.past ?? this.known.table;
  }

  get log(): LogLine[] {
    return this.known.log;
  }

  get chat(): ChatLine[] {
    return this.known.chat;
  }

  get refusal(): Refusal | null {
    return this.known.refusal;
  }

  /** Whether more has happened than is shown. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** Whether a choice can be made now. */
  get mayChoose(): boolean {
    return !this.planning && this.isFree && !!this.table?.decision;
  }

  /** Whether the last step can be taken back now. */
  get mayUndo(): boolean {
    return !this.planning && this.isFree && !!this.table?.can_undo;
  }

  private get isFree(): boolean {
    return !this.past && !this.behind && !this.sending && this.token !== null;
  }

  start(): void {
    this.following = follow(socketAddress(this.game), {
      hello: () => ({ token: this.token, since: since(this.arrived()), language: spoken() }),
      message: (message) => this.hear(message),
      line: (line) => (this.line = line),
    });
  }

  /** The map of another seat of the same game is the same: it need not come anew. */
  adopt(other: TableSession): void {
    [this.map, this.digest] = [other.map, other.digest];
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.following?.close();
  }

  /** The connection may be dead without our knowing: open it again. */
  hurry(): void {
    this.following?.hurry();
  }

  /** The log with what waits to be shown. */
  private arrived(): LogLine[] {
    return this.queue.reduce((log, message) => (message.type === "update" ? [...log, ...message.log] : log), this.log);
  }

  // ---------------------------------------------------------------- hearing

  /** The map is being drawn: what happens meanwhile is shown once it can be seen, or has taken too long. */
  waitForMap(): void {
    if (this.behind) return;
    this.undrawn = true;
    window.setTimeout(() => this.drawn(), PATIENCE);
  }

  /** The map can be seen. */
  drawn(): void {
    if (!this.undrawn) return;
    this.undrawn = false;
    if (this.queue.length) this.showNext();
  }

  private hear(message: FromServer): void {
    const first = this.known.table === null;
    if (message.type !== "update" || first || !this.isWorthAPause(message)) {
      if (message.type === "update" && this.behind) this.queue = [...this.queue, message];
      else this.show(message, first);
      return;
    }
    this.stopRetelling();
    this.queue = [...this.queue, message];
    if (this.queue.length === 1 && !this.undrawn) this.showNext();
    this.settle();
  }

  /** What others did is shown one event after another; what we did ourselves at once, unless dice were rolled. */
  private isWorthAPause(message: Update): boolean {
    if (watching() && rollsOf(message).length) return true; // nothing that dice lead to is shown before they have fallen
    if (settings.pace === 0 || !message.log.length) return false;
    const ours = this.sending !== null || message.parts.seq === this.settledBy;
    const others = message.log.some((line) => line.roll) || hasAutomaton(this.known.table);
    return !ours || (others && scenesOf(message.log).length > 1);
  }

  private showNext = (): void => {
    const [whole, ...rest] = this.queue;
    if (!whole) return;
    const parts = whole.type === "update" && !this.apart.has(whole) ? takenApart(this.known.table, this.unknown(whole), watching() > 0) : [whole];
    for (const part of parts) this.apart.add(part);
    const next = parts[0]!;
    this.queue = [...parts, ...rest];
    const fallen = this.thrown;
    this.thrown = watching() > 0 && rollsOf(next).length > 0;
    this.show(next, false);
    if (settings.pace === STEPWISE && this.queue.length > 1 && !this.thrown) return; // the player asks for the next one
    const crowd = this.queue.length > CROWD ? settings.pace / 4 : pauseFor(next);
    this.timer = window.setTimeout(this.step, fallen && this.queue.length > 1 ? Math.max(crowd, READ) : this.thrown || settings.pace !== STEPWISE ? crowd : 0);
  };

  /** An update whose lines are known already, because they were asked for meanwhile, tells nothing of the pieces in between. */
  private unknown(update: Update): Update {
    return update.steps && update.log[0]!.number < since(this.log) ? { ...update, steps: [] } : update;
  }

  /** The next thing that has happened. */
  step = (): void => {
    if (this.undrawn) return this.drawn();
    window.clearTimeout(this.timer);
    this.queue = this.queue.slice(1);
    if (this.queue.length) this.showNext();
  };

  /** Replay on the map what has happened since our last action; new events are shown first. */
  retell(): void {
    if (this.behind || !this.news.length) return;
    window.clearTimeout(this.timer);
    const scenes = scenesOf(this.news);
    this.retelling = true;
    const tell = (at: number): void => {
      const scene = scenes[at];
      this.fresh = scene ?? [];
      this.retelling = !!scene;
      if (scene) this.timer = window.setTimeout(() => tell(at + 1), Math.max(settings.pace, RETOLD));
    };
    tell(0);
  }

  private stopRetelling(): void {
    if (!this.retelling) return;
    window.clearTimeout(this.timer);
    this.retelling = false;
    this.fresh = [];
  }

  /** Show at once all that has happened. */
  skip(): void {
    this.stopRetelling();
    window.clearTimeout(this.timer);
    const waiting = this.undrawn ? this.queue : this.queue.slice(1);
    this.undrawn = false;
    this.queue = [];
    for (const message of waiting) this.show(message, false);
  }

  private show(message: FromServer, first: boolean): void {
    this.known = apply(this.known, message);
    if (message.type !== "update") return;
    if (!first && message.log.length) {
      this.fresh = message.log;
      this.news = [...this.news, ...message.log];
    }
    const table = this.known.table;
    if (!table) return;
    sawTable(table, this.token, new Date(), this.log);
    if (first) this.comeBack();
    if (table.map !== this.digest) void this.fetchMap(table.map);
    this.settle();
  }

  /** A returning player is shown what has happened since their last action. */
  private comeBack(): void {
    const acted = actedAt(this.game, this.token);
    if (acted !== undefined) this.news = this.log.filter((line) => line.number >= acted);
    this.first();
  }

  private async fetchMap(digest: string): Promise<void> {
    this.digest = digest;
    try {
      this.map = await api.map(this.game, this.token);
    } catch (fault) {
      this.digest = "";
      this.complain(fault);
    }
  }

  // ---------------------------------------------------------------- acting

  choose(choice: Choice): Promise<boolean> {
    return this.carryOut([() => ({ do: "action", choice })]);
  }

  /**
   * Make the choices of a plan one after another, each from the legal list at that point; an illegal one, or a roll, ends it.
   * Returns whether all was done. One undo takes it back.
   */
  async carryOut(steps: Step[]): Promise<boolean> {
    if (!this.mayChoose) return false;
    this.planning = true;
    const begun = since(this.log);
    let joins = false;
    try {
      for (const [place, step] of steps.entries()) {
        if (place) await this.arrival();
        if (this.behind || this.log.some((line) => line.number >= begun && line.roll)) return false;
        const command = step(this.table?.decision ?? null);
        if (command === "skip") continue;
        const groups = this.taken.length;
        if (!command || !(await this.obey(command, joins))) return false;
        joins = command.do === "action" || this.taken.length === groups;
      }
      return true;
    } finally {
      this.planning = false;
      this.ended();
    }
  }

  /** Send one command, and remember what it belongs to. */
  private async obey(command: Command, joins: boolean): Promise<boolean> {
    const before = this.table!.seq;
    if (command.do === "undo") {
      if (!(await this.send({ do: "undo" }))) return false;
      this.keepSteps(undone(this.taken, before, this.settledBy));
      return true;
    }
    const sealed = this.table?.decision?.sealed ?? false;
    const done = await this.send({ do: "action", action: command.choice.action });
    this.sealedAt = done && sealed ? this.settledBy : -1;
    if (!done) return false;
    this.lastPieces = command.choice.pieces;
    this.keepSteps(noted(this.taken, before, this.settledBy, joins));
    return true;
  }

  /** Whether a command of ours, or what it led to, is on its way. */
  get isBusy(): boolean {
    return this.planning || this.sending !== null || !this.hasArrived(this.settledBy);
  }

  /** Once nothing is on its way any more. */
  async free(): Promise<void> {
    while (this.planning || this.sending) await new Promise<void>((go) => this.idlers.push(go));
    await this.arrival();
  }

  /** A command or a plan of ours has ended: go on with what waited for it. */
  private ended(): void {
    if (this.planning || this.sending) return;
    const waiting = this.idlers;
    this.idlers = [];
    for (const go of waiting) go();
  }

  /** What was done as one step is known after a reload, too. */
  private keepSteps(taken: Taken[]): void {
    this.taken = taken.slice(-50);
    remember(STEPS, { game: this.game, taken: this.taken });
  }

  /** Once what our last command led to has come; asked for if it does not. */
  async arrival(): Promise<void> {
    const seq = this.settledBy;
    if (this.hasArrived(seq)) return;
    let timer = 0;
    await new Promise<void>((done) => {
      const go = (): void => done();
      this.arrivals.push({ seq, go });
      timer = window.setTimeout(() => void this.catchUp().then(go), ARRIVAL);
    });
    window.clearTimeout(timer);
  }

  /** Resolve the promises that waited for what has arrived. */
  private settle(): void {
    const here = this.arrivals.filter(({ seq }) => this.hasArrived(seq));
    this.arrivals = this.arrivals.filter((each) => !here.includes(each));
    for (const { go } of here) go();
  }

  /** Whether a move has arrived, shown or not yet. */
  private hasArrived(seq: number): boolean {
    if ((this.table?.seq ?? -1) >= seq) return true;
    return this.queue.some((message) => message.type === "update" && (message.parts.seq ?? -1) >= seq);
  }

  /** Whether we have chosen in secret and wait for the others to do so. */
  get hasSealed(): boolean {
    return this.sealedAt >= 0 && this.table?.seq === this.sealedAt && !this.table.decision;
  }

  /** Take back the last step, whole. */
  async undo(): Promise<boolean> {
    if (!this.mayUndo) return false;
    this.planning = true;
    try {
      for (let left = stepSize(this.taken, this.table!.seq); left > 0; left -= 1) {
        if (!this.table?.can_undo || !(await this.obey({ do: "undo" }, false))) return false;
        if (left > 1) await this.arrival();
      }
      return true;
    } finally {
      this.planning = false;
      this.ended();
    }
  }

  resign(): Promise<boolean> {
    return this.send({ do: "resign" });
  }

  /** Send a command; retried with the same idempotency key if the answer is lost, so that it acts once. */
  private async send(what: Pick<Move, "do" | "action">): Promise<boolean> {
    if (!this.table || this.token === null || this.sending || this.behind) return false;
    const move: Move = { ...what, seq: this.table.seq, key: crypto.randomUUID?.() ?? randomKey() };
    this.stopRetelling();
    this.sending = move;
    this.notice = null;
    this.fresh = this.news = [];
    const acted = since(this.log);
    try {
      const { seq } = await this.persist(() => api.move(this.game, this.token!, move));
      this.settledBy = seq;
      noteActed(this.game, this.token, acted);
      if (this.line !== "live") await this.catchUp();
      return true;
    } catch (fault) {
      if (fault instanceof Refused && fault.refusal.error === "stale") await this.catchUp();
      this.complain(fault);
      return false;
    } finally {
      this.sending = null;
      this.ended();
    }
  }

  private async persist<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    for (const wait of TRIES) {
      try {
        return await act();
      } catch (fault) {
        if (!(fault instanceof Unreachable)) throw fault;
        await new Promise((go) => setTimeout(go, wait));
      }
    }
    return act();
  }

  /** Without the socket: ask once how it stands. */
  async catchUp(): Promise<void> {
    try {
      const parts = await api.table(this.game, this.token);
      const log = await api.log(this.game, this.token, since(this.log));
      this.skip();
      this.show({ type: "update", parts, log }, false);
    } catch {
      this.hurry();
    }
  }

  async offer(offer: NewOffer): Promise<void> {
    if (this.token) await this.attempt(() => api.offer(this.game, this.token!, offer));
  }

  /** Take back our seat from a computer player. */
  async takeAgain(): Promise<void> {
    if (this.token) await this.attempt(() => api.takeAgain(this.game, this.token!));
  }

  async answer(kind: string, yes: boolean): Promise<void> {
    if (this.token) await this.attempt(() => api.answer(this.game, this.token!, kind, yes));
  }

  async say(text: string): Promise<boolean> {
    return this.attempt(() => api.say(this.game, this.token, text));
  }

  /** Propose to our allies to play or to keep something; an empty word takes it back. */
  async advise(about: string, word: string): Promise<boolean> {
    const { token } = this;
    return token !== null && this.attempt(() => api.advise(this.game, token, about, word));
  }

  private async attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (fault) {
      this.complain(fault);
      return false;
    }
  }

  /** Say what the page has to say. */
  tell(words: string): void {
    this.notice = { words, cites: [], tone: "news" };
  }

  /** Say what went wrong, in the words of the server where it has some. */
  complain(fault: unknown): void {
    if (fault instanceof Refused) this.notice = { words: fault.refusal.words, cites: fault.refusal.cites ?? [], tone: "fault" };
    else if (fault instanceof Unreachable) this.notice = { words: t("line.unreachable"), cites: [], tone: "fault" };
    else throw fault;
  }
}

/** For pages that are not served securely: there is no randomUUID, but there are random numbers. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
