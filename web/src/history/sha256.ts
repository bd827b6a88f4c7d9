/** SHA-256 for pages that are not served securely, where browsers keep their own to themselves (FIPS 180-4). */

const ROUNDS = Uint32Array.from({ length: 64 }, (_, place) => fraction(Math.cbrt(prime(place))));
const START = Uint32Array.from({ length: 8 }, (_, place) => fraction(Math.sqrt(prime(place))));
const BLOCK = 64;

function prime(place: number): number {
  let found = 1;
  for (let left = place; left >= 0; left--) do found++; while (!isPrime(found));
  return found;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0);
  const state = Uint32Array.from(START);
  for (let start = 0; start < padded.length; start += BLOCK) mix(state, view, start);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(place * 4, word));
  return new Uint8Array(digest.buffer);
}

function mix(state: Uint32Array, view: DataView, start: number): void {
  const words = new Uint32Array(64);
  for (let place = 0; place < 16; place++) words[place] = view.getUint32(start + place * 4);
  for (let place = 16; place < 64; place++) {
    const near = words[place - 15]!;
    const far = words[place - 2]!;
    const low = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
    const high = turned(far, 17) ^ turned(far, 19) ^ (far >>> 10);
    words[place] = words[place - 16]! + low + words[place - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = [...state] as [number, number, number, number, number, number, number, number];
  for (let place = 0; place < 64; place++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[place]! + words[place]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = state[place]! + word));
}

export function hmacSha256(secret: Uint8Array, message: Uint8Array): Uint8Array {
  const key = new Uint8Array(BLOCK);
  key.set(secret.length > BLOCK ? sha256(secret) : secret);
  const inner = key.map((byte) => byte ^ 0x36);
  const outer = key.map((byte) => byte ^ 0x5c);
  return sha256(joined(outer, sha256(joined(inner, message))));
}

function joined(first: Uint8Array, then: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + then.length);
  both.set(first);
  both.set(then, first.length);
  return both;
}
