/** Numbers that look like chance and are the same every time: a map painted twice is the same map. */

/** Mixes two whole numbers (and a salt) into one of 32 bits. */
export function mixed(x: number, y: number, salt = 0): number {
  let h = (Math.imul(x | 0, 73856093) ^ Math.imul(y | 0, 19349663) ^ Math.imul(salt | 0, 83492791)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** The same as a part of 1. */
export function part(x: number, y: number, salt = 0): number {
  return mixed(x, y, salt) / 4294967296;
}

/** A number from a word. */
export function hashed(word: string): number {
  let h = 2166136261;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return mixed(h, word.length);
}

/** Chance that goes on and on from a word: each call gives the next part of 1. */
export function chances(word: string): () => number {
  const seed = hashed(word);
  let at = 0;
  return () => part(seed, ++at);
}
