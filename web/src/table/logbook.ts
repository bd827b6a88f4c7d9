/** The log as it is read: what was taken back is folded into one quiet line. */

import type { LogLine } from "../api/types";

export interface Shown extends LogLine {
  /** Of a line that tells of undoing: how many choices were undone one after another, and what had been told of them. */
  undone?: { times: number; lines: LogLine[] };
}

export function withoutUndone(log: LogLine[]): Shown[] {
  const gone = new Map(log.flatMap((line) => (line.undoes === null ? [] : [[line.undoes, [] as LogLine[]]])));
  const shown: Shown[] = [];
  for (const line of log) {
    const taken = gone.get(line.moment);
    if (taken) taken.push(line);
    else if (line.undoes === null) shown.push(line);
    else fold(shown, line, gone.get(line.undoes)!);
  }
  return shown.filter((line, place) => line.heading !== "phase" || shown[place + 1]?.heading === ""); // a phase in which nothing happened has no heading
}

/** Choices that were undone one after another make one line. */
function fold(shown: Shown[], line: LogLine, taken: LogLine[]): void {
  const before = shown.at(-1)?.words === line.words ? shown.at(-1)!.undone : undefined;
  if (before) shown.pop();
  const lines = taken.filter((each) => !each.heading);
  shown.push({ ...line, undone: { times: (before?.times ?? 0) + 1, lines: [...lines, ...(before?.lines ?? [])] } });
}

/** What is told while dice fall: nothing from their roll on, or the log would give the result away. */
export function untilFallen(lines: Shown[], falling: number | null): Shown[] {
  return falling === null ? lines : lines.filter((line) => line.number < falling);
}
