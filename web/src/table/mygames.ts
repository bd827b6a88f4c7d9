/** The games of this browser: which seats it holds, and how each stood when it was last looked at. */

import type { LogLine, Table } from "../api/types";
import { recall, remember } from "./local_storage";
import { opponents } from "./naming";

export interface HeldSeat {
  name: string;
  token: string;
  acted?: number; // how many lines the log had when we did something last
  read?: number; // how many lines of chat were seen
}

export interface MyGame {
  game: string;
  scenario: string;
  title: string;
  seats: HeldSeat[]; // two of them: both sides at one screen
  friends: Record<string, string>; // in games from before there were invitations: the links made for somebody else
  invitations?: Record<string, string>; // by seat, what is in the link to be sent, until somebody takes the seat
  removed?: string; // ISO time, once it has been put among the removed games
  seen: string; // ISO time
  when: string; // "Turn 4, 10:00 AM: movement"
  standing: "yours" | "waiting" | "over" | "new";
  lesson?: string; // the lesson that it is
  against?: string; // the others, as they are called
  last?: string; // the last thing that happened, in words
  lines?: number; // how many lines the log had then
}

const KEY = "grognard.games";
const KEPT = 60;

export function myGames(): MyGame[] {
  const found = recall<MyGame[]>(KEY, []);
  return Array.isArray(found) ? found.filter((game) => game && typeof game.game === "string" && Array.isArray(game.seats)) : [];
}

export function myGame(game: string): MyGame | undefined {
  return myGames().find((mine) => mine.game === game);
}

export function keep(mine: MyGame): void {
  remember(KEY, withRoom([mine, ...myGames().filter((other) => other.game !== mine.game)]));
}

/** If there are too many, the oldest of those that nobody will miss are dropped; the only link to a game in progress never is. */
export function withRoom(games: MyGame[], most = KEPT): MyGame[] {
  const spare = games.filter((mine) => mine.lesson || mine.standing === "over").slice(games.length > most ? most - games.length : Infinity);
  return games.filter((mine, place) => !place || !spare.includes(mine));
}

/** Put a game among the removed ones: its links are kept, and it can be put back. */
export function remove(game: string, now: Date = new Date()): void {
  changed(game, (mine) => ({ ...mine, removed: now.toISOString() }));
}

export function putBack(game: string): void {
  changed(game, ({ removed, ...mine }) => mine);
}

/** Keep an invitation that was sent anew; without one, it was withdrawn. */
export function noteInvitation(game: string, seat: string, invitation?: string): void {
  changed(game, (mine) => {
    const { [seat]: _, ...others } = mine.invitations ?? {};
    return { ...mine, invitations: invitation ? { ...others, [seat]: invitation } : others };
  });
}

/** A game with something else in it, at its place in the list. */
function changed(game: string, change: (mine: MyGame) => MyGame): void {
  remember(KEY, myGames().map((mine) => (mine.game === game ? change(mine) : mine)));
}

export function forget(game: string): void {
  remember(KEY, myGames().filter((other) => other.game !== game));
}

/** Remember that this seat of a game is ours, and how it stands. */
export function sawTable(table: Table, token: string | null, now: Date = new Date(), log: LogLine[] = []): void {
  if (table.lesson?.finished) return forget(table.game); // it has done its service
  const known = myGame(table.game);
  if (!known && (!token || table.seat === null)) return;
  const seats = known ? [...known.seats] : [];
  if (token && table.seat && !seats.some((seat) => seat.name === table.seat)) seats.push({ name: table.seat, token });
  keep({
    game: table.game,
    scenario: table.scenario,
    title: table.lesson?.title ?? table.title,
    seats,
    friends: known?.friends ?? {},
    invitations: known?.invitations ?? {},
    seen: now.toISOString(),
    when: table.when.words,
    standing: table.over ? "over" : table.actors.some((actor) => seats.some((seat) => seat.name === actor)) ? "yours" : "waiting",
    ...(table.lesson ? { lesson: table.lesson.id } : {}),
    ...told(table, seats, log, known),
  });
}

/** Who the others are and what happened last; without news of it, what was known. */
export function told(table: Table, seats: HeldSeat[], log: LogLine[], known?: MyGame): Pick<MyGame, "against" | "last" | "lines"> {
  const line = log.findLast((each) => each.heading === "");
  return {
    against: opponents(table, seats.map((seat) => seat.name)),
    last: line?.words ?? known?.last ?? "",
    lines: log.length ? log.at(-1)!.number + 1 : (known?.lines ?? 0),
  };
}

/** Remember how many lines of chat this seat has seen. */
export function noteRead(game: string, token: string, read: number): void {
  const mine = myGame(game);
  const seat = mine?.seats.find((each) => each.token === token);
  if (mine && seat && seat.read !== read) keep({ ...mine, seats: mine.seats.map((each) => (each === seat ? { ...each, read } : each)) });
}

export function readAt(game: string, token: string | null): number {
  return myGame(game)?.seats.find((seat) => seat.token === token)?.read ?? 0;
}

/** Remember from which line of the log on this seat has done nothing. */
export function noteActed(game: string, token: string, lines: number): void {
  const mine = myGame(game);
  if (mine) keep({ ...mine, seats: mine.seats.map((seat) => (seat.token === token ? { ...seat, acted: lines } : seat)) });
}

export function actedAt(game: string, token: string | null): number | undefined {
  return myGame(game)?.seats.find((seat) => seat.token === token)?.acted;
}
