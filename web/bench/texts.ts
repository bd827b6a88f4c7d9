import { board } from "../src/texts/board.en";

/** Texts for pages that show the board alone. */
export function text(key: string, args: Record<string, string | number> = {}): string {
  return (board[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ""));
}
