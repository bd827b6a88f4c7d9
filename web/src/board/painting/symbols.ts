/** The symbols of counters: SVG in a box of 26 by 15 about the origin, in `currentColor`. */

import type { SymbolDrawing } from "../../api/types";

const MUSKET = "M-12.6-.5-6.2-1-4.2.9-12 2.7ZM-5.5-.35H11V.75H-5Z";
const SABRE = "M-9 1.4C-3 2.6 5 1.6 11.4-2.8 6 3.4 0 4.4-9 3.2ZM-10.2-1.8h1.5v7.6h-1.5ZM-13 1.5h3v1.4h-3Z";
const STAR_RAYS = 5;

/** A filled shape turned by so many degrees. */
function turned(path: string, degrees: number, mirrored = false): string {
  const mirror = mirrored ? "scale(-1 1)" : "";
  return `<path transform="${mirror}rotate(${degrees})" d="${path}" fill="currentColor"/>`;
}

function pen(path: string, width = 1.2): string {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"';
  return `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" ${ends}/>`;
}

/** The outline of a five-pointed star. */
export function star(x: number, y: number, radius: number): string {
  const points: string[] = [];
  for (let i = 0; i < STAR_RAYS * 2; i++) {
    const far = i % 2 === 0 ? radius : radius * 0.42;
    const turn = -Math.PI / 2 + (i * Math.PI) / STAR_RAYS;
    points.push(`${short(x + far * Math.cos(turn))} ${short(y + far * Math.sin(turn))}`);
  }
  return `M${points.join("L")}Z`;
}

/** A length as short as it can be written. */
export function short(value: number): string {
  const text = (Math.round(value * 100) / 100).toString();
  return text === "-0" ? "0" : text;
}

/** One that nobody has drawn is a crossed diamond. */
export function symbolSvg(drawing: string): string {
  return Object.hasOwn(SYMBOLS, drawing) ? SYMBOLS[drawing as SymbolDrawing] : UNKNOWN;
}

const UNKNOWN = pen("M-11 5.5 11-5.5M-11-5.5 11 5.5", 1.1) + pen("M0-4.5 4.5 0 0 4.5-4.5 0Z", 1.1);
const HORSE = "M-8.5 6.6C-9.6 3-9-.8-6.4-3.2L-7.4-6.2-4-5C1-7.6 6-4.2 9.4 1.2L8.2 3.6 5.6 2.6C3.6 1.4 1.4 1.6.6 3.2L2.4 6.6Z";

const BUGLE = pen("M-8.4-4.8C-7.4 5.6 6 6.6 8-.4M-10-5H-6.6", 1.7) + '<path d="M5.8.4 11-3 10.7 2.8Z" fill="currentColor"/>';
const FORK = `<g transform="scale(-1 1)rotate(-27)">${pen("M-12 .4H5M11-2.8H5V3.6H11M5 .4H11.6", 1.1)}</g>`;
const WHEEL = "M4.7 2A4.7 4.7 0 1 1 4.7 1.99M0-2.6V6.6M-4.6 2H4.6M-3.2-1.2 3.2 5.2M3.2-1.2-3.2 5.2";
const MAN = (x: number) => `<circle cx="${x}" cy="-3.6" r="1.9" fill="currentColor"/>` + pen(`M${x}-1.6V2.6M${x} 2.6l-2 3.8M${x} 2.6l2 3.8M${x - 2.4} .2h4.8`, 1.2);
const BALL = '<circle r="2.6" fill="currentColor"/>';
const BOX_SLASH = pen("M-10-5.5H10V5.5H-10ZM-10 5.5 10-5.5", 1.2);

const SYMBOLS: Record<SymbolDrawing, string> = {
  muskets: turned(MUSKET, -27) + turned(MUSKET, -27, true),
  "musket-and-horn": turned(MUSKET, -27) + BUGLE,
  "musket-and-target": pen("M6 0A6 6 0 1 1 6-.01M2.6 0A2.6 2.6 0 1 1 2.6-.01", 1) + turned(MUSKET, -14),
  "musket-and-fork": turned(MUSKET, -27) + FORK,
  musket: turned(MUSKET, -14),
  sabres: turned(SABRE, -27) + turned(SABRE, -27, true),
  horse: `<path d="${HORSE}" fill="currentColor"/>`,
  gun:
    '<path d="M-7-3.4 10.8-6.8 11.3-3.2-6.6 1.2ZM-4.4-.8-2.6 1.4-11.6 7-13 5.2Z" fill="currentColor"/>' +
    `<path d="${WHEEL}" fill="#f7efd9" stroke="currentColor" stroke-width="1"/>`,
  "horse-and-gun":
    `<g transform="translate(-7.5 -1.5)scale(.52)"><path d="${HORSE}" fill="currentColor"/></g>` +
    `<g transform="translate(3.4 1.2)scale(.74)"><path d="M-7-3.4 10.8-6.8 11.3-3.2-6.6 1.2Z" fill="currentColor"/><path d="${WHEEL}" fill="#f7efd9" stroke="currentColor" stroke-width="1.3"/></g>`,
  men: [-8.5, 0, 8.5].map(MAN).join(""),
  empty: pen("M-11-6 11 6M11-6-11 6", 0.9) + '<circle r="4.4" fill="#f7efd9" stroke="currentColor"/>',
  formation: pen("M-10-1.5H10V6.5H-10ZM-10-1.5 10 6.5M10-1.5-10 6.5", 1) + pen("M-6.5-6.5l3 3m0-3l-3 3M-1.5-6.5l3 3m0-3l-3 3M3.5-6.5l3 3m0-3l-3 3", 1),
  "box-cross": pen("M-10-5.5H10V5.5H-10ZM-10-5.5 10 5.5M10-5.5-10 5.5", 1.2),
  "box-slash": BOX_SLASH,
  "box-dot": pen("M-10-5.5H10V5.5H-10Z", 1.2) + BALL,
  "box-slash-dot": BOX_SLASH + BALL,
  diamond: '<path d="M0-6.5 7 0 0 6.5-7 0Z" fill="currentColor"/>',
  stars: `<path d="${star(0, 0.5, 7.4)}" fill="currentColor"/>`,
  bridge: pen("M-9 5.5V-3.5H9V5.5M0-3.5V5.5", 1.6),
  wagon: pen("M-10 5.5H10M-9 5.5V-2C-6-6.5 6-6.5 9-2V5.5", 1.3) + pen("M-3 5.5V-4.4M3 5.5V-4.4", 1),
  flag: pen("M-6 7V-6.5H9L5.5-2.5 9 1.5H-6", 1.4),
};
