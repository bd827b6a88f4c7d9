/** The board: configuration in, clicks out. It knows no rules and needs no framework. */

import "./board.css";

export { createBoard } from "./board";
export { AreaGeometry, geometryOf, HexGeometry, turned } from "./geometry";
export type { Box, Direction, Geometry, PaintOptions, Turn } from "./geometry";
export type {
  Arrow, ArrowKind, Board, BoardConfig, BoardEvents, ChoiceKind, Keys, Mark, MarkKind, Padding, PlaceChoice, Text,
} from "./types";
