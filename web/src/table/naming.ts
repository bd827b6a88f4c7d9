/** The player's name: kept in this browser, and sent to every table where they sit down. Pure, so that it can be tested. */

import type { SeatState, Table } from "../api/types";

export const LONGEST = 24;

/** A name as the table keeps it: one line without spaces at its ends. */
export function plainName(typed: string): string {
  return typed.split(/\s+/).filter(Boolean).join(" ").slice(0, LONGEST).trim();
}

/** What a table should be told: our name, if it knows us by none and this browser does not hold the other side as well. */
export function nameToTell(table: Table, name: string, held: number): string | null {
  const own = table.seats.find((seat) => seat.name === table.seat);
  return own && name && held <= 1 && !own.called ? name : null;
}

/** Who plays a seat: a person by name, if they have given one. */
export function whoPlays(seat: SeatState): string {
  return seat.called || seat.player_title;
}

/** The others at the table, as they are called. */
export function opponents(table: Table, mine: readonly string[]): string {
  return table.seats.filter((seat) => !mine.includes(seat.name)).map(whoPlays).join(", ");
}
