/** How rules are read: texts with the rules they name, contents as a tree, charts with the column that counts. */

import type { Chart, ChartLine, RollBreakdown, RuleLine } from "../api/types";

/** A part of a text: words, or the number of a rule that can be followed. */
export interface Part {
  text: string;
  rule: boolean;
}

/** A text cut at the rules it names. */
export function parts(text: string, links: readonly string[]): Part[] {
  if (!links.length) return [{ text, rule: false }];
  const longestFirst = [...links].sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const rule = new RegExp(`(?<![\\w.-])(${longestFirst.join("|")})(?![\\w-]|\\.\\w)`);
  return text
    .split(rule)
    .map((piece, place) => ({ text: piece, rule: place % 2 === 1 }))
    .filter((part) => part.text);
}

/** A line of the contents with those that lie in it. */
export interface Heading {
  line: RuleLine;
  inner: Heading[];
}

/** The contents, book by book, as a tree. */
export function outline(lines: readonly RuleLine[]): { book: string; headings: Heading[] }[] {
  const books: { book: string; headings: Heading[] }[] = [];
  let open: Heading[] = [];
  for (const line of lines) {
    if (books.at(-1)?.book !== line.book) {
      books.push({ book: line.book, headings: [] });
      open = [];
    }
    const heading = { line, inner: [] };
    open = open.slice(0, line.depth);
    (open.at(-1)?.inner ?? books.at(-1)!.headings).push(heading);
    open[line.depth] = heading;
    open = open.filter(Boolean);
  }
  return books;
}

/** Whether a heading is, or holds, what is open. */
export function holds(heading: Heading, id: string): boolean {
  return heading.line.id === id || heading.inner.some((inner) => holds(inner, id));
}

/** What of a chart is in force: a row and a column, or -1. */
export interface InForce {
  row: number;
  column: number;
}

/** Where a chart is read for the fight at hand; once the dice have fallen, in the row of their total, if it says what came of them. */
export function inForce(chart: Chart, lines: readonly ChartLine[], roll: Pick<RollBreakdown, "total" | "result"> | null = null): InForce {
  const line = lines.find((each) => each.chart === chart.id);
  if (!line) return { row: -1, column: -1 };
  if (line.row >= 0 || !roll) return { row: line.row, column: line.column };
  const row = rowOf(chart, roll.total);
  return { row: chart.rows[row]?.cells[line.column] === roll.result ? row : -1, column: line.column };
}

/** The row of a number, where the rows begin with numbers that rise: the last that begins with no more than it. */
function rowOf(chart: Chart, total: number): number {
  const starts = chart.rows.map((row) => Number(/^-?\d+/.exec(row.title)?.[0] ?? Number.NaN));
  return Math.max(starts.findLastIndex((start) => start <= total), 0);
}

/** Whether the cells of a column are short: then they stand in its middle. */
export function isShort(chart: Chart, column: number): boolean {
  return chart.rows.every((row) => (row.cells[column] ?? "").length <= 9);
}

const BROAD = { headings: 55, cell: 60 }; // letters in all headings, or in one cell, from which a chart needs the whole width

/** Whether a chart needs the whole width of a page. */
export function isBroad(chart: Chart): boolean {
  return chart.columns.join("").length > BROAD.headings || chart.rows.some((row) => row.cells.some((cell) => cell.length > BROAD.cell));
}
