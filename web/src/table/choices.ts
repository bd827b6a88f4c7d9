/** The choices of a question: narrowed by what is clicked or typed, grouped for the list, and as the board shows them. */

import type { Choice, LogLine, OpenFight, Pieces, RegionChoices } from "../api/types";
import type { Arrow, PlaceChoice } from "../board";
import { filledIn, markAt } from "../board/regions";
import { together } from "./together";

/** What the player has pointed at so far; the list shows only what agrees with it. */
export interface Narrowing {
  piece: string | null;
  place: string | null;
  text: string;
}

export const WIDE: Narrowing = { piece: null, place: null, text: "" };

/** Where each counter lies on the map, by its id. */
export type Where = ReadonlyMap<string, string>;

export function whereAll(pieces: Pieces | undefined): Where {
  const found = new Map<string, string>();
  for (const stack of pieces?.stacks ?? []) for (const counter of stack.counters) if (counter.id) found.set(counter.id, stack.place);
  return found;
}

/** A choice that speaks of no place and no counter, such as ending a phase. */
export function isBare(choice: Choice): boolean {
  return !choice.places.length && !choice.pieces.length;
}

/** The places a choice leads to: those it speaks of, without those where its own counters merely stand. */
export function targets(choice: Choice, where: Where): string[] {
  const own = new Set(choice.pieces.map((piece) => where.get(piece)));
  const others = choice.places.filter((place) => !own.has(place));
  return others.length ? others : choice.places;
}

function matches(choice: Choice, terms: string[]): boolean {
  const said = `${choice.words} ${choice.action} ${choice.places.join(" ")}`.toLowerCase();
  return terms.every((term) => said.includes(term));
}

/** The choices that agree with the narrowing; what names nothing is never narrowed away but by typing. */
export function shown(choices: Choice[], narrowing: Narrowing, where: Where): Choice[] {
  const terms = narrowing.text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(
    (choice) =>
      matches(choice, terms) &&
      (isBare(choice) ||
        ((!narrowing.piece || choice.pieces.includes(narrowing.piece)) &&
          (!narrowing.place || choice.places.includes(narrowing.place) || targets(choice, where).includes(narrowing.place)))),
  );
}

export interface Group {
  word: string;
  choices: Choice[];
}

/** Choices of one kind together, in the order of the rules; bare ones apart. */
export function grouped(choices: Choice[]): Group[] {
  const groups = together(choices.filter((choice) => !isBare(choice)), (choice) => choice.word);
  return [...groups].map(([word, list]) => ({ word, choices: list }));
}

// ---------------------------------------------------------------- what a click means

export type Clicked = { choose: Choice } | { narrow: Narrowing } | "nothing";

/** A click on a counter: the one choice that it has, or the list of those it has. */
export function clickPiece(choices: Choice[], narrowing: Narrowing, where: Where, piece: string): Clicked {
  const place = where.get(piece) ?? null;
  const own = choices.filter((choice) => choice.pieces.includes(piece));
  const agreeing = shown(own, narrowing, where);
  const found = agreeing.length ? agreeing : own;
  const pointed = agreeing.length > 0 && narrowing.place !== null;
  if (found.length === 1 && (pointed || !isTwofold(found[0]!, where))) return { choose: found[0]! };
  const leading = leader(found);
  if (leading && !isTwofold(leading, where)) return { choose: leading };
  if (found.length) return { narrow: { piece, place: agreeing.length ? narrowing.place : null, text: "" } };
  return place === null ? "nothing" : clickPlace(choices, narrowing, where, place);
}

/** A click on a place: the one choice there, or the list of those there; another place than before starts afresh. */
export function clickPlace(choices: Choice[], narrowing: Narrowing, where: Where, place: string): Clicked {
  const leads = (choice: Choice): boolean => targets(choice, where).includes(place);
  const agreeing = choices.filter((choice) => leads(choice) && (!narrowing.piece || choice.pieces.includes(narrowing.piece)));
  if (agreeing.length === 1) return { choose: agreeing[0]! };
  const leading = leader(agreeing.filter((choice) => !choice.pieces.length));
  if (leading) return { choose: leading };
  if (agreeing.length) return { narrow: { ...narrowing, place, text: "" } };
  const there = choices.filter((choice) => choice.places.includes(place));
  if (there.length === 1 && !isTwofold(there[0]!, where)) return { choose: there[0]! };
  return there.length ? { narrow: { piece: null, place, text: "" } } : "nothing";
}

