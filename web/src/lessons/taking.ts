/** Taking a lesson: begun, remembered among the games of this browser, and ticked off when it is finished. */

import { api } from "../api/client";
import type { LessonCard, LessonGuide } from "../api/types";
import type { Mark } from "../board";
import { recall, remember } from "../table/local_storage";
import { forget, keep, type MyGame, myGames } from "../table/mygames";
import { randomKey } from "../table/session.svelte";
import { together } from "../table/together";

const TAKEN = "grognard.lessons";

/** Begin a lesson; a table at which it was taken before makes room for the new one. */
export async function beginLesson(lesson: { id: string; title: string }, scenario: string): Promise<MyGame> {
  const made = await api.lesson({ lesson: lesson.id, nonce: randomKey() });
  for (const mine of myGames()) if (mine.lesson === lesson.id) forget(mine.game);
  const mine: MyGame = {
    game: made.game,
    scenario,
    title: lesson.title,
    seats: Object.entries(made.links).map(([name, token]) => ({ name, token })),
    friends: {},
    seen: new Date().toISOString(),
    when: "",
    standing: "new",
    lesson: lesson.id,
  };
  keep(mine);
  return mine;
}

/** The lessons that were finished in this browser. */
export function taken(): ReadonlySet<string> {
  const found = recall<unknown>(TAKEN, []);
  return new Set(Array.isArray(found) ? found.filter((id): id is string => typeof id === "string") : []);
}

/** The tables of lessons that were begun in this browser and not finished. */
export function underWay(): Map<string, MyGame> {
  return new Map(myGames().flatMap((mine) => (mine.lesson && mine.standing !== "over" ? [[mine.lesson, mine]] : [])));
}

/** Of each box the lesson to take next: the first that was not finished. */
export function nextLessons(cards: LessonCard[], done: ReadonlySet<string>): LessonCard[] {
  return [...together(cards, (card) => card.box).values()].flatMap((lessons) => lessons.find((card) => !done.has(card.id)) ?? []);
}

export function tick(id: string): void {
  if (!taken().has(id)) remember(TAKEN, [...taken(), id]);
}

/** What the guide points at, wherever it is now. */
export function pointers(guide: LessonGuide | null | undefined, where: ReadonlyMap<string, string>): Mark[] {
  if (!guide || guide.finished) return [];
  const places = [...guide.pieces.flatMap((piece) => where.get(piece) ?? []), ...guide.places];
  return [...new Set(places)].map((place) => ({ place, label: "", kind: "pointer" }));
}
