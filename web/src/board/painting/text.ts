/** Words measured without a font, fitted into their room, and made safe. */

const NARROW = new Set("iljtfrI.,:;'’·!|-() ");
const BROAD = new Set("mwMWGOQ@%—");

/** About how wide words are in bold letters of ordinary width. */
export function widthOf(words: string, size: number): number {
  let sum = 0;
  for (const letter of words) sum += breadth(letter);
  return sum * size;
}

function breadth(letter: string): number {
  if (NARROW.has(letter)) return 0.36;
  if (BROAD.has(letter)) return 0.88;
  return letter >= "A" && letter <= "Z" ? 0.69 : 0.59;
}

/** The size at which words fit into their room, not below `least`; and how much they are squeezed even then (1: not at all). */
export function fitted(words: string, room: number, size: number, least: number): { size: number; squeeze: number } {
  const wide = widthOf(words, size);
  if (wide <= room) return { size, squeeze: 1 };
  const smaller = Math.max(least, (size * room) / wide);
  return { size: smaller, squeeze: Math.min(1, room / widthOf(words, smaller)) };
}

const UNSAFE: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Words that can stand in SVG, in a text or an attribute. */
export function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => UNSAFE[sign]!);
}
