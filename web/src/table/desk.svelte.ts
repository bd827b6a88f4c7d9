/** What a person does at the table: pointing, choosing, asking; the panels and the board show what stands here. */

import { api } from "../api/client";
import type { Choice, Inspection, Ledger, LogLine, Odds, Question, WhyNot } from "../api/types";
import type { Arrow, Board, Mark, Turn } from "../board";
import { boardChoices, choosable, clickPiece, clickPlace, fightArrows, isBare, shown, targets, whereAll, WIDE, type Clicked, type Narrowing } from "./choices";
import { pointers } from "../lessons/taking";
import { decidingLine, type Awaiting } from "./ledgers";
import { trailsOf, wayOf } from "./playback";
import { settings } from "./settings.svelte";
import { since } from "./state";
import type { TableSession } from "./session.svelte";

/** A fight that is about to be begun: its ledger first, its exact odds on demand. */
export interface Asked {
  choice: Choice;
  ledger: Ledger | null;
  odds: Odds | null;
  counting: boolean;
  fault: string;
}

export type Sheet = "help" | "settings" | "resign" | "why" | "legend" | "seats" | null;

/** The word of choices that cost what the reach of a counter says; to retreat or to be placed costs something else. */
const MARCH = "go";

const MARK_OF: Record<string, Mark["kind"]> = { reach: "reach", zoc: "zone", sight: "sight", costs: "reach", command: "zone" };

export class Desk {
  narrowing: Narrowing = $state.raw(WIDE);
  /** Where the pointer or the cursor is. */
  place: string | null = $state(null);
  piece: string | null = $state(null);
  /** The choice under the pointer or the focus, shown on the map before it is made. */
  preview: Choice | null = $state.raw(null);
  asked: Asked | null = $state.raw(null);
  why: { place: string; words: string; answer: WhyNot | null; fault: string } | null = $state.raw(null);
  inspection: Inspection | null = $state.raw(null);
  costs: ReadonlyMap<string, string> = $state.raw(new Map());
  line: LogLine | null = $state.raw(null);
  /** Whether what lies at the place is shown over the map, where there is no panel for it. */
  peeking = $state(false);
  /** Whether the course of the game so far is looked back on. */
  lookingBack = $state(false);
  hidden = $state(false);
  magnified = $state(false);
  sheet: Sheet = $state(null);
  tab = $state("choices");
  board: Board | null = $state.raw(null);
  /** How the map lies on the screen, in quarters clockwise. */
  turn: Turn = $state(0);
  /** The ledgers that were seen before fights, by the line of the log with the roll that decided them. */
  ledgers: ReadonlyMap<number, Ledger> = $state.raw(new Map());
  /** The roll that is looked at. */
  rolled: LogLine | null = $state.raw(null);
  awaiting: Awaiting | null = $state.raw(null);
  /** Who attacked what in the fight that our last choice was about. */
  private joined: Arrow[] = $state.raw([]);
  /** Whether a long list of places is open though they are marked on the map. */
  unfolded = $state(false);

  constructor(readonly session: TableSession) {}

  get table() {
    return this.session.viewed;
  }

  get question(): Question | null {
    return this.session.past || this.session.behind ? null : (this.session.table?.decision ?? null);
  }

  get choices(): Choice[] {
    return this.question?.choices ?? [];
  }

  readonly where = $derived.by(() => whereAll(this.session.viewed?.pieces));
  readonly shown = $derived(shown(this.choices, this.narrowing, this.where));
  readonly boardChoices = $derived(boardChoices(this.choices, this.narrowing, this.where, this.costs));
  readonly choosable = $derived(choosable(this.choices, this.narrowing, this.where));

  /** The counter that the question, or the list of choices, is about now. */
  readonly selected: string | null = $derived(this.narrowing.piece ?? this.asking()[0] ?? null);

  private asking(): string[] {
    if (this.question?.fights?.some((fight) => fight.now)) return []; // arrows show who fights
    const said = this.question?.pieces ?? [];
    const known = said.length ? said : this.question && !this.choosable.length ? this.session.lastPieces : [];
    return known.filter((piece) => this.where.has(piece));
  }

  /** What is drawn over the map besides the choices. */
  readonly marks: Mark[] = $derived.by(() => {
    const marks: Mark[] = [];
    if (this.inspection) {
      const kind = MARK_OF[this.inspection.what] ?? "highlight";
      for (const { place, value } of this.inspection.places) marks.push({ place, label: value === null ? "" : String(value), kind });
    }
    for (const place of this.preview ? targets(this.preview, this.where) : []) marks.push({ place, label: "", kind: "target" });
    if (this.question) marks.push(...pointers(this.session.table?.lesson, this.where));
    return [...marks, ...this.told()];
  });

