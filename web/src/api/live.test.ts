import { describe, expect, it } from "vitest";

import { follow, socketAddress, waitBefore, type Line, type Surroundings } from "./live";
import type { FromServer, Hello } from "./types";

/** A line whose other end is in our hands. */
class Wire {
  sockets: FakeSocket[] = [];
  timers = new Map<number, () => void>();
  waits: number[] = [];
  lines: Line[] = [];
  heard: FromServer[] = [];
  known = 0;

  around: Surroundings = {
    open: () => {
      const socket = new FakeSocket();
      this.sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    later: (act, milliseconds) => {
      this.waits.push(milliseconds);
      this.timers.set(this.waits.length, act);
      return this.waits.length;
    },
    never: (timer) => void this.timers.delete(timer),
  };

  following = follow("ws://x", {
    hello: (): Hello => ({ token: "t", since: this.known, language: "en" }),
    message: (message) => {
      this.heard.push(message);
      if (message.type === "update") this.known += message.log.length;
    },
    line: (line) => this.lines.push(line),
  }, this.around);

  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  tick(): void {
    const [timer, act] = [...this.timers][0]!;
    this.timers.delete(timer);
    act();
  }
}

class FakeSocket {
  sent: string[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }

  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const UPDATE: FromServer = { type: "update", parts: {}, log: [{ number: 0, moment: 0, heading: "", words: "", places: [], pieces: [], roll: null, undoes: null }] };

describe("the socket", () => {
  it("says hello, and is live with the first update", () => {
    const wire = new Wire();
    wire.last.onopen!();
    expect(JSON.parse(wire.last.sent[0]!)).toEqual({ token: "t", since: 0, language: "en" });
    expect(wire.lines).toEqual(["connecting"]);
    wire.last.say(UPDATE);
    expect(wire.lines.at(-1)).toBe("live");
    expect(wire.heard).toEqual([UPDATE]);
  });

  it("comes back after a loss and asks only for what it has not seen", () => {
    const wire = new Wire();
    wire.last.onopen!();
    wire.last.say(UPDATE);
    wire.last.onclose!();
    expect(wire.lines.at(-1)).toBe("lost");
    wire.tick();
    wire.last.onopen!();
    expect(wire.sockets).toHaveLength(2);
    expect(JSON.parse(wire.last.sent[0]!).since).toBe(1);
    wire.last.say(UPDATE);
    expect(wire.lines.at(-1)).toBe("live");
  });

  it("waits longer each time, and from the beginning again once it was live", () => {
    const wire = new Wire();
    for (let loss = 0; loss < 3; loss += 1) {
      wire.last.onclose!();
      wire.tick();
    }
    wire.last.say(UPDATE);
    wire.last.onclose!();
    const [first, second, third, fourth] = wire.waits as [number, number, number, number];
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(fourth).toBeLessThan(third);
  });

  it("does not come back where it is not wanted", () => {
    const wire = new Wire();
    wire.last.say({ type: "refused", refusal: { error: "not-yours", words: "No.", cites: [] } });
    wire.last.onclose!();
    expect(wire.timers.size).toBe(0);
    expect(wire.heard).toHaveLength(1);
  });

  it("waits longer each time where it is told to wait", () => {
    const wire = new Wire();
    for (let refusal = 0; refusal < 4; refusal += 1) {
      wire.last.say({ type: "refused", refusal: { error: "too-many", words: "Later.", cites: [] } });
      wire.last.onclose!();
      wire.tick();
    }
    expect(wire.waits[3]).toBeGreaterThan(3 * wire.waits[0]!);
    expect(wire.lines).not.toContain("live");
  });

  it("hurries at once, and hears nothing more of the old line", () => {
    const wire = new Wire();
    const old = wire.last;
    wire.following.hurry();
    expect(old.closed).toBe(true);
    expect(wire.sockets).toHaveLength(2);
    old.say(UPDATE);
    expect(wire.heard).toEqual([]);
    expect(wire.timers.size).toBe(0);
  });

  it("stays closed when the page leaves", () => {
    const wire = new Wire();
    wire.last.onclose!();
    wire.following.close();
    expect(wire.timers.size).toBe(0);
    wire.following.hurry();
    expect(wire.sockets).toHaveLength(1);
  });
});

it("waits never longer than a limit", () => {
  expect(waitBefore(0, 0)).toBeLessThan(waitBefore(1, 0));
  expect(waitBefore(50, 1)).toBe(12_500);
});

it("uses a secure line where the page is secure", () => {
  expect(socketAddress("a b", { protocol: "https:", host: "x:1" })).toBe("wss://x:1/api/games/a%20b/live");
  expect(socketAddress("g", { protocol: "http:", host: "x" })).toBe("ws://x/api/games/g/live");
});
