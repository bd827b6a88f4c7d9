/** The board as the pages use it: made once for an element, told what to show. */

import type { BoardMap, Pieces } from "../api/types";
import type { BoardChoice } from "./choices";
import type { Mark } from "./desk.svelte";

export interface BoardConfig {
  map: BoardMap;
  pieces: Pieces;
  choices: BoardChoice[];
  choosable: string[];
  selected: string | null;
  marks: Mark[];
  hidden: boolean;
  magnified: boolean;
  dark: boolean;
  text: (key: string, args?: Record<string, string | number>) => string;
  on: {
    place?(place: string): void;
    piece?(id: string, place: string): void;
    hover?(place: string | null, id: string | null): void;
    why?(place: string, id: string | null): void;
  };
}

export interface Board {
  set(change: Partial<BoardConfig>): void;
  fit(): void;
  zoom(factor: number): void;
  rotate(quarter?: number): void;
  show(places: string[]): void;
  focus(place: string): void;
  destroy(): void;
}
