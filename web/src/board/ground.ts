/**
 * The map below the counters: painted to canvases, never twice for the same scale.
 *
 * One small picture of the whole map is always there. When the player rests, tiles are painted over it at exactly the pixels of
 * the screen, those in view first, one in a frame; while the player moves, what is painted is only carried along.
 */

import { div } from "./dom";
import type { Box, Geometry, PaintOptions } from "./geometry";
import { baseScale, boxOfTile, nameOf, type Tile, tilesOver } from "./tiles";

export type Paint = (context: CanvasRenderingContext2D, options: PaintOptions) => void;

const BASE_PIXELS = 1_600_000;
const TILE_PIXELS = 24_000_000; // painted tiles kept at a time
const REST = 90; // milliseconds without movement before painting

interface Level {
  scale: number; // pixels of the page to a unit of the board
  ratio: number; // pixels of the screen to one of the page
  element: HTMLElement;
  tiles: Map<string, HTMLCanvasElement>;
}

export class Ground {
  private readonly element: HTMLElement;
  private base: HTMLCanvasElement | null = null;
  private baseScale = 1;
  private level: Level | null = null;
  private old: Level | null = null;
  private baked = 1;
  private seen: Box = { left: 0, top: 0, width: 0, height: 0 };
  private touched = 0;
  private timer = 0;
  private queue: Tile[] = [];
  private paint: Paint = () => undefined;
  private geometry: Geometry | null = null;
  private dark = false;

  constructor(parent: HTMLElement) {
    this.element = div("board-ground", parent);
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Another map, another turn of it, or other colours: everything is painted anew. */
  use(geometry: Geometry, paint: Paint, dark: boolean): void {
    this.geometry = geometry;
    this.paint = paint;
    this.dark = dark;
    this.drop(this.level);
    this.drop(this.old);
    this.level = this.old = null;
    this.base?.remove();
    this.base = null;
    if (this.seen.width > 0) this.rest();
  }

  /** The board now rests at this scale; tiles of another scale stay until the new ones are there. */
  bake(scale: number): void {
    this.baked = scale;
    this.placeAll();
  }

  /** What is seen now; called at every movement, so it does next to nothing. */
  look(seen: Box): void {
    this.seen = seen;
    this.touched = performance.now();
    if (this.timer === 0) this.timer = window.setTimeout(() => this.wake(), REST);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.timer = -1;
    this.drop(this.level);
    this.drop(this.old);
    this.element.remove();
  }

  private wake(): void {
    const wait = this.touched + REST - performance.now();
    if (wait > 0) {
      this.timer = window.setTimeout(() => this.wake(), wait + 4);
      return;
    }
    this.timer = 0;
    this.rest();
  }

  /** Begins to paint what is missing at the scale of the moment. */
  private rest(): void {
    const { geometry } = this;
    if (!geometry || this.seen.width <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    if (!this.base) this.paintBase(geometry, ratio);
    if (!this.level || this.level.scale !== this.baked || this.level.ratio !== ratio) this.newLevel(ratio);
    const level = this.level!;
    const size = tileSize(ratio);
    const around = wider(this.seen);
    const room = Math.max(4, Math.floor(TILE_PIXELS / (size * ratio) ** 2));
    this.queue = tilesOver(around, geometry.sheet, level.scale, size)
      .slice(0, room)
      .filter((tile) => !level.tiles.has(nameOf(tile)));
    this.forgetFarTiles(level, room - this.queue.length, size);
    this.paintNext();
  }

  private paintNext(): void {
    if (this.timer !== 0) return;
    const tile = this.queue.shift();
    if (!tile) {
      this.drop(this.old);
      this.old = null;
      return;
    }
    this.paintTile(tile);
    if (this.old && this.viewIsPainted()) {
      this.drop(this.old);
      this.old = null;
    }
    requestAnimationFrame(() => this.paintNext());
  }

  private viewIsPainted(): boolean {
    const level = this.level!;
    return tilesOver(this.seen, this.geometry!.sheet, level.scale, tileSize(level.ratio)).every((tile) => level.tiles.has(nameOf(tile)));
  }

  private paintBase(geometry: Geometry, ratio: number): void {
    const { sheet } = geometry;
    this.baseScale = baseScale(sheet, BASE_PIXELS, this.baked * ratio);
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(sheet.width * this.baseScale);
    canvas.height = Math.ceil(sheet.height * this.baseScale);
    this.paintOn(canvas, sheet, this.baseScale);
    this.base = canvas;
    this.element.prepend(canvas);
    this.placeAll();
  }

  private newLevel(ratio: number): void {
    if (this.old && this.level && this.level.tiles.size < this.old.tiles.size / 2) this.drop(this.level);
    else {
      this.drop(this.old);
      this.old = this.level;
    }
    const element = div("board-tiles", this.element);
    this.level = { scale: this.baked, ratio, element, tiles: new Map() };
    this.placeAll();
  }

  private paintTile(tile: Tile): void {
    const level = this.level!;
    const size = tileSize(level.ratio);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.round(size * level.ratio);
    canvas.style.cssText = `width:${size}px;height:${size}px;left:${tile.column * size}px;top:${tile.row * size}px`;
    this.paintOn(canvas, boxOfTile(tile, level.scale, size), (level.scale * canvas.width) / size);
    level.element.append(canvas);
    level.tiles.set(nameOf(tile), canvas);
  }

  private paintOn(canvas: HTMLCanvasElement, clip: Box, scale: number): void {
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, -clip.left * scale, -clip.top * scale);
    this.paint(context, { scale, dark: this.dark, clip });
  }

  /** Every picture lies where the board rests: the whole map, tiles of the last scale, tiles of this one. */
  private placeAll(): void {
    const { sheet } = this.geometry!;
    if (this.base) {
      const [left, top] = [sheet.left * this.baked, sheet.top * this.baked];
      this.base.style.transform = `translate(${left}px,${top}px) scale(${this.baked / this.baseScale})`;
    }
    for (const level of [this.old, this.level])
      if (level) level.element.style.transform = level.scale === this.baked ? "" : `scale(${this.baked / level.scale})`;
  }

  private forgetFarTiles(level: Level, room: number, size: number): void {
    if (level.tiles.size <= room) return;
    const near = new Set(tilesOver(wider(this.seen), this.geometry!.sheet, level.scale, size).map(nameOf));
    for (const [name, canvas] of level.tiles) {
      if (level.tiles.size <= room) return;
      if (!near.has(name)) {
        release(canvas);
        level.tiles.delete(name);
      }
    }
  }

  private drop(level: Level | null): void {
    if (!level) return;
    level.tiles.forEach(release);
    level.element.remove();
  }
}

/** Tiles in pixels of the page, so that a whole number of pixels of the screen fits in. */
function tileSize(ratio: number): number {
  return ratio > 1.6 ? 256 : 512;
}

/** What is seen and as much again about it. */
function wider(seen: Box): Box {
  return { left: seen.left - seen.width / 2, top: seen.top - seen.height / 2, width: seen.width * 2, height: seen.height * 2 };
}

/** Gives back the memory of a canvas at once; some browsers wait long otherwise. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = canvas.height = 0;
  canvas.remove();
}
