/** The art of the board: maps on canvas, counters and swatches. What a game adds to it, it registers. */

export { registerFeature, type FeaturePainter } from "./buildings";
export type { Brush } from "./brush";
export { blockFace, counterFace, counterSvg, DETAILS, FACE, type CounterOptions } from "./counters";
export { registerHexside, type HexsideArt } from "./hexsides";
export { registerRoad, type RoadArt } from "./roads";
export { registerState, stateArt, type StateArt } from "./states";
export { swatch } from "./swatches";
export { registerSymbol, symbolSvg } from "./symbols";
export { registerTerrain, strew, type Region, type TerrainArt } from "./terrains";
