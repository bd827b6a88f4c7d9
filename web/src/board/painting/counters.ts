/** Counters: a card with its name, the symbol of its arm, its values, its steps and its states, as SVG. */

import type { Art, Counter } from "../../api/types";
import { looksOf, type Looks } from "./looks";
import { laidOut, numbersOf, type Numeral } from "./numerals";
import { lightness, shaded } from "./palette";
import { short, star, symbolSvg } from "./symbols";
import { escaped, fitted, widthOf } from "./text";

/** A counter is drawn in a box of this side, whatever its size in pixels. */
export const FACE = 48;

export interface CounterOptions {
  /** The id of the counter that lies on top shows all; of those below only the band is seen. */
  covered?: boolean;
  /** Without a <title>: who puts the counter on the page labels it. */
  untitled?: boolean;
  /** How the words on it look. */
  art?: Art | undefined;
}

const BAND = 11.6;
const ROUND = 4.6;
const GOLD = "#f4cd55";
const TINY = 20; // pixels below which only the strength can be read
const SMALL = 30; // below which names cannot
const PLAIN = 44; // below which small print cannot
/** The sizes in pixels below which a counter shows less: between two of them one drawing serves. */
export const DETAILS: readonly number[] = [TINY, SMALL, PLAIN];
const FONT =
  "'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow','Helvetica Neue',Arial,sans-serif";

/** The counter as an SVG of so many pixels. */
export function counterSvg(counter: Counter, size: number, options: CounterOptions = {}): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(size)}" height="${short(size)}" ` +
    `viewBox="0 0 ${FACE} ${FACE}" overflow="visible" font-family="${FONT}" font-weight="bold" text-anchor="middle">${counterFace(counter, size, options)}</svg>`
  );
}

/** What is within that SVG: for those who put counters into one of their own. */
export function counterFace(counter: Counter, size: number, { untitled = false, art }: CounterOptions = {}): string {
  const looks = looksOf(art);
  const title = untitled ? "" : `<title>${escaped(counter.words || counter.title || counter.name)}</title>`;
  if (counter.symbol === "back") return title + card(counter) + back(counter) + rim(counter);
  if (size < TINY) return title + card(counter) + fromAfar(counter, looks) + rim(counter);
  const small = size < SMALL;
  return (
    title +
    card(counter) +
    (small ? stripe(counter) : band(counter, looks)) +
    (hasStars(counter, looks) ? stars(counter, small) : arm(counter, small, looks)) +
    values(counter, small) +
    (small ? stateLetters(counter, looks, 8.5, 18.5) : stateBands(counter, looks)) +
    (size >= PLAIN ? basis(counter) : "") +
    rim(counter)
  );
}

function hasStars({ symbol }: Counter, looks: Looks): boolean {
  return looks.symbol(symbol) === "stars";
}

// ---------------------------------------------------------------- the card

/** The shadow, the card, and the light on its upper edges. */
function card({ colours }: Counter): string {
  const square = `width="${FACE}" height="${FACE}" rx="${ROUND}"`;
  return `<rect x="1.6" y="2.1" ${square} fill="#120d05" fill-opacity=".38"/><rect ${square} fill="${escaped(colours.face)}"/>`;
}

/** The edge: lit above and at the left, dark all about. */
function rim({ colours }: Counter): string {
  const [far, side] = [short(FACE - ROUND), FACE - 1];
  const edge = escaped(shaded(colours.band, -0.55));
  return (
    `<path d="M1.3 ${far}V${ROUND}Q1.3 1.3 ${ROUND} 1.3H${far}" fill="none" stroke="#fff" stroke-opacity=".45"/>` +
    `<rect x=".5" y=".5" width="${side}" height="${side}" rx="4.2" fill="none" stroke="${edge}"/>`
  );
}

/** A line of text fitted to its room: smaller first, then squeezed. Fonts differ: what nearly fills its room is held to it. */
function line(words: string, x: number, y: number, room: number, size: number, least: number, fill: string): string {
  if (!words) return "";
  const fit = fitted(words, room, size, least);
  const wide = widthOf(words, fit.size) * fit.squeeze;
  const squeezed = wide > room * 0.8 ? ` textLength="${short(wide)}" lengthAdjust="spacingAndGlyphs"` : "";
  const place = `x="${short(x)}" y="${short(y)}" font-size="${short(fit.size)}"${squeezed}`;
  return `<text ${place} fill="${escaped(fill)}">${escaped(words)}</text>`;
}

