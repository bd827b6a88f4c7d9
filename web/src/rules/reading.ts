/** How rules are read: texts with the rules they name, contents as a tree, charts with the column that counts. */

import type { Chart, RuleLine } from "../api/types";

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

/** Where the column of a fight stands in a chart: only in the one that has the very columns of the ledger. */
export function columnAt(chart: Chart, ledger: { column: string; columns: string[] } | null | undefined): number {
  if (!ledger?.columns.length || ledger.columns.length !== chart.columns.length) return -1;
  return ledger.columns.every((column, place) => column === chart.columns[place]) ? chart.columns.indexOf(ledger.column) : -1;
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
