/** Moments of a game that this browser keeps a mark at. */

import { recall, remember } from "../table/local_storage";

export interface Bookmark {
  moment: number;
  words: string;
}

const key = (game: string): string => `grognard.bookmarks.${game}`;
const KEPT = 100;

export function bookmarks(game: string): Bookmark[] {
  const found = recall<Bookmark[]>(key(game), []);
  return Array.isArray(found) ? found.filter((each) => each && Number.isInteger(each.moment)) : [];
}

/** The marks in the order of their moments, after one was set or, if it was there, taken away. */
export function marked(marks: Bookmark[], moment: number, words: string): Bookmark[] {
  const others = marks.filter((each) => each.moment !== moment);
  const all = others.length < marks.length ? others : [...others, { moment, words }];
  return all.sort((a, b) => a.moment - b.moment).slice(0, KEPT);
}

export function keepBookmarks(game: string, marks: Bookmark[]): void {
  remember(key(game), marks);
}
