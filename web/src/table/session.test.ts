import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { FromServer, LogLine, Table } from "../api/types";
import { TableSession } from "./session.svelte";
import { settings } from "./settings.svelte";
import { taking } from "./steps";

const line = (number: number): LogLine => ({ number, moment: 0, heading: "", words: `line ${number}`, places: [], pieces: [], roll: null, undoes: null });
const TABLE = { game: "g", scenario: "s", title: "T", seq: 1, seat: "red", seats: [], actors: ["red"], over: null, when: { words: "" }, map: "m", decision: { sealed: false, choices: [] } } as unknown as Table;
const CHOICE = { action: "go 0102", word: "go", words: "Go", places: [], pieces: ["p"], fight: false };

/** The other end of the line. */
class Socket {
  static last: Socket;
  onmessage?: (event: { data: string }) => void;
  onopen?: () => void;
  onclose?: () => void;
  sent: string[] = [];
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

type Reply = { status: number; body: unknown } | "silence";
let replies: Reply[] = [];
let asked: { url: string; body: { seq: number; key: string; action?: string } | null }[] = [];

function update(seq: number, lines: LogLine[], more: Partial<Table> = {}): FromServer {
  return { type: "update", parts: { ...(seq === 1 ? TABLE : {}), seq, ...more }, log: lines };
}

function sitDown(pace: number): TableSession {
  settings.pace = pace;
  settings.dice = 0;
  const session = new TableSession("g", "token");
  session.start();
  Socket.last.onopen!();
  Socket.last.say(update(1, [line(0)]));
  return session;
}

beforeEach(() => {
  vi.useFakeTimers();
  replies = [];
  asked = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/map")) return new Response("{}");
    asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : null });
    const reply = replies.shift();
    if (!reply || reply === "silence") throw new TypeError("no line");
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what is heard", () => {
  it("the first table is there at once, and somebody may wait for it", async () => {
    const session = sitDown(500);
    await session.ready;
    expect(session.table?.seq).toBe(1);
    expect(session.behind).toBe(false);
    expect(session.fresh).toEqual([]);
  });

  it("what others do is shown one thing after another, and the hello knows all that has come", () => {
    const session = sitDown(500);
    for (const seq of [2, 3, 4]) Socket.last.say(update(seq, [line(seq - 1)]));
    expect(session.table?.seq).toBe(2);
    expect(session.behind).toBe(true);
    expect(session.mayChoose).toBe(false);
    vi.advanceTimersByTime(500);
    expect(session.table?.seq).toBe(3);
    session.hurry();
    Socket.last.onopen!();
    expect(JSON.parse(Socket.last.sent[0]!).since).toBe(4);
    vi.advanceTimersByTime(1000);
    expect(session.table?.seq).toBe(4);
    expect(session.behind).toBe(false);
    expect(session.log.map((each) => each.number)).toEqual([0, 1, 2, 3]);
    expect(session.fresh).toEqual([line(3)]);
  });

  it("nothing is shown before the map is drawn, unless that takes too long or one does not want to wait", () => {
    const play = (): TableSession => {
      const session = sitDown(500);
      session.waitForMap();
      for (const seq of [2, 3]) Socket.last.say(update(seq, [line(seq - 1)]));
      vi.advanceTimersByTime(1000);
      expect([session.table?.seq, session.behind]).toEqual([1, true]);
      return session;
    };
    const patient = play();
    patient.drawn();
    expect(patient.table?.seq).toBe(2);
    vi.advanceTimersByTime(500);
    expect(patient.table?.seq).toBe(3);
    const slow = play();
    vi.advanceTimersByTime(1500);
    expect(slow.table?.seq).toBe(2);
    const hasty = play();
    hasty.skip();
    expect([hasty.table?.seq, hasty.log.length]).toEqual([3, 3]);
  });

  it("or all at once, if one has seen enough or never wanted it otherwise", () => {
    const session = sitDown(500);
    for (const seq of [2, 3, 4]) Socket.last.say(update(seq, [line(seq - 1)]));
    session.skip();
    expect(session.table?.seq).toBe(4);
    expect(session.log).toHaveLength(4);
    const hasty = sitDown(0);
    for (const seq of [2, 3]) Socket.last.say(update(seq, [line(seq - 1)]));
    expect(hasty.table?.seq).toBe(3);
  });

  it("what comes together is taken apart, and what has happened since can be told again", () => {
    const session = sitDown(500);
    const seen = (number: number): LogLine => ({ ...line(number), pieces: [`p${number}`] });
    Socket.last.say(update(4, [seen(1), seen(2), line(3), seen(4)]));
    expect(session.fresh.map((each) => each.number)).toEqual([1]);
    expect(session.table?.seq).toBe(1);
    vi.advanceTimersByTime(500);
    expect(session.fresh.map((each) => each.number)).toEqual([2, 3]);
    expect(session.log.map((each) => each.number)).toEqual([0, 1, 2, 3]);
    vi.advanceTimersByTime(500);
    expect(session.table?.seq).toBe(4);
    vi.advanceTimersByTime(500);
    expect(session.behind).toBe(false);
    expect(session.news.map((each) => each.number)).toEqual([1, 2, 3, 4]);
    session.retell();
    expect(session.mayChoose).toBe(true);
    expect(session.fresh.map((each) => each.number)).toEqual([1]);
    vi.advanceTimersByTime(700);
    expect(session.fresh.map((each) => each.number)).toEqual([2, 3]);
    vi.advanceTimersByTime(1400);
    expect(session.retelling).toBe(false);
    expect(session.table?.seq).toBe(4);
  });

