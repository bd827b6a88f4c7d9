/** What others did is shown one thing after another, however much of it comes in one message. Pure, so that it can be tested. */

import type { Arrow } from "../board";
import type { Counter, FromServer, LogLine, Pieces, Table } from "../api/types";
import type { Where } from "./choices";

type Update = FromServer & { type: "update" };

/**
 * An update taken apart: each part tells one thing, and moves only the counters it is the last to speak of; the last part is whole.
 * If dice are watched, nothing that they lead to is in the part that tells of them.
 */
export function takenApart(table: Table | null, update: Update, watched = false): Update[] {
  const scenes = watched ? untilDiceFall(scenesOf(update.log)) : scenesOf(update.log);
  if (scenes.length < 2) return [update];
  const last = scenes.length - 1;
  const settled = settling(scenes, watched);
  return scenes.map((log, at): Update => {
    if (at === last) return { ...update, log };
    const { pieces } = update.parts;
    if (!pieces || !table?.pieces) return { type: "update", parts: {}, log };
    return { type: "update", parts: { pieces: between(table.pieces, pieces, (id) => (settled.get(id) ?? last) <= at) }, log };
  });
}

/** Scenes that end where dice are thrown; what comes of it is told in the next, if only by what is on the table then. */
function untilDiceFall(scenes: LogLine[][]): LogLine[][] {
  return scenes.flatMap((scene, at) => {
    const rolls = scene.flatMap((line, place) => (line.roll ? [place + 1] : []));
    if (!rolls.length) return [scene];
    const parts = [0, ...rolls].map((from, place) => scene.slice(from, rolls[place]));
    return parts.filter((part, place) => part.length || (at === scenes.length - 1 && place === parts.length - 1));
  });
}

/** Lines that are looked at together: one that can be seen on the map or that rolled dice, with what leads up to it and what follows from it. */
export function scenesOf(log: LogLine[]): LogLine[][] {
  const scenes: LogLine[][] = [];
  let open = true; // whether the next thing to see still belongs to the scene begun last
  let before: LogLine | null = null;
  for (const line of log) {
    const seen = line.heading === "" && (line.roll !== null || line.places.length > 0 || line.pieces.length > 0);
    const begins = line.heading !== "" || line.leads || (seen && !goesOn(line, before));
    if (!scenes.length || (begins && !open)) {
      scenes.push([]);
      open = true;
    }
    scenes.at(-1)!.push(line);
    if (seen && !line.leads) open = false;
    before = line;
  }
  return scenes;
}

/** Whether a line tells that a counter goes on from where the line before left it: a march is one thing, however many hexes it has. */
function goesOn(line: LogLine, before: LogLine | null): boolean {
  const alone = line.pieces.length === 1 && before?.pieces.length === 1 && line.pieces[0] === before.pieces[0];
  return alone && line.places.length > 1 && before!.places.length > 1 && line.places[0] === before!.places.at(-1);
}

/** For each counter the scene that speaks of it last; of whom the dice decide, the next. */
function settling(scenes: LogLine[][], watched: boolean): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  scenes.forEach((scene, at) => scene.forEach((line) => line.pieces.forEach((id) => found.set(id, watched && line.roll ? at + 1 : at))));
  return found;
}

/** The counters when only some of them have come from where they were to where they are. */
function between(before: Pieces, after: Pieces, has: (id: string) => boolean): Pieces {
  const moved = (counter: Counter): boolean => counter.id !== "" && has(counter.id);
  const faces = new Map(after.stacks.flatMap((stack) => stack.counters.filter(moved).map((counter) => [`${stack.place} ${counter.id}`, counter])));
  const stood = new Set(before.stacks.flatMap((stack) => stack.counters.map((counter) => `${stack.place} ${counter.id}`)));
  const places = [...new Set([...before.stacks, ...after.stacks].map((stack) => stack.place))];
  const stacks = places.map((place) => {
    const old = before.stacks.find((stack) => stack.place === place);
    const now = after.stacks.find((stack) => stack.place === place);
    const stay = (old?.counters ?? []).flatMap((counter) => (moved(counter) ? (faces.get(`${place} ${counter.id}`) ?? []) : counter));
    const come = (now?.counters ?? []).filter((counter) => moved(counter) && !stood.has(`${place} ${counter.id}`));
    return { ...(stay.length ? (old ?? now)! : (now ?? old)!), counters: [...stay, ...come] }; // whose place it is, until the last has left
  });
  return { ...before, stacks: stacks.filter((stack) => stack.counters.length), trays: traysBetween(before, after, moved) };
}

function traysBetween(before: Pieces, after: Pieces, moved: (counter: Counter) => boolean): Pieces["trays"] {
  const titles = [...new Set([...before.trays, ...after.trays].map((tray) => tray.title))];
  const inTray = (pieces: Pieces, title: string): Counter[] => pieces.trays.find((tray) => tray.title === title)?.counters ?? [];
  return titles.map((title) => ({ title, counters: [...inTray(before, title).filter((each) => !moved(each)), ...inTray(after, title).filter(moved)] }));
}

// ---------------------------------------------------------------- what is drawn of it

/** The way that a line tells of: one counter, which stands where the way ends. */
export function wayOf(line: LogLine, where: Where): string[] | null {
  const [piece, ...others] = line.pieces;
  if (!piece || others.length || line.places.length < 2) return null;
  return where.get(piece) === line.places.at(-1) ? line.places : null;
}

/** The way that a counter has come to where it stands, leg by leg, as far as nothing else was told in between. */
export function legsOf(piece: string, log: LogLine[], where: Where): string[][] {
  const legs: string[][] = [];
  let at = where.get(piece);
  for (const line of log.toReversed()) {
    if (line.heading || line.pieces.some((each) => each !== piece)) break;
    if (!line.pieces.length || line.places.length < 2 || line.places.at(-1) !== at) continue; // taken back since
    legs.unshift(line.places);
    at = line.places[0];
  }
  return legs;
}

/** The way of the counter that these lines speak of last, with all its legs. */
export function wayIn(lines: LogLine[], where: Where): string[] {
  const last = lines.findLastIndex((line) => wayOf(line, where) !== null);
  if (last < 0) return [];
  return legsOf(lines[last]!.pieces[0]!, lines.slice(0, last + 1), where).flatMap((leg, at) => (at ? leg.slice(1) : leg));
}

/** From where to where the counters went that these lines speak of, each as one arrow. */
export function trailsOf(lines: LogLine[], where: Where): Arrow[] {
  const begun = new Map<string, { from: string; to: string }>();
  for (const line of lines) {
    const [piece, ...others] = line.pieces;
    if (!piece || others.length || line.places.length < 2) continue;
    begun.set(piece, { from: begun.get(piece)?.from ?? line.places[0]!, to: line.places.at(-1)! });
  }
  const found = new Map<string, Arrow>();
  for (const [piece, { from, to }] of begun) if (from !== to && where.get(piece) === to) found.set(`${from} ${to}`, { from, to, kind: "trail" });
  return [...found.values()];
}