  /** What the lines that are looked at speak of: the way of the counter that went last, and all places beside it. */
  private told(): Mark[] {
    const lines = this.line ? [this.line] : this.session.fresh;
    const way = lines.map((line) => wayOf(line, this.where)).findLast((each) => each !== null) ?? [];
    const others = lines.flatMap((line) => line.places).filter((place) => !way.includes(place));
    const places = new Set([...others, ...way.slice(-1), ...(others.length || way.length ? [] : this.standing(lines))]);
    return [...[...places].map((place): Mark => ({ place, label: "", kind: "highlight" })), ...way.map((place): Mark => ({ place, label: "", kind: "path" }))];
  }

  /** Where the counters stand that lines speak of. */
  private standing(lines: LogLine[]): string[] {
    return lines.flatMap((line) => line.pieces.flatMap((piece) => this.where.get(piece) ?? []));
  }

  /** Where the others went since we did something: shown until we look at something else. */
  private trails(): Arrow[] {
    const busy = this.session.behind || this.session.retelling || this.session.past || this.line || this.narrowing.piece || this.question?.fights?.some((fight) => fight.now);
    return busy ? [] : trailsOf(this.session.news, this.where);
  }

  /** The fight that is being fought out before our eyes. */
  private fought(): Arrow[] {
    return this.session.behind ? this.joined : [];
  }

  /** The choice that is looked at, from where to where; without one, the fights that are open and where the others went. */
  readonly arrows: Arrow[] = $derived.by((): Arrow[] => {
    const choice = this.asked?.choice ?? this.preview;
    if (!choice || isBare(choice)) return [...this.trails(), ...(this.question ? fightArrows(this.question.fights ?? [], this.where) : this.fought())];
    const kind = choice.fight ? "attack" : "move";
    const goals = targets(choice, this.where);
    return choice.pieces.flatMap((piece) => {
      const from = this.where.get(piece);
      return from ? goals.filter((to) => to !== from).map((to) => ({ from, to, kind })) : [];
    });
  });

  // ---------------------------------------------------------------- pointing and choosing

  pointAtPiece(piece: string, place: string): void {
    this.place = place;
    this.piece = piece;
    this.heed(piece ? clickPiece(this.choices, this.narrowing, this.where, piece) : clickPlace(this.choices, this.narrowing, this.where, place));
  }

  pointAtPlace(place: string): void {
    this.place = place;
    this.piece = null;
    this.heed(clickPlace(this.choices, this.narrowing, this.where, place));
  }

  private heed(clicked: Clicked): void {
    this.line = null;
    this.peeking = false;
    if (clicked === "nothing") this.narrowing = WIDE;
    else if ("choose" in clicked) void this.pick(clicked.choose);
    else {
      this.narrowing = clicked.narrow;
      this.tab = "choices";
      if (this.piece && !this.where.has(this.piece)) this.showQuestion();
    }
  }

  /** A click on what cannot be chosen: look at it, and at all choices again. */
  lookAt(place: string | null, piece: string | null): void {
    this.narrowing = WIDE;
    this.line = null;
    this.peeking = place !== null;
    if (!place) return;
    this.place = place;
    this.piece = piece;
  }

  narrow(change: Partial<Narrowing>): void {
    this.narrowing = { ...this.narrowing, ...change };
  }

  widen(): void {
    this.narrowing = WIDE;
    this.preview = null;
    this.inspection = null;
    this.line = null;
    this.peeking = false;
  }

  /** A choice made by click or key: one that begins a fight shows its ledger first, if that is wished. */
  async pick(choice: Choice): Promise<void> {
    if (!this.session.mayChoose) return;
    if (choice.fight && settings.ledger === "always" && !this.question?.sealed) await this.ask(choice);
    else await this.commit(choice);
  }

  async commit(choice: Choice): Promise<void> {
    const seen = this.asked?.choice.action === choice.action ? this.asked.ledger : null;
    this.asked = null;
    this.preview = null;
    this.joined = fightArrows(this.question?.fights?.filter((fight) => fight.now) ?? [], this.where);
    const ledger = seen ?? (choice.fight ? await this.forecast(choice).catch(() => null) : null);
    if (ledger) this.awaiting = { ledger, from: since(this.session.log) };
    if (await this.session.choose(choice)) this.narrowing = WIDE;
  }

  /** New lines have come: perhaps the roll for which a ledger waits is among them. */
  heedRolls(): void {
    const line = this.awaiting && decidingLine(this.awaiting, this.session.log);
    if (!this.awaiting || !line) return;
    this.ledgers = new Map(this.ledgers).set(line.number, this.awaiting.ledger);
    this.awaiting = null;
  }

  // ---------------------------------------------------------------- asking

  /** The ledger of the fight that a choice begins. */
  async ask(choice: Choice): Promise<void> {
    this.asked = { choice, ledger: null, odds: null, counting: false, fault: "" };
    await this.fill(choice, async () => ({ ledger: await this.forecast(choice) }));
  }

