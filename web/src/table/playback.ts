/** What others did is shown one thing after another, however much of it comes in one message. Pure, so that it can be tested. */

import type { Arrow } from "../board";
import type { LogLine, Pieces, PiecesChange, Table, Update } from "../api/types";
import type { Where } from "./choices";

/**
 * An update taken apart: each part tells one thing, with the pieces as they stood then; the last part is whole.
 * If dice are watched, nothing that they lead to is in the part that tells of them.
 */
export function takenApart(table: Table | null, update: Update, watched = false): Update[] {
  const scenes = watched ? untilDiceFall(scenesOf(update.log)) : scenesOf(update.log);
  if (scenes.length < 2) return [update];
  const { log: _, steps = [], parts, ...rest } = update;
  const end = parts.pieces ?? table?.pieces;
  let pieces = table?.pieces;
  let next = 0;
  return scenes.map((log, at): Update => {
    if (at === scenes.length - 1) return { ...rest, parts: end && pieces !== table?.pieces ? { ...parts, pieces: end } : parts, log };
    const before = pieces;
    for (; next < steps.length && steps[next]!.line <= log.at(-1)!.number; next += 1) {
      const change = steps[next]!.pieces;
      pieces = change && pieces ? changed(pieces, change) : end;
    }
    return { ...rest, parts: pieces && pieces !== before ? { pieces } : {}, log };
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

/** The pieces after one more step. */
function changed(before: Pieces, { stacks = [], left = [], trays = [], cleared = [], ...others }: PiecesChange): Pieces {
  const differ = new Set([...left, ...stacks.map((stack) => stack.place)]);
  const fresh = new Map(trays.map((tray) => [tray.title, tray]));
  const kept = before.trays.filter((tray) => !cleared.includes(tray.title)).map((tray) => fresh.get(tray.title) ?? tray);
  const more = trays.filter((tray) => !kept.includes(tray));
  return { ...before, ...others, stacks: [...before.stacks.filter((stack) => !differ.has(stack.place)), ...stacks], trays: [...kept, ...more] };
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
