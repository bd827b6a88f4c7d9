/** The keys of the table, for the hand and for the page of help alike. */

import type { Key } from "../texts";

export type Act =
  | "next" | "previous" | "undo" | "why" | "odds" | "log" | "hide" | "magnify" | "zoomin" | "zoomout" | "rotate" | "fit" | "filter"
  | "measure" | "help" | "charts" | "widen" | "skip" | "again" | "board" | "end";

export const KEYS: { keys: string[]; words: Key; act?: Act }[] = [
  { keys: ["n"], words: "keys.next", act: "next" },
  { keys: ["p"], words: "keys.previous", act: "previous" },
  { keys: ["Enter"], words: "keys.choose" },
  { keys: ["e"], words: "keys.end", act: "end" },
  { keys: ["u"], words: "keys.undo", act: "undo" },
  { keys: ["/"], words: "keys.filter", act: "filter" },
  { keys: ["Esc"], words: "keys.widen", act: "widen" },
  { keys: ["b"], words: "keys.board", act: "board" },
  { keys: ["←", "↑", "↓", "→"], words: "keys.arrows" },
  { keys: ["w"], words: "keys.why", act: "why" },
  { keys: ["o"], words: "keys.odds", act: "odds" },
  { keys: ["c"], words: "keys.charts", act: "charts" },
  { keys: ["l"], words: "keys.log", act: "log" },
  { keys: ["s"], words: "keys.skip", act: "skip" },
  { keys: ["a"], words: "keys.again", act: "again" },
  { keys: ["h"], words: "keys.hide", act: "hide" },
  { keys: ["m"], words: "keys.magnify", act: "magnify" },
  { keys: ["d"], words: "keys.measure", act: "measure" },
  { keys: ["+"], words: "keys.zoomin", act: "zoomin" },
  { keys: ["-"], words: "keys.zoomout", act: "zoomout" },
  { keys: ["r"], words: "keys.rotate", act: "rotate" },
  { keys: ["f"], words: "keys.fit", act: "fit" },
  { keys: [",", "."], words: "keys.past" },
  { keys: ["<", ">"], words: "keys.past.turn" },
  { keys: ["k"], words: "keys.past.play" },
  { keys: ["?"], words: "keys.help", act: "help" },
];

const ALSO: Record<string, string> = { "=": "+", _: "-", Escape: "Esc" };

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key asks for: an act of the table, or the number of an inspection. */
export function actOf(event: Pressed): Act | number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = ALSO[event.key] ?? event.key;
  if (/^[1-9]$/.test(key)) return Number(key);
  return KEYS.find((entry) => entry.act && entry.keys.includes(key))?.act ?? null;
}

/** Whether somebody is writing, so that letters are letters. */
export function isWriting(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!element?.matches) return false;
  return element.matches("textarea, select, [contenteditable=true], input:not([type=radio]):not([type=checkbox]):not([type=button]):not([type=range])");
}