  it.each([0, 350, -1])("what dice lead to waits until they have fallen, one's own too (pace %i)", async (pace) => {
    const session = sitDown(pace);
    settings.dice = 100;
    const roll = { faces: [4], sides: 10, modifiers: [], total: 4, result: "R" } as unknown as LogLine["roll"];
    replies = [{ status: 200, body: { seq: 2 } }];
    const done = session.choose(CHOICE as never);
    await vi.advanceTimersByTimeAsync(0);
    Socket.last.say(update(2, [{ ...line(1), roll }], { over: { words: "Over" } as unknown as Table["over"] }));
    await done;
    expect(session.log).toHaveLength(2);
    expect(session.table?.over).toBeNull();
    expect(session.mayChoose).toBe(false);
    vi.advanceTimersByTime(399); // three for the fall, one for the result; twice the pace of other things at least
    expect(session.table?.over).toBeNull();
    vi.advanceTimersByTime(1100);
    expect(session.table?.over).toEqual({ words: "Over" });
    expect(session.behind).toBe(false);
  });

  it("or step by step, each when it is asked for", () => {
    const session = sitDown(-1);
    const seen = (number: number): LogLine => ({ ...line(number), pieces: [`p${number}`] });
    Socket.last.say(update(4, [seen(1), seen(2), seen(3)]));
    vi.advanceTimersByTime(60_000);
    expect(session.fresh.map((each) => each.number)).toEqual([1]);
    expect(session.mayChoose).toBe(false);
    session.step();
    expect(session.fresh.map((each) => each.number)).toEqual([2]);
    session.step();
    vi.advanceTimersByTime(1);
    expect(session.table?.seq).toBe(4);
    expect(session.behind).toBe(false);
  });

  it("what comes together can be seen at once", () => {
    const session = sitDown(500);
    Socket.last.say(update(4, [1, 2, 3].map((number) => ({ ...line(number), pieces: ["p"] }))));
    session.skip();
    expect(session.table?.seq).toBe(4);
    expect(session.log).toHaveLength(4);
    expect(session.behind).toBe(false);
  });

  it("who comes and goes waits for nothing, but never overtakes", () => {
    const session = sitDown(500);
    Socket.last.say(update(1, [], { can_undo: true }));
    expect(session.table?.can_undo).toBe(true);
    Socket.last.say(update(2, [line(1)]));
    Socket.last.say(update(2, [], { can_undo: false }));
    expect(session.table?.can_undo).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(session.table?.can_undo).toBe(false);
  });
});

