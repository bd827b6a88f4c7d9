/** The sheets of a game: which one a place is on, and what lies on one of them. Pure. */

import type { BoardMap, Pieces, RegionChoices, SheetMap, WayPicture } from "../api/types";
import { namesOf, titlesOf } from "../board";

const APART = ":"; // between the sheet and the place, where there are several sheets

/** The sheet that a place is on; the first one for a place that is on none. */
export function sheetOf(map: BoardMap, place: string): SheetMap {
  const named = map.sheets.length > 1 ? map.sheets.find(({ sheet }) => place.startsWith(sheet.id + APART)) : undefined;
  return named ?? map.sheets[0]!;
}

/** The name that a place has on its own sheet. */
export function ownName(map: BoardMap, place: string): string {
  return map.sheets.length > 1 ? place.slice(place.indexOf(APART) + 1) : place;
}

/** A place of a sheet as it is addressed at the table. */
export function addressed(map: BoardMap, sheet: string, place: string): string {
  return map.sheets.length > 1 ? `${sheet}${APART}${place}` : place;
}

/** What speaks of places, as far as it is on a sheet, with the names that places have there. */
export function onSheet<Item extends { place: string }>(map: BoardMap, sheet: string, items: readonly Item[]): Item[] {
  if (map.sheets.length === 1) return items as Item[];
  return items.filter(({ place }) => sheetOf(map, place).sheet.id === sheet).map((item) => ({ ...item, place: ownName(map, item.place) }));
}

export function placesOn(map: BoardMap, sheet: string, places: readonly string[]): string[] {
  return onSheet(map, sheet, places.map((place) => ({ place }))).map(({ place }) => place);
}

/** All that lies on a sheet. */
export function piecesOn(map: BoardMap, sheet: string, pieces: Pieces): Pieces {
  if (map.sheets.length === 1) return pieces;
  return {
    ...pieces,
    stacks: onSheet(map, sheet, pieces.stacks),
    markers: onSheet(map, sheet, pieces.markers),
    flags: onSheet(map, sheet, pieces.flags),
    groups: pieces.groups.filter((group) => group.sheet === sheet),
    sky: pieces.sky.filter((sky) => sky.sheet === sheet),
    ways: waysOn(map, sheet, pieces.ways),
    additions: pieces.additions
      .filter(({ places }) => places.every((place) => sheetOf(map, place).sheet.id === sheet))
      .map((addition) => ({ ...addition, places: addition.places.map((place) => ownName(map, place)) })),
  };
}

/** Ways that run on a sheet, with the names that places have there. */
export function waysOn<Way extends Pick<WayPicture, "places" | "tolls">>(map: BoardMap, sheet: string, ways: readonly Way[]): Way[] {
  return ways
    .filter(({ places }) => places.every((place) => sheetOf(map, place).sheet.id === sheet))
    .map((way) => ({ ...way, places: way.places.map((place) => ownName(map, place)), tolls: onSheet(map, sheet, way.tolls) }));
}

export function regionsOn(sheet: string, regions: readonly RegionChoices[] = []): RegionChoices[] {
  return regions.filter((region) => region.sheet === sheet);
}

/** What a place is called in a list. */
export function placeName(map: BoardMap | null, place: string): string {
  if (!map) return place;
  const own = ownName(map, place);
  return namesOf(sheetOf(map, place).sheet).get(own) ?? own;
}

/** What a place is called in a heading. */
export function placeTitle(map: BoardMap, place: string): string {
  const own = ownName(map, place);
  return titlesOf(sheetOf(map, place).sheet).get(own) ?? own;
}

/** What is printed at a place, in words. */
export function placeWords(map: BoardMap, place: string): string {
  return sheetOf(map, place).words[ownName(map, place)] ?? "";
}
