/** Which square pieces of the map are painted at a scale, and in which order. Pure arithmetic. */

import type { Box } from "./geometry";

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