/** The one choice that a plain click means where several name what is clicked. */
export function leader(choices: readonly Choice[]): Choice | null {
  const leading = choices.filter((choice) => choice.leads);
  return leading.length === 1 ? leading[0]! : null;
}

/** The places where a plain click takes all counters of a stack together. */
export function wholes(choices: readonly Choice[], where: Where): string[] {
  const held = new Set(choices.flatMap((choice) => choice.pieces.flatMap((piece) => where.get(piece) ?? [])));
  return choices.flatMap((choice) => (choice.leads && !choice.pieces.length ? choice.places.filter((place) => held.has(place)) : []));
}

/** Whether a choice names a counter and another place for it: pointing at the counter alone does not yet say it. */
export function isTwofold(choice: Choice, where: Where): boolean {
  return choice.pieces.length > 0 && choice.places.length > 0 && targets(choice, where).some((place) => !choice.pieces.some((piece) => where.get(piece) === place));
}

/** The choice of a region that a point stands for, if it is among them; it speaks of the place as the table addresses it. */
export function regionChoice(regions: readonly RegionChoices[], sheet: string, point: string, place: string): Choice | null {
  const region = regions.find((each) => each.sheet === sheet && markAt(each, point) !== null);
  if (!region) return null;
  const action = filledIn(region.action, point);
  return { action, word: action.split(" ")[0]!, words: filledIn(region.words, point), places: [place], pieces: [], fight: false };
}

/** What it costs to choose each place, as the choices say. */
export function costsOf(choices: readonly Choice[]): Map<string, string> {
  return new Map(choices.flatMap(({ cost, places }) => (cost === undefined || places.length !== 1 ? [] : [[places[0]!, String(cost)]])));
}

// ---------------------------------------------------------------- on the board

/** The places to highlight: exactly those to which a click can lead now. */
export function boardChoices(choices: Choice[], narrowing: Narrowing, where: Where, labels: ReadonlyMap<string, string> = new Map()): PlaceChoice[] {
  const found = new Map<string, PlaceChoice>();
  for (const choice of shown(choices, narrowing, where)) {
    if (isBare(choice) || waitsForItsPiece(choice, narrowing, where)) continue;
    const kind = kindOf(choice, where);
    for (const place of targets(choice, where)) {
      const label = labels.get(place);
      if (!found.has(place) || kind === "attack") found.set(place, { place, kind, words: choice.words, ...(label === undefined ? {} : { label }) });
    }
  }
  return [...found.values()];
}

/** A counter on the map that goes somewhere is pointed at first; only then its places light up. */
function waitsForItsPiece(choice: Choice, narrowing: Narrowing, where: Where): boolean {
  return !choice.fight && !narrowing.piece && !narrowing.place && choice.pieces.some((piece) => where.has(piece));
}

function kindOf(choice: Choice, where: Where): PlaceChoice["kind"] {
  if (choice.fight) return "attack";
  if (!choice.pieces.length) return "go";
  return choice.pieces.some((piece) => where.has(piece)) ? "go" : "place";
}

/** The counters to which a click can lead now. */
export function choosable(choices: Choice[], narrowing: Narrowing, where: Where): string[] {
  const open = narrowing.piece ? { ...narrowing, piece: null } : narrowing;
  return [...new Set(shown(choices, open, where).flatMap((choice) => choice.pieces))];
}

/** The arrows of a fight that is fought out while these lines are told: none once another phase has begun. */
export function stillFought(arrows: Arrow[], lines: LogLine[]): Arrow[] {
  return lines.some((line) => line.heading) ? [] : arrows;
}

/** Who attacks what in the fights that are open; while one of them is asked about, only that one. */
export function fightArrows(fights: OpenFight[], where: Where): Arrow[] {
  const now = fights.filter((fight) => fight.now);
  const found = new Map<string, Arrow>();
  for (const fight of now.length ? now : fights)
    for (const from of fight.pieces.flatMap((piece) => where.get(piece) ?? []))
      for (const to of fight.places) if (from !== to) found.set(`${from} ${to}`, { from, to, kind: "attack" });
  return [...found.values()];
}
