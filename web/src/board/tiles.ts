/** Which square pieces of the map are painted at a scale, and in which order. Pure arithmetic. */

import { type Box, overlap } from "./geometry";

export interface Tile {
  column: number;
  row: number;
}

/** Tiles are counted from the origin of the board, in pixels of the page. */
export function tilesOver(area: Box, sheet: Box, scale: number, size: number): Tile[] {
  const left = Math.max(area.left, sheet.left);
  const top = Math.max(area.top, sheet.top);
  const right = Math.min(area.left + area.width, sheet.left + sheet.width);
  const bottom = Math.min(area.top + area.height, sheet.top + sheet.height);
  if (left >= right || top >= bottom) return [];
  const tiles: Tile[] = [];
  for (let row = Math.floor((top * scale) / size); row * size < bottom * scale; row++)
    for (let column = Math.floor((left * scale) / size); column * size < right * scale; column++) tiles.push({ column, row });
  const [x, y] = [((area.left + area.width / 2) * scale) / size - 0.5, ((area.top + area.height / 2) * scale) / size - 0.5];
  const off = (tile: Tile) => Math.hypot(tile.column - x, tile.row - y);
  return tiles.sort((a, b) => off(a) - off(b));
}

/** The part of the board that a tile shows. */
export function boxOfTile(tile: Tile, scale: number, size: number): Box {
  const side = size / scale;
  return { left: tile.column * side, top: tile.row * side, width: side, height: side };
}

export function nameOf(tile: Tile): string {
  return `${tile.column},${tile.row}`;
}

/** The scale of the picture of the whole map that lies below all tiles: as sharp as so many pixels allow. */
export function baseScale(sheet: Box, most: number, wanted: number): number {
  return Math.min(wanted, Math.sqrt(most / (sheet.width * sheet.height)));
}

/** A box in squares of at most this side, those of them that show something of the sheet. */
export function cut(box: Box, sheet: Box, side: number): Box[] {
  const parts: Box[] = [];
  const columns = Math.max(1, Math.ceil(box.width / side - 1e-6));
  const rows = Math.max(1, Math.ceil(box.height / side - 1e-6));
  const [width, height] = [box.width / columns, box.height / rows];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      parts.push({ left: box.left + column * width, top: box.top + row * height, width, height });
  return parts.filter((part) => overlap(part, sheet));
}

/** A part of a picture widened to whole pixels of it: an edge between pixels would show as a seam. */
export function onPixels(part: Box, picture: Box, scale: number): Box {
  const [left, top] = [Math.floor((part.left - picture.left) * scale + 1e-6), Math.floor((part.top - picture.top) * scale + 1e-6)];
  const right = Math.ceil((part.left + part.width - picture.left) * scale - 1e-6);
  const bottom = Math.ceil((part.top + part.height - picture.top) * scale - 1e-6);
  return { left: picture.left + left / scale, top: picture.top + top / scale, width: (right - left) / scale, height: (bottom - top) / scale };
}
