/** The kinds of sheets that the board can show. */

import type { AnySheet } from "../../api/types";
import type { Geometry, Turn } from "../geometry";
import { areas } from "./areas";
import { display } from "./display";
import { hexes } from "./hexes";
import type { Kind } from "./kind";
import { plane } from "./plane";

const KINDS: { [Name in AnySheet["kind"]]: Kind<Extract<AnySheet, { kind: Name }>> } = { hexes, areas, plane, display };

export function kindOf(sheet: AnySheet): Kind {
  return KINDS[sheet.kind] as Kind;
}

/** A sheet's geometry, turned by so many quarters clockwise. */
export function geometryOf(sheet: AnySheet, turn: Turn = 0): Geometry {
  return kindOf(sheet).geometry(sheet, turn);
}

/** What every place of a sheet is called. */
export function namesOf(sheet: AnySheet): Map<string, string> {
  return new Map(kindOf(sheet).names(sheet));
}

/** What the places of a sheet are called in a heading. */
export function titlesOf(sheet: AnySheet): Map<string, string> {
  const kind = kindOf(sheet);
  return new Map([...kind.names(sheet), ...kind.titles(sheet)]);
}

export type { Kind } from "./kind";
