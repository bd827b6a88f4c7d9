/** What a person does at the table: pointing, choosing, asking; the panels and the board show what stands here. */

import { api } from "../api/client";
import { tick } from "svelte";
import type { Choice, Closing, Inspection, Leave, Breakdown, LogLine, Odds, Proposal, Question, RegionChoices, Remark, WayPicture, WhyNot } from "../api/types";
import type { Arrow, Board, Mark, Turn, Way } from "../board";
import { boardChoices, choosable, costsOf, clickPiece, clickPlace, fightArrows, isBare, shown, regionChoice, stillFought, targets, whereAll, wholes, WIDE, type Clicked, type Narrowing } from "./choices";
import { pointers } from "../lessons/taking";
import { leftUndone, type Undone } from "./ending";
import { isParty, sameOdds } from "./breakdowns";
import { legsOf, trailsOf, wayIn } from "./playback";
import { settings } from "./settings.svelte";
import { goingTogether, leaving, picking, taking, type Step } from "./steps";
import { ownName, placeName, sheetOf } from "./sheets";
import { ownSides } from "./state";
import type { TableSession } from "./session.svelte";
import { groupsOf, sightArrows } from "./sight";
import { type Hovering, sighting, wayfinding } from "./hovering.svelte";
import { declaredWays, takenWays } from "./ways";
import { smokeOf } from "./smoke";
import { percent, t } from "../texts";

/** A fight that is about to be begun: its ledger first, its exact odds on demand. */
export interface Asked {
  choice: Choice;
  ledger: Breakdown | null;
  /** Who is to take part, where that can be chosen: a set that cannot fight together has no ledger. */
  party: string[];
  odds: Odds | null;
  counting: boolean;
  fault: string;
}

/** An end that was chosen while something is left to do, or a choice that ends something for good: asked about first. */
export interface Ending extends Undone {
  words: string;
  ends: Remark[];
  go: () => Promise<unknown>;
}

