/** The board: configuration in, clicks out. It knows no rules and needs no framework. */

import "./board.css";

export { createBoard } from "./board";
export { turned } from "./geometry";
export { geometryOf, kindOf, namesOf, titlesOf } from "./kinds";
export type { Box, Direction, Geometry, PaintOptions, Turn } from "./geometry";
export type {
  Arrow, ArrowKind, Board, BoardConfig, BoardEvents, ChoiceKind, Keys, Mark, MarkKind, Padding, PlaceChoice, Puff, Text, Way,
} from "./types";