function bandPath(high: number): string {
  return `M0 ${high}V${ROUND}Q0 0 ${ROUND} 0H${short(FACE - ROUND)}Q${FACE} 0 ${FACE} ${ROUND}V${high}Z`;
}

/** The band at the top: a leader's star, the name, and the letters of the states (they show even under another counter). */
function band(counter: Counter, looks: Looks): string {
  const { colours, name, states } = counter;
  const before = hasStars(counter, looks) ? 8.4 : 0;
  const after = states.length * 7.6;
  const room = FACE - 4 - before - after;
  return (
    `<path d="${bandPath(BAND)}" fill="${escaped(colours.band)}"/>` +
    (before ? `<path d="${star(7, BAND / 2 + 0.5, 4)}" fill="${GOLD}"/>` : "") +
    line(name, 2 + before + room / 2, 8.7, room, 8.2, 6, colours.band_ink) +
    states.map(({ word }, i) => disc(looks, word, FACE - 5.4 - (states.length - 1 - i) * 7.6, BAND / 2, 3.8)).join("")
  );
}

/** The band of a counter too small for its name. */
function stripe({ colours }: Counter): string {
  return `<path d="${bandPath(7)}" fill="${escaped(colours.band)}"/>`;
}

// ---------------------------------------------------------------- the arm

