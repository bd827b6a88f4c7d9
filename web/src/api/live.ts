/** The WebSocket of a game: says hello with what is already known, follows, and reconnects when the connection breaks. */

import type { FromServer, Hello } from "./types";

export type Line = "connecting" | "live" | "lost";

export interface Following {
  close(): void;
  /** Try now instead of waiting. */
  hurry(): void;
}

export interface Listener {
  hello(): Hello;
  message(message: FromServer): void;
  line(state: Line): void;
}

/** The browser functions that the socket needs; tests pass their own. */
export interface Surroundings {
  open(address: string): WebSocket;
  later(act: () => void, milliseconds: number): number;
  never(timer: number): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;

/** How long to wait before the nth try: twice as long each time, up to a limit. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2);
}

export function socketAddress(game: string, where: { protocol: string; host: string } = location): string {
  return `${where.protocol === "https:" ? "wss:" : "ws:"}//${where.host}/api/games/${encodeURIComponent(game)}/live`;
}

const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address),
  later: (act, milliseconds) => window.setTimeout(act, milliseconds),
  never: (timer) => window.clearTimeout(timer),
};

/** Refusals after which reconnecting is pointless. */
const FINAL = new Set(["unknown", "not-yours", "malformed"]);

export function follow(address: string, listener: Listener, around: Surroundings = BROWSER): Following {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let timer = 0;
  let closed = false;

  function connect(): void {
    listener.line(attempt ? "lost" : "connecting");
    const opened = around.open(address);
    socket = opened;
    opened.onopen = () => opened.send(JSON.stringify(listener.hello()));
    opened.onmessage = (event) => {
      if (socket !== opened) return;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "refused" && FINAL.has(message.refusal.error)) closed = true;
      else if (message.type !== "refused" && (attempt || message.type === "update")) {
        attempt = 0;
        listener.line("live");
      }
      listener.message(message);
    };
    opened.onclose = () => {
      if (socket === opened) lost();
    };
  }

  function lost(): void {
    socket = null;
    if (closed) return;
    listener.line("lost");
    timer = around.later(connect, waitBefore(attempt));
    attempt += 1;
  }

  function drop(): void {
    around.never(timer);
    const old = socket;
    socket = null;
    old?.close();
  }

  connect();
  return {
    close() {
      closed = true;
      drop();
    },
    hurry() {
      if (closed) return;
      drop();
      connect();
    },
  };
}