describe("what is sent", () => {
  it("names what was seen, and its own effect is shown without delay", async () => {
    const session = sitDown(500);
    replies = [{ status: 200, body: { seq: 2 } }];
    const done = session.choose(CHOICE);
    expect(session.mayChoose).toBe(false);
    expect(await done).toBe(true);
    expect(asked[0]!.body).toMatchObject({ seq: 1, do: "action", action: "go 0102" });
    Socket.last.say(update(2, [line(1)]));
    expect(session.behind).toBe(false);
    expect(session.lastPieces).toEqual(["p"]);
  });

  it("dice that its own effect brings are looked at, one thing after another; what was news is none any more", async () => {
    const session = sitDown(500);
    Socket.last.say(update(1, [{ ...line(1), pieces: ["p"] }]));
    vi.advanceTimersByTime(500);
    expect(session.news).toHaveLength(1);
    replies = [{ status: 200, body: { seq: 2 } }];
    await session.choose(CHOICE);
    expect(session.news).toEqual([]);
    const roll = { result: "", faces: [4], modifiers: [] } as unknown as LogLine["roll"];
    Socket.last.say(update(2, [{ ...line(2), roll }, { ...line(3), pieces: ["p"] }]));
    expect(session.behind).toBe(true);
    expect(session.log.at(-1)?.number).toBe(2);
    vi.advanceTimersByTime(999);
    expect(session.log.at(-1)?.number).toBe(2);
    vi.advanceTimersByTime(501);
    expect(session.log.at(-1)?.number).toBe(3);
    expect(session.behind).toBe(false);
  });

  it("waits for dice that are watched until they have been seen to fall", () => {
    const session = sitDown(100);
    settings.dice = 450;
    const roll = { result: "", faces: [4], modifiers: [{ value: 1, words: "", cites: [] }] } as unknown as LogLine["roll"];
    Socket.last.say(update(1, [{ ...line(1), roll }, { ...line(2), pieces: ["p"] }]));
    vi.advanceTimersByTime(2000);
    expect(session.log.at(-1)?.number).toBe(1);
    vi.advanceTimersByTime(400);
    expect(session.log.at(-1)?.number).toBe(2);
  });

  it("is sent again with the same key when the answer is lost", async () => {
    const session = sitDown(0);
    replies = ["silence", { status: 502, body: "gone" }, { status: 200, body: { seq: 2 } }];
    const done = session.choose(CHOICE);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await done).toBe(true);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((each) => each.body!.key)).size).toBe(1);
  });

  it("is given up in the end, and says so", async () => {
    const session = sitDown(0);
    const done = session.choose(CHOICE);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await done).toBe(false);
    expect(session.notice?.words).toMatch(/cannot be reached/);
    expect(session.mayChoose).toBe(true);
  });

  it("a refusal is told in its own words and not repeated; a stale table is looked at anew", async () => {
    const session = sitDown(0);
    replies = [{ status: 422, body: { error: "illegal", words: "That is not allowed.", cites: ["S1"] } }];
    expect(await session.choose(CHOICE)).toBe(false);
    expect(session.notice).toMatchObject({ words: "That is not allowed.", cites: ["S1"] });
    expect(asked).toHaveLength(1);
    replies = [
      { status: 409, body: { error: "stale", words: "The game has gone on.", cites: [], seq: 5 } },
      { status: 200, body: { ...TABLE, seq: 5 } },
      { status: 200, body: [line(1)] },
    ];
    expect(await session.choose(CHOICE)).toBe(false);
    expect(session.table?.seq).toBe(5);
    expect(session.log).toHaveLength(2);
  });

  it("a sealed choice is known to be sealed until the others have chosen", async () => {
    const session = sitDown(0);
    Socket.last.say(update(1, [], { decision: { sealed: true, choices: [] } as unknown as Table["decision"] }));
    replies = [{ status: 200, body: { seq: 2 } }];
    await session.choose(CHOICE);
    Socket.last.say(update(2, [], { decision: null }));
    expect(session.hasSealed).toBe(true);
    Socket.last.say(update(3, [line(1)]));
    expect(session.hasSealed).toBe(false);
  });

  it("a plan is made step by step from what is legal then, and one undo takes it back", async () => {
    const session = sitDown(0);
    const asks = (...actions: string[]) => ({ sealed: false, choices: actions.map((action) => ({ ...CHOICE, action })) }) as unknown as Table["decision"];
    const said = (seq: number, ...actions: string[]) => Socket.last.say(update(seq, [], { decision: asks(...actions), can_undo: true }));
    said(1, "stop");
    replies = [2, 3, 4, 5].map((seq) => ({ status: 200, body: { seq } }));
    const done = session.carryOut([taking("stop"), taking("move b"), taking("go 9")]);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.mayChoose).toBe(false); // nothing else meanwhile
    said(2, "move b");
    await vi.advanceTimersByTimeAsync(1);
    said(3, "go 1");
    expect(await done).toBe(false); // the third step is not legal: the rest is dropped
    expect(asked.map((each) => each.body!.action)).toEqual(["stop", "move b"]);
    const back = session.undo();
    await vi.advanceTimersByTimeAsync(1);
    said(4, "move b");
    expect(await back).toBe(true);
    expect(asked).toHaveLength(4);
  });

  it("whoever waits goes on once a plan has ended and what it led to has come, without a timer", async () => {
    const session = sitDown(0);
    replies = [{ status: 200, body: { seq: 2 } }];
    const order: string[] = [];
    const done = session.carryOut([() => ({ do: "action", choice: CHOICE })]).then(() => order.push("done"));
    const waits = [1, 2].map((each) => session.free().then(() => order.push(`free ${each}`)));
    await vi.advanceTimersByTimeAsync(0);
    await done;
    expect(order).toEqual(["done"]); // the answer is there, but not yet what it led to
    Socket.last.say(update(2, [line(1)]));
    await Promise.all(waits);
    expect(order).toEqual(["done", "free 1", "free 2"]);
    expect(vi.getTimerCount()).toBe(0);
    await session.free(); // at once, with nothing on its way
  });

  it("whoever waits goes on after a command that failed, too", async () => {
    const session = sitDown(0);
    replies = [{ status: 422, body: { error: "illegal", words: "No.", cites: [] } }];
    const done = session.choose(CHOICE);
    const waits = session.free();
    expect(await done).toBe(false);
    await waits;
    expect(session.isBusy).toBe(false);
  });

  it("a plan ends where dice fall", async () => {
    const session = sitDown(0);
    replies = [{ status: 200, body: { seq: 2 } }];
    const done = session.carryOut([() => ({ do: "action", choice: CHOICE }), () => ({ do: "action", choice: CHOICE })]);
    await vi.advanceTimersByTimeAsync(1);
    Socket.last.say(update(2, [{ ...line(1), roll: {} as LogLine["roll"] }]));
    expect(await done).toBe(false);
    expect(asked).toHaveLength(1);
  });
});
