/** The dice computed anew in this browser: what the server says of them is not taken on trust. The same as core/dice.py. */

import type { RollFact } from "../api/types";
import { hmacSha256, sha256 } from "./sha256";

/** What a full record says of its dice. */
export interface LiveDice {
  kind: string;
  game: string;
  nonces: Record<string, string>;
  commitment: string;
  secret?: string;
}

export interface Checked extends RollFact {
  computed: number;
}

export interface Verdict {
  /** Whether the secret is the one that was sealed before the first move. */
  sealed: boolean;
  /** Whether the seal is the one that this browser saw then; null if it did not look. */
  remembered: boolean | null;
  /** Whether the record and the report tell of the same faces. */
  agree: boolean;
  rolls: Checked[];
  /** The first die that does not match the secret. */
  false: Checked | null;
}

/** How hashes are made: by the browser where it lets us. */
export interface Hashing {
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  signer(secret: Uint8Array): Promise<(message: Uint8Array) => Promise<Uint8Array>>;
}

export const OURS: Hashing = {
  digest: async (bytes) => sha256(bytes),
  signer: async (secret) => async (message) => hmacSha256(secret, message),
};

export function theirs(subtle: SubtleCrypto): Hashing {
  return {
    digest: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes as BufferSource)),
    async signer(secret) {
      const key = await subtle.importKey("raw", secret as BufferSource, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return async (message) => new Uint8Array(await subtle.sign("HMAC", key, message as BufferSource));
    },
  };
}

export function hashing(): Hashing {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? theirs(subtle) : OURS;
}

const RANGE = 2 ** 32;

/** The face of a die: rejection sampling over the 32-bit words of HMACs, so that every face is equally likely. */
export async function liveFace(
  sign: (message: Uint8Array) => Promise<Uint8Array>, game: string, nonces: Record<string, string>, index: number, low: number, high: number,
): Promise<number> {
  const players = Object.keys(nonces).sort().map((seat) => `${seat}=${nonces[seat]}`).join(",");
  const sides = high - low + 1;
  const limit = RANGE - (RANGE % sides);
  for (let attempt = 0; ; attempt++) {
    const digest = await sign(new TextEncoder().encode(`${game}|${players}|${index}|${attempt}`));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let start = 0; start < 32; start += 4) {
      const word = words.getUint32(start);
      if (word < limit) return low + (word % sides);
    }
  }
}

/** Every die of a finished game, computed anew. */
export async function verify(
  dice: LiveDice, entries: string[], facts: RollFact[], remembered: string | null, hash: Hashing = hashing(),
): Promise<Verdict> {
  const secret = bytesOf(dice.secret ?? "");
  const sealed = secret.length > 0 && hexOf(await hash.digest(secret)) === dice.commitment;
  const sign = await hash.signer(secret.length ? secret : new Uint8Array(1));
  const rolls: Checked[] = [];
  for (const fact of facts) rolls.push({ ...fact, computed: await liveFace(sign, dice.game, dice.nonces, fact.index, fact.low, fact.high) });
  const recorded = facesOf(entries);
  return {
    sealed,
    remembered: remembered === null ? null : remembered === dice.commitment,
    agree: recorded.length === facts.length && facts.every((fact, place) => fact.index === place && fact.face === recorded[place]),
    rolls,
    false: rolls.find((roll) => roll.face !== roll.computed) ?? null,
  };
}

export function isTrue(verdict: Verdict): boolean {
  return verdict.sealed && verdict.remembered !== false && verdict.agree && verdict.false === null;
}

/** The faces that a record tells of, in their order. */
export function facesOf(entries: string[]): number[] {
  return entries.flatMap((entry) => (entry.startsWith("roll ") ? entry.split(" ").slice(1).map(Number) : []));
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
