// Somebody at the server without a browser: makes games, and plays them forward to where a scene begins.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

export class Guest {
  constructor(url, game = "", token = null) {
    this.url = url;
    this.game = game;
    this.token = token;
  }

  async ask(method, path, body) {
    const headers = { ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
    return fetch(`${this.url}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
  }

  async good(method, path, body) {
    const response = await this.ask(method, path, body);
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** A new game: its id, and a guest for each seat that a person holds. */
  async create(scenario, seats, options = {}) {
    const made = await this.good("POST", "games", { scenario, seats, options });
    const guests = Object.entries(made.links).map(([seat, token]) => [seat, new Guest(this.url, made.game, token)]);
    return { game: made.game, links: made.links, seats: Object.fromEntries(guests) };
  }

  table() {
    return this.good("GET", `games/${this.game}`);
  }

  move(seq, action) {
    return this.good("POST", `games/${this.game}/moves`, { seq, key: randomUUID(), do: "action", action });
  }
}

/** Play a game forward until `wanted(table)` holds for the seat that is asked; gives its name and table. */
export async function playUntil(seats, wanted, pick = anything, most = 3000) {
  let [[whose, guest]] = Object.entries(seats);
  let table = await guest.table();
  for (let count = 0; count < most; count += 1) {
    const seat = table.actors.find((name) => name in seats);
    assert.ok(seat, "the game waits for nobody who is here");
    if (seat !== whose) table = await seats[seat].table();
    assert.equal(table.over, null, "the game ended before what was waited for");
    if (wanted(table)) return { seat, table };
    await seats[seat].move(table.seq, pick(table.decision.choices, table).action);
    [whose, table] = [seat, await seats[seat].table()];
  }
  throw new Error(`not in ${most} moves`);
}

const START = 12345;
let chance = START;

/** Called when a scene begins, so that its picks do not depend on the scenes run before it. */
export function resetPicks() {
  chance = START;
}

/** Any choice, by a chance that is the same in every run. */
export function anything(choices) {
  chance = (Math.imul(chance, 1103515245) + 12345) & 0x7fffffff;
  return choices[(chance >> 8) % choices.length];
}

/** Fights where it can, else anything: soon there is a combat. */
export function eager(choices) {
  const fights = choices.filter((choice) => choice.fight);
  return anything(fights.length ? fights : choices);
}

/** Something on the map if there is anything; once `enough`, rather what ends a phase. */
export function busy(choices, enough = false) {
  const bare = (choice) => !choice.places.length && !choice.pieces.length;
  const wanted = choices.filter((choice) => bare(choice) === enough);
  return anything(wanted.length ? wanted : choices);
}
