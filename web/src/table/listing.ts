/** How a group of choices is set out: what all its choices say alike becomes a heading, the rest a button. */

import type { Choice } from "../api/types";
import { grouped } from "./choices";
import { together } from "./together";

export interface Row {
  choice: Choice;
  words: string;
}

export interface Listed {
  key: string;
  heading: string;
  rows: Row[];
  /** Short enough to stand side by side, or at least two and two. */
  form: "chips" | "pairs" | "rows";
  /** Whether the map says it better: many choices that differ only in their place. */
  folds: boolean;
}

const ENOUGH = 3; // choices that make a common beginning worth a heading
const MANY = 6; // rows of a group from which on they stand two and two
const CROWD = 12; // choices from which on they do so earlier
const SHORT = 8; // letters of a chip
const HALF = 30; // letters that fit beside each other

export function listed(choices: Choice[]): Listed[] {
  const crowded = choices.length > CROWD;
  return grouped(choices).flatMap((group) => byPiece(group.choices).map((part, place) => setOut(`${group.word}-${place}`, part, crowded)));
}

/** Choices of several counters with several goals each: one part for each counter. */
function byPiece(choices: Choice[]): Choice[][] {
  const parts = together(choices, (choice) => choice.pieces[0] ?? "");
  const many = parts.size > 1 && choices.length > parts.size && choices.length > ENOUGH;
  return many ? [...parts.values()] : [choices];
}

function setOut(key: string, choices: Choice[], crowded: boolean): Listed {
  const start = choices.length >= ENOUGH ? commonStart(choices.map((choice) => choice.words)) : "";
  const rows = choices.map((choice) => ({ choice, words: capital(choice.words.slice(start.length)) }));
  return { key, heading: start.trim(), rows, form: formOf(rows, crowded ? ENOUGH : MANY), folds: choices.length > CROWD && differInPlace(choices) };
}

function differInPlace(choices: Choice[]): boolean {
  const pieces = choices[0]!.pieces.join(" ");
  return choices.every((choice) => choice.places.length > 0 && choice.pieces.join(" ") === pieces);
}

function formOf(rows: Row[], many: number): Listed["form"] {
  const longest = Math.max(...rows.map((row) => row.words.length));
  if (rows.length >= ENOUGH && longest <= SHORT) return "chips";
  return rows.length >= many && longest <= HALF ? "pairs" : "rows";
}

/** The whole words with which all of them begin; never the whole of one. */
export function commonStart(texts: string[]): string {
  const split = texts.map((text) => text.split(" "));
  const shortest = Math.min(...split.map((words) => words.length)) - 1;
  let same = 0;
  while (same < shortest && split.every((words) => words[same] === split[0]![same])) same += 1;
  return same ? `${split[0]!.slice(0, same).join(" ")} ` : "";
}

/** What is said after what stands above it anyhow: "1013: forest" below "1013". */
export function withoutStart(words: string, start: string): string {
  return words.startsWith(start) ? words.slice(start.length).replace(/^[\s,:;]+/, "") : words;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