export type Sheet = "help" | "settings" | "resign" | "why" | "charts" | "diary" | "legend" | "seats" | null;

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
  /** The sheet that is looked at; empty: the first. */
  sheetId = $state("");
  /** How the map lies on the screen, in quarters clockwise. */
  turn: Turn = $state(0);
  /** The roll that is looked at. */
  rolled: LogLine | null = $state.raw(null);
  /** The line of the log whose dice are still falling before our eyes. */
  falling: number | null = $state(null);
  /** Who attacked what in the fight that our last choice was about. */
  private joined: Arrow[] = $state.raw([]);
  /** Whether a long list of places is open though they are marked on the map. */
  unfolded = $state(false);
  /** The ledgers that were agreed to in a phase: the same is not shown twice for one fight. */
  private agreed: { when: string; ledgers: Breakdown[] } = { when: "", ledgers: [] };
  /** Counters that go along with the one in hand. */
  along: string[] = $state.raw([]);
  /** A click that can mean two things: to go to a place, or to take up the counter there. */
  either: { piece: string; place: string; at: [number, number] } | null = $state.raw(null);
  ending: Ending | null = $state.raw(null);
  /** What the counter in hand had spent where it stopped on its way. */
  private paid: ReadonlyMap<string, string> = $state.raw(new Map());
  private lifting: Promise<unknown> = Promise.resolve();

  /** What was measured last: from which counter to which place. */
  measured: { piece: string | null; place: string } | null = $state.raw(null);
  readonly sighting: Hovering<Inspection>;
  readonly wayfinding: Hovering<WayPicture>;

  constructor(readonly session: TableSession) {
    this.sighting = sighting(session);
    this.wayfinding = wayfinding(session);
  }

  get table() {
    return this.session.viewed;
  }

  get question(): Question | null {
    return this.session.past || this.session.behind ? null : (this.session.table?.decision ?? null);
  }

  get choices(): Choice[] {
    return this.question?.choices ?? [];
  }

  /** What it costs to choose a place, where the choices say so. */
  readonly costs: ReadonlyMap<string, string> = $derived(costsOf(this.choices));
  readonly where = $derived.by(() => whereAll(this.session.viewed?.pieces));
  readonly shown = $derived(shown(this.choices, this.narrowing, this.where));
  readonly boardChoices = $derived(boardChoices(this.choices, this.narrowing, this.where, this.costs));
  readonly choosable = $derived(choosable(this.choices, this.narrowing, this.where));

  /** Which of several regions a click on the table top is about, and in which question that was said. */
  private aimed: { seq: number; action: string } | null = $state.raw(null);

  /** The region that a click on the table top is about: the first, unless another was named for this question. */
  readonly region: RegionChoices | null = $derived.by(() => {
    const all = this.question?.regions ?? [];
    const named = this.aimed?.seq === this.session.table?.seq ? this.aimed?.action : null;
    return all.find(({ action }) => action === named) ?? all[0] ?? null;
  });

  aim({ action }: RegionChoices): void {
    this.aimed = { seq: this.session.table?.seq ?? 0, action };
  }

  /** Places where all counters can be taken up together. */
  readonly wholes: string[] = $derived(wholes(this.choices, this.where));

  get leave(): Leave | null {
    return this.question?.leave ?? null;
  }

  /** The counter that was taken up for the question, and can be put down again. */
  readonly inHand: string | null = $derived(this.leave ? (this.question?.pieces?.find((piece) => this.where.has(piece)) ?? null) : null);
  /** Counters that can be taken up instead of the one in hand. */
  readonly others: string[] = $derived((this.leave?.pieces ?? []).filter((piece) => piece !== this.inHand && !this.choosable.includes(piece)));
  /** Those of them that stand with the one in hand, before it has gone anywhere. */
  readonly companions: string[] = $derived.by(() => {
    const place = this.inHand && !this.leave?.action && this.choices.some((choice) => this.isLeg(choice)) ? this.where.get(this.inHand) : undefined;
    return place ? this.others.filter((piece) => this.where.get(piece) === place) : [];
  });
  /** Ends of what is asked that are not legal now. */
  readonly barred: Closing[] = $derived((this.question?.closing ?? []).filter((each) => each.barred && !this.leave));
  /** Ends that are legal once the counter in hand is put down. */
  readonly beyond: Closing[] = $derived((this.leave?.closing ?? []).filter((each) => !each.barred));

  /** The counter that the question, or the list of choices, is about now. */
  readonly selected: string | null = $derived(this.narrowing.piece ?? this.asking()[0] ?? null);

  /** Whose costs a place is told with: nobody's where it is asked whom to fight, not where to go. */
  readonly walker: string | null = $derived.by(() => {
    const firing = !this.leave && this.choices.some((choice) => choice.fight);
    return firing ? null : (this.selected ?? this.piece);
  });

  private asking(): string[] {
    if (this.question?.fights?.some((fight) => fight.now)) return []; // arrows show who fights
    const said = this.question?.pieces ?? [];
    const known = said.length ? said : this.question && !this.choosable.length ? this.session.lastPieces : [];
    return known.filter((piece) => this.where.has(piece));
  }

  /** The choice that is looked at: in the list, in the sheet of its odds, or by pointing at its place on the map. */
  readonly looked: Choice | null = $derived(this.preview ?? this.asked?.choice ?? this.choices.find((choice) => choice.spread?.length && choice.places[0] === this.place) ?? null);

  /** What is drawn over the map besides the choices. */
  readonly marks: Mark[] = $derived.by(() => {
    const marks: Mark[] = [];
    if (this.inspection && !this.inspection.lines.length) {
      const kind = this.table?.inspections.find((each) => each.what === this.inspection!.what)?.mark ?? "highlight";
      for (const { place, value } of this.inspection.places) marks.push({ place, label: value === null ? "" : String(value), kind });
    }
    for (const place of this.preview ? targets(this.preview, this.where) : []) marks.push({ place, label: "", kind: "target" });
    for (const { place, value } of this.looked?.spread ?? []) marks.push({ place, label: percent(value ?? 0), kind: "spread", weight: value ?? 0 });
    const owing = new Set(this.barred.flatMap((each) => each.barred!.pieces).flatMap((piece) => this.where.get(piece) ?? []));
    for (const place of owing) marks.push({ place, label: "", kind: "owing" });
    if (this.question) marks.push(...pointers(this.session.table?.lesson, this.where));
    return [...marks, ...this.told()];
  });

  /** What the lines that are looked at speak of: the way of the counter that went last, and all places beside it. */
  private told(): Mark[] {
    const lines = this.line ? [this.line] : this.session.fresh;
    const gone = this.inHand && !this.line ? legsOf(this.inHand, this.session.log, this.where).flatMap((leg, at) => (at ? leg.slice(1) : leg)) : [];
    const way = gone.length ? gone : wayIn(lines, this.where);
    const others = lines.flatMap((line) => line.places).filter((place) => !way.includes(place));
    const places = new Set([...others, ...way.slice(-1), ...(others.length || way.length ? [] : this.standing(lines))]);
    return [...[...places].map((place): Mark => ({ place, label: "", kind: "highlight" })), ...way.map((place): Mark => ({ place, label: (gone.length && this.paid.get(place)) || "", kind: "path" }))];
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

  /** The lines of sight that are shown: those asked for, or those of the counter that is pointed at. */
  readonly seen: Inspection | null = $derived.by(() => {
    if (this.inspection?.lines.length) return this.inspection;
    return this.session.isBusy || this.session.behind || this.session.past ? null : this.sighting.found;
  });

  /** The way that is being declared, with what the choice under the pointer would add, or was taken; otherwise where the others went. */
  readonly ways: Way[] = $derived.by(() => {
    const declared = this.table?.pieces.ways ?? [];
    const offered = this.question && !this.session.isBusy ? this.wayfinding.found : null;
    if (declared.length || offered) return declaredWays(declared, offered);
    return this.session.past || this.inHand ? [] : takenWays(this.line ? [this.line] : this.session.news);
  });

  /** The pointer is over a place, or beside the map. */
  pointOver(place: string | null): void {
    const choice = place && this.question && !this.session.isBusy ? this.inRegion(place) : null;
    this.wayfinding.look(choice?.action ?? null);
  }

  /** The smoke that hangs over the map. */
  readonly smoke = $derived.by(() => (this.session.past ? [] : smokeOf(this.session.log)));

  /** The choice that is looked at, from where to where; without one, the fights that are open and where the others went. */
  readonly arrows: Arrow[] = $derived.by((): Arrow[] => {
    const seen = this.seen?.lines ?? [];
    if (seen.length) return sightArrows(seen, groupsOf(this.table?.pieces), new Set(this.where.values()), (far) => t("sight.far", { far: Math.round(far) }));
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

  pointAtPiece(piece: string, place: string, whole = false): void {
    if (this.session.isBusy) return this.later(() => this.takes(piece) && this.pointAtPiece(piece, place, whole));
    this.place = place;
    this.piece = piece;
    if (piece && piece === this.inHand && !this.choosable.includes(piece)) void this.setDown(true);
    else if (piece && this.others.includes(piece)) void this.takeUp(piece, whole);
    else if (piece && piece === this.narrowing.piece && !this.narrowing.place) this.widen();
    else if (whole) void this.takeUp(piece, whole);
    else this.heed(piece ? clickPiece(this.choices, this.narrowing, this.where, piece) : clickPlace(this.choices, this.narrowing, this.where, place));
  }

  pointAtPlace(place: string): void {
    if (this.session.isBusy) return this.later(() => this.goesTo(place) && this.pointAtPlace(place));
    this.place = place;
    this.piece = null;
    const clicked = clickPlace(this.choices, this.narrowing, this.where, place);
    const inRegion = this.inRegion(place);
    this.heed(clicked === "nothing" && inRegion ? { choose: inRegion } : clicked);
  }

  /** The choice that a point of the table stands for, of those that differ only in a point. */
  private inRegion(place: string): Choice | null {
    const { map } = this.session;
    if (!map || !this.region) return null;
    return regionChoice([this.region], sheetOf(map, place).sheet.id, ownName(map, place), place);
  }

  /** A click that comes while the answer to the one before is on its way means what it means then: the next counter, or its goal. */
  private later(act: () => unknown): void {
    void (async () => {
      await this.session.free();
      await tick();
      if (!this.session.behind && !this.session.past) act();
    })();
  }

  private takes(piece: string): boolean {
    return piece === this.inHand || this.others.includes(piece) || this.choosable.includes(piece);
  }

  private goesTo(place: string): boolean {
    return this.inHand !== null && this.boardChoices.some((choice) => choice.place === place);
  }

  /** Take up a counter instead of the one in hand, in one step; with all that may go along, if that is wished. */
  async takeUp(piece: string, whole = false): Promise<void> {
    const leave = this.others.includes(piece) ? this.leave : null;
    const steps = [...(leave ? [leaving(leave)] : []), picking(piece, this.where)];
    if (!(await this.isReady())) return;
    this.widen();
    await this.session.carryOut(steps);
    await this.session.arrival();
    await tick(); // a new question starts with all its choices
    if (this.inHand === piece) this.along = whole ? this.companions : [];
    else if (this.choosable.includes(piece)) this.heed(clickPiece(this.choices, WIDE, this.where, piece));
  }

  /** Put the counter in hand down: as if it had not been taken up; one that has gone somewhere ends its move, if that is meant. */
  async setDown(ends: boolean): Promise<void> {
    const { leave } = this;
    if (leave && (ends || !leave.action) && (await this.isReady())) await this.session.carryOut([leaving(leave)]);
  }

  /** Escape: what was pointed at is forgotten; if nothing was, the counter in hand is put down. */
  letGo(): void {
    this.measured = null;
    this.board?.putAway();
    const { piece, place, text } = this.narrowing;
    const busy = piece ?? place ?? (text || this.inspection || this.line || this.peeking || this.either || this.along.length);
    this.widen();
    if (!busy) void this.setDown(false);
  }

  takeAlong(piece: string): void {
    this.along = this.along.includes(piece) ? this.along.filter((each) => each !== piece) : [...this.along, piece];
  }

  /** All that may go along do, or nobody if all do already. */
  takeAll(): void {
    this.along = this.along.length === this.companions.length ? [] : this.companions;
  }

  /** A counter is dragged: it is taken up, so that the map shows where it may go. */
  lift(piece: string, place: string): void {
    if (piece === this.inHand || piece === this.narrowing.piece) return;
    this.pointAtPiece(piece, place);
    this.lifting = this.lifting.then(() => this.session.arrival()).then(() => tick());
  }

  /** It is dropped: there it goes, if it may. */
  async drop(place: string | null): Promise<void> {
    await this.lifting;
    await this.session.free();
    await tick();
    if (place && (this.inRegion(place) || this.boardChoices.some((choice) => choice.place === place))) this.pointAtPlace(place);
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
    if (this.session.isBusy) return this.later(() => place && this.goesTo(place) && this.pointAtPlace(place));
    if (!piece && this.narrowing === WIDE) void this.setDown(false);
    this.narrowing = WIDE;
    this.either = null;
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
    this.either = null;
    this.along = [];
  }

  /** A choice made by click or key: one that begins a fight shows its ledger first, if that is wished. */
  async pick(choice: Choice): Promise<void> {
    if (!(await this.isReady())) return;
    this.either = null;
    const closing = this.question?.closing?.find((each) => each.action === choice.action);
    if (choice.ends?.length) this.ending = { words: choice.words, ends: choice.ends, idle: [], duties: [], go: () => this.commit(choice) };
    else if (choice.fight && settings.ledger === "always" && !this.question?.sealed) await this.askOnce(choice);
    else if (closing) await this.end(closing, this.choices.flatMap((each) => each.pieces), () => this.commit(choice));
    else await this.commit(choice);
  }

  /** The ledger of a fight before it is begun, unless the same was agreed to just before: then it is begun. */
  private async askOnce(choice: Choice): Promise<void> {
    const { question, known } = this;
    if (!known.length) return this.ask(choice);
    const ledger = await this.forecast(choice).catch(() => null);
    if (this.question !== question) return;
    if (ledger && known.some((each) => sameOdds(each, ledger))) await this.commit(choice);
    else await this.ask(choice);
  }

  /** The ledgers that were agreed to in this phase. */
  private get known(): Breakdown[] {
    return this.agreed.when === this.table?.when.words ? this.agreed.ledgers : [];
  }

  async commit(choice: Choice): Promise<void> {
    const seen = this.asked?.choice.action === choice.action ? this.asked.ledger : null;
    const party = seen?.parties?.find((each) => isParty(each.pieces, seen.party ?? []));
    this.asked = null;
    if (seen) this.agreed = { when: this.table?.when.words ?? "", ledgers: [...this.known, seen] };
    this.preview = null;
    this.joined = fightArrows(this.question?.fights?.filter((fight) => fight.now) ?? [], this.where);
    const cost = this.isLeg(choice) ? this.costs.get(choice.places[0]!) : undefined;
    if (cost !== undefined) this.paid = new Map(this.leave?.action ? this.paid : []).set(choice.places[0]!, cost);
    if (party) await this.session.carryOut([taking(choice.action), ...party.actions.map(taking)]);
    else if (this.along.length && this.isLeg(choice)) await this.goTogether(choice);
    else if (await this.session.choose(choice)) this.narrowing = WIDE;
  }

  // ---------------------------------------------------------------- several choices as one step

  /** A choice that takes the counter in hand somewhere. */
  private isLeg(choice: Choice): boolean {
    return this.inHand !== null && !choice.pieces.length && choice.places.length === 1;
  }

  /** The counter in hand goes, and those that go along follow where it costs them the same; the others stay, and it is said. */
  private async goTogether(choice: Choice): Promise<void> {
    const [first, place, all] = [this.inHand!, choice.places[0]!, this.along];
    const went = await this.session.carryOut(goingTogether(first, choice, all, this.where));
    await this.session.arrival();
    await tick();
    const stuck = went ? null : this.inHand;
    if (stuck && all.includes(stuck)) await this.setDown(false); // what was taken up in vain is put down
    const behind = all.filter((piece) => this.where.has(piece) && this.where.get(piece) !== place);
    if (behind.length) this.session.tell(t("along.stays", { who: behind.map((piece) => this.nameOf(piece)).join(", "), place: this.placeName(place) }));
  }

  /** End what is asked beyond the counter in hand, which is put down first. */
  async endBeyond(closing: Closing): Promise<void> {
    const { leave } = this;
    if (!leave || !(await this.isReady())) return;
    const go = (): Promise<boolean> => this.session.carryOut([leaving(leave), taking(closing.action)]);
    await this.end(closing, leave.pieces, go);
  }

  /** A ready-made answer, step by step. */
  async propose(proposal: Proposal): Promise<boolean> {
    return (await this.isReady()) && this.session.carryOut(proposal.actions.map((action): Step => (question) => (question ? taking(action)(question) : "skip")));
  }

  /** A click may come while the answer to the one before is still on its way: it waits, and counts if the question is the same. */
  private async isReady(): Promise<boolean> {
    const { question } = this;
    await this.session.free();
    return this.question === question && this.session.mayChoose;
  }

  // ---------------------------------------------------------------- before an end

  /** Ask before an end that leaves something undone; without that it is the end. */
  private async end(closing: Closing, able: string[], go: () => Promise<unknown>): Promise<void> {
    const undone = this.table && leftUndone(settings.ends, closing, able, this.table.pieces, ownSides(this.table));
    if (undone) this.ending = { words: closing.words, ends: [], ...undone, go };
    else await go();
  }

  async agreeToEnd(): Promise<void> {
    const ending = this.ending;
    this.ending = null;
    await ending?.go();
  }

  // ---------------------------------------------------------------- asking

  /** The ledger of the fight that a choice begins. */
  async ask(choice: Choice): Promise<void> {
    this.asked = { choice, ledger: null, party: [], odds: null, counting: false, fault: "" };
    await this.fill(choice, async () => this.withBreakdown(await this.forecast(choice)));
  }

  private withBreakdown(ledger: Breakdown): Partial<Asked> {
    return { ledger, party: ledger.party ?? [] };
  }

  /** Somebody takes part in the fight that is asked about, or does not: its ledger is another one. */
  async join(piece: string): Promise<void> {
    const asked = this.asked;
    if (!asked?.ledger) return;
    const party = asked.party.includes(piece) ? asked.party.filter((each) => each !== piece) : [...asked.party, piece];
    this.asked = { ...asked, party, odds: null };
    if (!asked.ledger.parties?.some((each) => isParty(each.pieces, party))) return;
    const ledger = await this.forecast(asked.choice, party.join(",")).catch(() => null);
    if (ledger && this.asked?.choice === asked.choice && isParty(this.asked.party, party)) this.asked = { ...this.asked, ledger };
  }

  private async forecast(choice: Choice, party?: string): Promise<Breakdown> {
    const ledger = await api.forecast(this.session.game, this.session.token, choice.action, this.session.table?.seq, party);
    if (!ledger) throw new Error(choice.action); // of a choice there always is one, until it is made
    return ledger;
  }

  async count(): Promise<void> {
    const asked = this.asked;
    if (!asked || asked.odds || asked.counting) return;
    this.asked = { ...asked, counting: true };
    const party = asked.party.length ? asked.party.join(",") : undefined;
    await this.fill(asked.choice, async () => ({ odds: await api.odds(this.session.game, this.session.token, asked.choice.action, party) }));
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

  /** Whether a counter lies beside the map. */
  isBeside(piece: string): boolean {
    return this.table?.pieces.trays.some((tray) => tray.counters.some((counter) => counter.id === piece)) ?? false;
  }

  /** What a counter is called, wherever it lies. */
  nameOf(piece: string): string {
    const { stacks = [], trays = [] } = this.table?.pieces ?? {};
    for (const pile of [...stacks, ...trays]) for (const counter of pile.counters) if (counter.id === piece) return counter.title || counter.name;
    return piece;
  }

  /** What a place is called. */
  placeName(place: string): string {
    return placeName(this.session.map, place);
  }

  /** The counter on the map that an inspection is about: the one clicked, the top one under the cursor, or the one selected. */
  readonly inspectable: string | null = $derived.by(() => {
    const stacks = this.session.viewed?.pieces.stacks ?? [];
    const open = this.table?.inspections.some((each) => each.own) ? stacks.filter((stack) => stack.side === this.table?.seat) : stacks;
    const lies = (piece: string | null) => open.some((stack) => stack.counters.some((counter) => counter.id === piece));
    if (this.piece && this.where.has(this.piece)) return lies(this.piece) ? this.piece : null;
    const under = open.find((stack) => stack.place === this.place)?.counters.findLast((counter) => counter.id);
    return under?.id ?? (lies(this.selected) ? this.selected : null);
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

  /** The places that the question is about, if they are few: the counter it is about, the fight, what can be chosen. */
  readonly concerned: string[] = $derived.by(() => {
    const FEW = 60;
    const place = this.selected && this.where.get(this.selected); // none for a counter in a box beside the map
    const about = place ? [place] : [];
    const fight = this.question?.fights?.find((each) => each.now);
    const fought = fight ? [...fight.places, ...fight.pieces.flatMap((piece) => this.where.get(piece) ?? [])] : [];
    const places = [...about, ...fought, ...this.boardChoices.map((choice) => choice.place), ...this.choosable.flatMap((piece) => this.where.get(piece) ?? [])];
    return this.question && places.length <= FEW ? [...new Set(places)] : [];
  });

  /** Bring what is asked into view, unless the pointer is on the map: then what is out of sight is pointed to. */
  showQuestion(): void {
    if (this.concerned.length) this.board?.suggest(this.concerned);
    const place = this.selected && this.where.get(this.selected);
    if (place) [this.place, this.piece] = [place, this.selected];
  }

  /** Follow on the map what is being told. */
  followTold(): void {
    this.joined = stillFought(this.joined, this.session.fresh);
    if (this.isTold && this.pointed.length) this.board?.suggest(this.pointed);
  }

  private get isTold(): boolean {
    return this.session.behind || this.session.retelling;
  }

  /** The places that matter now: those of what is being told, or of the question. */
  readonly pointed: string[] = $derived.by(() => {
    if (!this.isTold) return this.concerned;
    const places = this.session.fresh.flatMap((line) => line.places);
    return places.length ? places : this.standing(this.session.fresh);
  });

  /** Show a line of the log on the map. */
  showLine(line: LogLine): void {
    this.line = this.line?.number === line.number ? null : line;
    const pieces = line.pieces.flatMap((piece) => this.where.get(piece) ?? []);
    const places = line.places.length ? line.places : pieces;
    if (this.line && places.length) this.board?.show(places);
  }
}