/** The symbol in its box, and the steps beside it: a square for each, hollow when it is gone. */
function arm({ symbol, steps, lost, colours, states }: Counter, small: boolean, looks: Looks): string {
  const high = small ? 19.5 : armHeight(states.length);
  const [x, y, wide] = small ? [5, 9.5, 33] : [6, 13.4, 30];
  const scale = Math.min(1.18, high / 16.4);
  return (
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="1.6" fill="#f7efd9" stroke="#2b2014" stroke-width=".8"/>` +
    `<g transform="translate(${short(x + wide / 2)} ${short(y + high / 2)})scale(${short(scale)})" color="#2b2014">` +
    `${symbolSvg(looks.symbol(symbol))}</g>` +
    pips(steps, lost, colours.ink, small)
  );
}

/** How high the box of the arm is: states need room below it. */
function armHeight(states: number): number {
  return states === 0 ? 17.8 : states === 1 ? 10.4 : 8;
}

function pips(steps: number, lost: number, ink: string, small: boolean): string {
  const [x, y, side, gap] = small ? [40.5, 10.5, 5, 7] : [39.4, 14.4, 4.6, 6.3];
  const square = (i: number) => `M${x} ${short(y + i * gap)}h${side}v${side}h-${side}Z`;
  const squares = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => square(from + i)).join("");
  const left = squares(0, Math.min(4, steps - lost));
  const gone = squares(Math.max(0, steps - lost), Math.min(4, steps));
  const pen = `stroke="${escaped(ink)}" stroke-width=".9"`;
  const drawn = (path: string, fill: string) => (path ? `<path d="${path}" fill="${fill}" ${pen}/>` : "");
  return drawn(left, escaped(ink)) + drawn(gone, "none");
}

/** A leader's stars, as many as his rank. */
function stars({ rank, states }: Counter, small: boolean): string {
  const count = Math.max(1, Math.min(4, rank));
  const radius = (count === 1 ? 8.4 : count === 2 ? 7.4 : 6.2) * (states.length && !small ? 0.72 : 1);
  const y = small ? 19.5 : states.length ? 19.4 : 23;
  const across = (i: number) => FACE / 2 + (i - (count - 1) / 2) * radius * 1.72;
  const path = Array.from({ length: count }, (_, i) => star(across(i), y, radius)).join("");
  return `<path d="${path}" fill="${GOLD}" stroke="#4e3908" stroke-width=".7" stroke-linejoin="round"/>`;
}

/** The numbers on a stripe of their own; it is white on a unit that has lost steps, as on the back of a printed counter. */
function values({ values, colours, lost }: Counter, small: boolean): string {
  const [base, size] = small ? [44.8, 18] : [45.2, 16.4];
  const { size: own, numerals, bars } = laidOut(values, FACE - 4.6, size);
  const ink = lost ? shaded(colours.face, -0.45) : colours.ink;
  const top = base - size * 0.84;
  const ground = lost ? "#fffdf3" : shaded(colours.face, lightness(colours.ink) > 0.5 ? -0.2 : 0.25);
  const [far, low] = [FACE - 0.8, FACE - 3.4];
  const stripe = `M.8 ${short(top)}H${far}V${low}L${low} ${far}H3.4L.8 ${low}Z`;
  const between = bars.map((x) => `M${short(FACE / 2 + x - own * 0.1)} ${short(base - own * 0.34)}h${short(own * 0.2)}`).join("");
  return (
    `<path d="${stripe}" fill="${escaped(ground)}"/>` +
    (between ? `<path d="${between}" stroke="${escaped(ink)}" stroke-width="1.7"/>` : "") +
    numerals.map((one) => numeral(one, own, base, ink, lost > 0)).join("")
  );
}

/** One number; below zero it is dark red on a pale plate, so that nobody takes it for one above. */
function numeral({ text, at, width, plate }: Numeral, size: number, base: number, ink: string, lost: boolean): string {
  if (!text) return "";
  const x = FACE / 2 + at;
  // A number at its full width need not be held to it, and is drawn faster.
  const held = widthOf(text, size) > width + 0.01 ? ` textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"` : "";
  const words = `<text x="${short(x)}" y="${short(base)}" font-size="${short(size)}"${held} fill="${plate ? "#8a1010" : escaped(ink)}">${escaped(text)}</text>`;
  if (!plate) return words;
  const box = `x="${short(x - plate / 2)}" y="${short(base - size * 0.79)}" width="${short(plate)}" height="${short(size * 0.86)}" rx="2.4"`;
  return `<rect ${box} fill="#fff3d6"${lost ? ' stroke="#8a1010" stroke-width=".9"' : ""}/>${words}`; // on white it needs an edge
}

/** A small open circle: not all of its values are printed. */
function basis({ basis, colours }: Counter): string {
  if (!basis) return "";
  const ring = `<circle cx="3.5" cy="15.6" r="1.5" fill="none" stroke="${escaped(colours.ink)}" stroke-width=".8"/>`;
  return `<g><title>${escaped(basis)}</title>${ring}</g>`;
}

// ---------------------------------------------------------------- states

/** The bands of the states, one below another under the symbol; for more than two there is room only for letters. */
function stateBands(counter: Counter, looks: Looks): string {
  const { states } = counter;
  if (states.length > 2) return stateLetters(counter, looks, 5.2, 27.6);
  const top = hasStars(counter, looks) ? 26 : 13.4 + armHeight(states.length) + 0.9;
  const high = Math.min(4.9, (33 - top) / states.length / 2);
  const wide = FACE / 2 - 1.2;
  return states
    .map(({ word, title }, i) => {
      const art = looks.state(word);
      const y = top + high * (2 * i + 1);
      const words = line((title || word).toUpperCase(), 0, high * 0.68, wide * 2 - 9, high * 1.8, high * 1.35, art.ink);
      const look = `fill="${art.fill}" stroke="${art.ink}" stroke-width=".8" stroke-linejoin="round"`;
      return `<g transform="translate(${FACE / 2} ${short(y)})"><path d="${art.shape(wide, high - 0.4)}" ${look}/>${words}</g>`;
    })
    .join("");
}

/** A letter on a disc. */
function disc(looks: Looks, word: string, x: number, y: number, radius: number): string {
  const { fill, ink, letter } = looks.state(word);
  const place = `cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"`;
  return (
    `<circle ${place} fill="${fill}" stroke="${ink}" stroke-width=".7"/>` +
    line(letter, x, y + radius * 0.6, radius * 2, radius * 1.65, radius, ink)
  );
}

/** A letter in the shape of its state. */
function letterDisc(looks: Looks, word: string, x: number, y: number, radius: number): string {
  const { fill, ink, letter, shape } = looks.state(word);
  const place = `transform="translate(${short(x)} ${short(y)})"`;
  return (
    `<path ${place} d="${shape(radius * 1.15, radius)}" fill="${fill}" stroke="${ink}" stroke-width="1"/>` +
    line(letter, x, y + radius * 0.62, radius * 2, radius * 1.7, radius, ink)
  );
}

/** Where there is no room for words: the letters of the states in their shapes, side by side. */
function stateLetters({ states }: Counter, looks: Looks, radius: number, y: number): string {
  const each = Math.min(radius, (FACE - 3) / states.length / 2.45);
  return states.map(({ word }, i) => letterDisc(looks, word, FACE / 2 + (i - (states.length - 1) / 2) * each * 2.4, y, each)).join("");
}

// ---------------------------------------------------------------- from afar

/** A counter of a few pixels: its colours, its strength or its star, and a corner in the colour of its state. */
function fromAfar(counter: Counter, looks: Looks): string {
  const { colours, values, lost, states } = counter;
  const strength = numbersOf(values)[0] ?? "";
  const sign =
    hasStars(counter, looks)
      ? `<path d="${star(24, 28.5, 14)}" fill="${GOLD}"/>`
      : line(strength, FACE / 2, 42, FACE - 8, 34, 16, lost ? shaded(colours.face, -0.45) : colours.ink);
  const corner = states[0] ? looks.state(states[0].word) : null;
  return (
    (lost ? `<path d="M1 14H${FACE - 1}V${FACE - 2}H1Z" fill="#fffdf3"/>` : "") +
    `<path d="${bandPath(12)}" fill="${escaped(colours.band)}"/>${sign}` +
    (corner ? `<path d="M20 0H${FACE}V28Z" fill="${corner.fill}" stroke="${corner.ink}" stroke-width="1.6"/>` : "")
  );
}

/** A whole stack of a few pixels: its colours and all its strength; of one that lies face down, how many counters it has. */
export function blockFace(top: Counter, strength: number, count: number): string {
  const { colours, symbol } = top;
  const hidden = symbol === "back";
  const words = hidden ? `${count}` : strength ? `${strength}` : count > 1 ? `${count}` : "";
  const edge = `<rect x="1" y="1" width="${FACE - 2}" height="${FACE - 2}" rx="${ROUND}" fill="none" stroke="${escaped(shaded(colours.band, -0.4))}" stroke-width="3"/>`;
  const sign = line(words, FACE / 2, hidden ? 36 : 42, FACE - 6, hidden ? 30 : 33, 20, colours.ink);
  const below = hidden
    ? `<rect x="5" y="5" width="${FACE - 10}" height="${FACE - 10}" rx="3" fill="none" stroke="${escaped(colours.band)}" stroke-width="4"/>`
    : `<path d="${bandPath(14)}" fill="${escaped(colours.band)}"/>`;
  return card(top) + below + sign + edge;
}

// ---------------------------------------------------------------- face down

/** The back of a counter: a shield with a star on lozenges, in the colours of its army. */
function back({ colours }: Counter): string {
  const dim = escaped(shaded(colours.face, lightness(colours.face) > 0.45 ? -0.16 : 0.12));
  const [band, ink] = [escaped(colours.band), escaped(colours.ink)];
  const lozenge = (x: number, y: number) => `M${short(8 + x * 10.6)} ${short(3.6 + y * 10.6)}l4.4 4.6-4.4 4.6-4.4-4.6Z`;
  const lozenges = Array.from({ length: 16 }, (_, i) => lozenge(i % 4, Math.floor(i / 4))).join("");
  const inner = short(FACE - 6.8);
  const shield = "M13.4 11.6Q24 16.4 34.6 11.6V24.6Q33 34.6 24 39.4 15 34.6 13.4 24.6Z";
  return (
    `<path d="${lozenges}" fill="${dim}"/>` +
    `<rect x="3.4" y="3.4" width="${inner}" height="${inner}" rx="2.6" fill="none" stroke="${band}" stroke-width="1.5"/>` +
    `<path d="${shield}" fill="${band}" stroke="${ink}" stroke-width="1.7" stroke-linejoin="round"/>` +
    `<path d="${star(24, 24.6, 7.4)}" fill="${ink}"/>`
  );
}
