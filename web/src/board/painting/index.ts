/** The art of the board: maps on canvas, counters and swatches. A game picks from it by names, in its data. */

export type { Brush } from "./brush";
export { blockFace, counterFace, counterSvg, DETAILS, FACE, type CounterOptions } from "./counters";
export { swatch } from "./swatches";
