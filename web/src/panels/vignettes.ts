/**
 * Small drawings for cards and for what holds on the table, in `currentColor`, by the word that a game names them by:
 * SVG in a box of 48 by 36. One that nobody has drawn is a plain rosette.
 */

const pen = (path: string, width = 2): string => `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const solid = (path: string, opacity = 1): string => `<path d="${path}" fill="currentColor"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
const disc = (x: number, y: number, r: number): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/>`;
const cloud = (y: number): string => solid(`M13 ${y + 9}a6 6 0 0 1 .6-12 9 9 0 0 1 17-1.500 6.800 6.800 0 0 1 3.400 13.500Z`, 0.8);
const slanted = (y: number, length: number): string => [15, 21, 27, 33].map((x) => `M${x} ${y}l${-length / 2.6} ${length}`).join("");

const VIGNETTES: Record<string, string> = {
  // what cards are about
  farewell: pen("M6 30h26M10 30v-9M17 30v-11M24 30v-9", 1.6) + disc(10, 18, 2.6) + disc(17, 15.6, 2.6) + disc(24, 18, 2.6) + pen("M33 18h10m-4.500-4.500L43 18l-4.500 4.500"),
  arrival: pen("M16 30h26M24 30v-9M31 30v-11M38 30v-9", 1.6) + disc(24, 18, 2.6) + disc(31, 15.6, 2.6) + disc(38, 18, 2.6) + pen("M4 18h11m-4.500-4.500L15 18l-4.500 4.500"),
  ship: solid("M6 24h36l-5 7H12Z") + pen("M18 24V6M30 24V8M18 8c5 2 6 8 0 13M30 10c5 2 6 6 0 11M18 8c-6 3-7 9-8 13M4 34c4-2 6 2 10 0s6 2 10 0 6 2 10 0 6 2 10 0", 1.5),
  cancel: pen("M24 4a14 14 0 1 1 0 28 14 14 0 0 1 0-28ZM14 9l20 18", 3),
  flag_down: pen("M14 34V4") + solid("M14 6c8-4 10 3 18 0v11c-8 3-10-4-18 0Z", 0.75) + pen("M39 12v14m-4-4.500 4 4.500 4-4.500"),
  flag_up: pen("M14 34V4") + solid("M14 6c8-4 10 3 18 0v11c-8 3-10-4-18 0Z", 0.75) + pen("M39 26V12m-4 4.500 4-4.500 4 4.500"),
  cannon: solid("M8 14 38 7l1.600 6.500L12 22Z") + pen("M20 33a7.500 7.500 0 1 1 .01 0M20 18v15M12.500 25.500h15M26 24l12 7", 1.7),
  swords: pen("M10 5l22 22M38 5 16 27M29 30l6-6M13 24l6 6M33 28l4 4M15 28l-4 4", 2.2),
  star: solid("M24 4l4.400 9.600 10.400 1.100-7.800 7 2.200 10.300L24 26.700l-9.200 5.300L17 21.700l-7.800-7 10.400-1.100Z"),
  fire: solid("M24 3c2 7 11 11 10 20a10 10 0 0 1-20 0c0-4 3-6 4-10 2 2 3 3 3 5 3-3 4-9 3-15Z"),
  eye: pen("M4 18S11 7 24 7s20 11 20 11-7 11-20 11S4 18 4 18Z") + disc(24, 18, 5.5),
  boot: solid("M15 4h11v14l11 5c4 2 4 7 4 7H15Z", 0.85) + pen("M13 33h30M3 12h7M2 19h8M3 26h7", 1.8),
  breach: solid("M3 12h4V8h5v4h4V8l4 6-4 6 3 5-5 7H3ZM45 12h-4V8h-5v4h-4l-3 5 4 4-4 6 3 5h13Z", 0.85) + disc(22, 30, 2) + disc(27, 32, 1.6),
  spade: pen("M34 4 21 19M30 2l7 6", 2.6) + solid("M23 15l6 6c-3 7-8 11-16 12 1-8 4-14 10-18Z"),
  storm: cloud(8) + pen("M25 18l-5 8h6l-4 8", 2.4) + pen("M14 22l-3 6M35 22l-3 6"),
  crosshair: pen("M24 5a13 13 0 1 1 0 26 13 13 0 0 1 0-26ZM24 1v10M24 25v10M7 18h10M31 18h10") + disc(24, 18, 2),
  clock: pen("M24 4a14 14 0 1 1 0 28 14 14 0 0 1 0-28ZM24 10v8l6 4", 2.4),
  barrel: pen("M15 5h18c3 8 3 18 0 26H15c-3-8-3-18 0-26ZM13 12h22M13 24h22", 2.2) + pen("M21 5v26M27 5v26", 1.2),
  // what the sky is like
  sun: disc(24, 18, 7.5) + pen("M24 2v4.500M24 29.500V34M8 18h4.500M35.500 18H40M12.700 6.700l3.200 3.200M32.100 26.100l3.200 3.200M12.700 29.300l3.200-3.200M32.100 9.900l3.200-3.200", 2.4),
  fog: pen("M8 9h26M14 16h28M6 23h30M16 30h24", 3),
  rain: cloud(7) + pen(slanted(20, 10)),
  thunder: cloud(6) + pen("M25 16l-5 8h6l-4 9", 2.6) + pen("M13 20l-3 8M36 20l-3 8"),
  squall: cloud(5) + pen(slanted(17, 8)) + pen("M6 31h22a3.500 3.500 0 1 0-3.500-3.500", 2.2),
  wind: pen("M4 13h26a5 5 0 1 0-5-5M4 20h34a5.500 5.500 0 1 1-5.500 5.500M4 27h18a4 4 0 1 1-4 4", 2.6),
  cyclone: disc(24, 18, 4) + pen("M24 7a11 11 0 0 1 11 11c0 9-9 14-19 13M24 29a11 11 0 0 1-11-11C13 9 22 4 32 5", 3),
};

const ROSETTE = pen("M24 6a12 12 0 1 1 0 24 12 12 0 0 1 0-24Z") + disc(24, 18, 4);

export function knownVignettes(): string[] {
  return Object.keys(VIGNETTES);
}

/** The drawing as SVG of this width. */
export function vignette(word: string, width = 48): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 0.75}" viewBox="0 0 48 36" aria-hidden="true">${VIGNETTES[word] ?? ROSETTE}</svg>`;
}
