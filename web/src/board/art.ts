/** Who paints the map and draws the counters. */

import type { AnySheet, Art, Counter } from "../api/types";
import type { Geometry } from "./geometry";
import type { Paint } from "./ground";
import { kindOf } from "./kinds";
import type { Block } from "./layout";
import { blockFace, counterFace, FACE } from "./painting";

/** How a sheet is painted on its board. */
export function painterOf(sheet: AnySheet, geometry: Geometry): Paint {
  const kind = kindOf(sheet);
  return (context, options) => kind.paint(context, sheet, geometry, options);
}

/** The face of a counter on a sheet: of cardboard, unless its kind of sheet has others. */
export function faceOn(sheet: AnySheet, counter: Counter, size: number, side: number): string {
  const { face } = kindOf(sheet);
  return face ? pictured(face(counter, size, side, sheet.art), WIDE) : faceOf(counter, size, sheet.art);
}

/** A stack from afar. */
export function blockOn(block: Block): string {
  return pictured(blockFace(block.top, block.strength, block.count));
}

/** The face of a counter with its shadow is drawn in a box a little larger than the counter. */
const BOX: Frame = { from: -1, wide: FACE + 4 };
/** A man's musket reaches beyond his base. */
const WIDE: Frame = { from: -12, wide: FACE + 24 };

interface Frame {
  from: number;
  wide: number;
}

const FONT = "'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow','Helvetica Neue',Arial,sans-serif";
const kept = new Map<string, string>();

/**
 * The face of a counter that is shown so many pixels wide: the fewer they are, the less is written on it.
 *
 * It is a picture, not a tree of elements: lettering in SVG elements is laid out anew at every step of a zoom.
 */
export function faceOf(counter: Counter, size: number, art?: Art): string {
  return pictured(counterFace(counter, size, { untitled: true, art }));
}

function pictured(face: string, { from, wide }: Frame = BOX): string {
  let url = kept.get(face);
  if (url === undefined) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${wide}" viewBox="${from} ${from} ${wide} ${wide}" font-family="${FONT}" font-weight="bold" text-anchor="middle">${face}</svg>`;
    url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    if (kept.size > 2000) kept.clear();
    kept.set(face, url);
  }
  return `<img alt="" decoding="sync" draggable="false" src="${url}">`;
}
