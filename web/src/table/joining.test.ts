import { beforeEach, expect, it, vi } from "vitest";

import type { Invitation } from "../api/types";
import { keyOf, takeSeat } from "./joining";
import { keep, myGame } from "./mygames";

const OFFERED = { game: "g", scenario: "s", title: "T", seat: "white", side: "Whites", colour: "", against: [] } as Invitation;
const sent: { key: string; authorization?: string }[] = [];
let answers: (Response | Error)[] = [];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  sent.length = 0;
  vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
    sent.push({ ...JSON.parse(String(options.body)), authorization: (options.headers as Record<string, string>).Authorization });
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

const taken = (): Response => new Response(JSON.stringify({ seat: "white", token: "W" }));

it("takes a seat with a key of its own and remembers it as ours", async () => {
  answers = [taken()];
  expect(await takeSeat("g", "I", OFFERED)).toBe("W");
  expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[0]!.authorization).toBeUndefined();
  expect(myGame("g")).toMatchObject({ title: "T", scenario: "s", seats: [{ name: "white", token: "W" }], standing: "new" });
});

it("tries again with the same key if the answer was lost, and with another for another invitation", async () => {
  answers = [new Error("lost"), taken(), taken()];
  await expect(takeSeat("g", "I", OFFERED)).rejects.toThrow();
  expect(myGame("g")).toBeUndefined();
  await takeSeat("g", "I", OFFERED);
  await takeSeat("h", "J", OFFERED);
  expect(sent[1]!.key).toBe(sent[0]!.key);
  expect(sent[2]!.key).not.toBe(sent[0]!.key);
  expect([keyOf("I"), keyOf("nothing")]).toEqual([sent[0]!.key, undefined]);
});

it("says whose it is when we hold the other seat, and needs the invitation no longer", async () => {
  keep({ game: "g", scenario: "s", title: "T", seats: [{ name: "red", token: "R" }], friends: {}, invitations: { white: "I", blue: "B" }, seen: "", when: "Turn 2", standing: "yours", removed: "then" });
  answers = [taken()];
  await takeSeat("g", "I", OFFERED);
  expect(sent[0]!.authorization).toBe("Bearer R");
  expect(myGame("g")).toMatchObject({ seats: [{ name: "red", token: "R" }, { name: "white", token: "W" }], invitations: { blue: "B" }, when: "Turn 2" });
  expect(myGame("g")!.removed).toBeUndefined();
});
