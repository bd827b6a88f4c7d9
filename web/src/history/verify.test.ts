import { describe, expect, it } from "vitest";
import type { RollFact } from "../api/types";
import { sha256 } from "./sha256";
import vectors from "./vectors.json";
import { bytesOf, facesOf, hexOf, isTrue, liveFace, OURS, theirs, verify, type Hashing, type LiveDice } from "./verify";

const WAYS: [string, Hashing][] = [["the browser's", theirs(crypto.subtle)], ["ours", OURS]];
const game: { dice: LiveDice; entries: string[]; rolls: Pick<RollFact, "index" | "low" | "high" | "face">[] } = vectors.game;
const facts = game.rolls.map((roll) => ({ ...roll, moment: 0, seat: "", words: "" }));

describe.each(WAYS)("with %s hashes", (_, hash) => {
  it("a die shows the face that the engine says", async () => {
    for (const { secret, game, nonces, index, low, high, face } of vectors.faces) {
      const sign = await hash.signer(bytesOf(secret));
      expect(await liveFace(sign, game, nonces as Record<string, string>, index, low, high)).toBe(face);
    }
  });

  it("a whole game is found true", async () => {
    const verdict = await verify(game.dice, game.entries, facts, game.dice.commitment, hash);
    expect(verdict).toMatchObject({ sealed: true, remembered: true, agree: true, false: null });
    expect(isTrue(verdict)).toBe(true);
    expect(verdict.rolls).toHaveLength(facesOf(game.entries).length);
  });

  it("a face that was changed is found", async () => {
    const changed = facts.map((fact) => (fact.index === 3 ? { ...fact, face: fact.face === fact.low ? fact.high : fact.low } : fact));
    const verdict = await verify(game.dice, game.entries, changed, null, hash);
    expect(verdict.false?.index).toBe(3);
    expect(verdict.agree).toBe(false);
    expect(verdict.remembered).toBeNull();
    expect(isTrue(verdict)).toBe(false);
  });

  it("a secret that was not sealed is found", async () => {
    const verdict = await verify({ ...game.dice, secret: "11".repeat(32) }, game.entries, facts, null, hash);
    expect(verdict.sealed).toBe(false);
    expect(isTrue(verdict)).toBe(false);
  });

  it("a seal that was changed after the first look is found", async () => {
    expect(isTrue(await verify(game.dice, game.entries, facts, "another", hash))).toBe(false);
  });

  it("a record without its secret proves nothing", async () => {
    const { secret: _, ...hidden } = game.dice;
    expect(isTrue(await verify(hidden, game.entries, facts, null, hash))).toBe(false);
  });
});

it("a record that lacks a roll is found", async () => {
  const cut = game.entries.slice(0, game.entries.findLastIndex((entry) => entry.startsWith("roll ")));
  expect(isTrue(await verify(game.dice, cut, facts, null, OURS))).toBe(false);
});

it("our own hash is the standard one at every length around a block", async () => {
  for (let length = 0; length < 140; length++) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
    expect(hexOf(sha256(bytes))).toBe(hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
});