  private forecast(choice: Choice): Promise<Ledger> {
    return api.forecast(this.session.game, this.session.token, choice.action);
  }

  async count(): Promise<void> {
    const asked = this.asked;
    if (!asked || asked.odds || asked.counting) return;
    this.asked = { ...asked, counting: true };
    await this.fill(asked.choice, async () => ({ odds: await api.odds(this.session.game, this.session.token, asked.choice.action) }));
  }

  /** An answer is shown only if it is still what is asked. */
  private async fill(choice: Choice, answer: () => Promise<Partial<Asked>>): Promise<void> {
    let found: Partial<Asked>;
    try {
      found = await answer();
    } catch (fault) {
      found = { fault: (fault as Error).message };
    }
    if (this.asked?.choice === choice) this.asked = { ...this.asked, ...found, counting: false };
  }

  /** Why what concerns a place or a counter is not among the choices. */
  async askWhy(place: string, piece: string | null = null): Promise<void> {
    this.place = place;
    const words = piece ? this.nameOf(piece) : this.placeName(place);
    this.why = { place, words, answer: null, fault: "" };
    this.sheet = "why";
    try {
      const answer = await api.why(this.session.game, this.session.token, piece ? { place, piece } : { place });
      if (this.why?.place === place) this.why = { ...this.why, answer };
    } catch (fault) {
      if (this.why?.place === place) this.why = { ...this.why, fault: (fault as Error).message };
    }
  }

  /** What a counter is called, wherever it lies. */
  nameOf(piece: string): string {
    const { stacks = [], trays = [] } = this.table?.pieces ?? {};
    for (const pile of [...stacks, ...trays]) for (const counter of pile.counters) if (counter.id === piece) return counter.title || counter.name;
    return piece;
  }

  /** What a place is called. */
  placeName(place: string): string {
    const map = this.session.map;
    return (map?.kind === "areas" && map.areas.find((area) => area.id === place)?.name) || place;
  }

  /** The counter that an inspection is about: the one selected, or the one under the cursor. */
  readonly inspectable: string | null = $derived.by(() => {
    if (this.piece && this.where.has(this.piece)) return this.piece;
    const stack = this.session.viewed?.pieces.stacks.find((each) => each.place === this.place);
    return stack?.counters.findLast((counter) => counter.id)?.id ?? this.selected;
  });

  /** Show what can be reached, seen or controlled; the same once more puts it away. */
  async inspect(what: string): Promise<void> {
    const piece = this.inspectable;
    if (!piece) return;
    if (this.inspection?.what === what && this.inspection.piece === piece) {
      this.inspection = null;
      return;
    }
    try {
      this.inspection = await api.inspect(this.session.game, this.session.token, what, piece);
    } catch (fault) {
      this.session.complain(fault);
    }
  }

  /** What it costs the selected counter to go to each place it may go to. */
  async learnCosts(piece: string | null): Promise<void> {
    this.costs = new Map();
    if (!piece || !this.table?.inspections.some((each) => each.what === "reach")) return;
    if (!this.choices.some((choice) => choice.word === MARCH && choice.places.length)) return;
    try {
      const seq = this.table.seq;
      const found = await api.inspect(this.session.game, this.session.token, "reach", piece);
      if (this.table?.seq === seq) this.costs = new Map(found.places.flatMap(({ place, value }) => (value === null ? [] : [[place, String(value)]])));
    } catch {
      // costs are a help; the choices stand without them
    }
  }

  /** Bring what is asked into view: the counter it is about, and the places to choose from, if they are few. */
  showQuestion(): void {
    const FEW = 60;
    const about = this.selected ? [this.where.get(this.selected)!] : [];
    const fight = this.question?.fights?.find((each) => each.now);
    const fought = fight ? [...fight.places, ...fight.pieces.flatMap((piece) => this.where.get(piece) ?? [])] : [];
    const places = [...about, ...fought, ...this.boardChoices.map((choice) => choice.place), ...this.choosable.flatMap((piece) => this.where.get(piece) ?? [])];
    if (places.length && places.length <= FEW) this.board?.show(places);
    if (this.selected) [this.place, this.piece] = [about[0]!, this.selected];
  }

  /** Follow on the map what is being told. */
  followTold(): void {
    const { fresh, behind, retelling } = this.session;
    if (!behind && !retelling) return;
    const places = fresh.flatMap((line) => line.places);
    const seen = places.length ? places : this.standing(fresh);
    if (seen.length) this.board?.show(seen);
  }

  /** Show a line of the log on the map. */
  showLine(line: LogLine): void {
    this.line = this.line?.number === line.number ? null : line;
    const pieces = line.pieces.flatMap((piece) => this.where.get(piece) ?? []);
    const places = line.places.length ? line.places : pieces;
    if (this.line && places.length) this.board?.show(places);
  }
}
