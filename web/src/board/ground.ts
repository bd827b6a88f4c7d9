/**
 * The map below the counters: painted once for each scale, shown as pictures.
 *
 * When the player rests, tiles are painted at exactly the pixels of the screen, those in view first, a little in each frame.
 * While the player moves, what is painted is only carried along: below the tiles lie those of the last scale, and below them a
 * small picture of the whole map.
 */

import { bitmapFile } from "./bitmap";
import { div } from "./dom";
import type { Box, Geometry, PaintOptions } from "./geometry";
import { baseScale, boxOfTile, cut, nameOf, onPixels, type Tile, tilesOver } from "./tiles";

export type Paint = (context: CanvasRenderingContext2D, options: PaintOptions) => void;

const BASE_PIXELS = 1_200_000;
const TILE_PIXELS = 24_000_000; // painted tiles kept at a time
const PART = 256; // pixels of the screen painted at a time, squared,
const LARGEST_PART = 300; // and units of the board
const BUDGET = 9; // milliseconds of a frame that painting may take
const REST = 130; // milliseconds without movement before painting
const HELD = 700; // the same while a hand holds the map

interface Level {
  scale: number; // pixels of the page to a unit of the board
  ratio: number; // pixels of the screen to one of the page
  element: HTMLElement;
  tiles: Map<string, HTMLElement | null>; // null: painted, but not yet to be seen
}

/** A picture that is being painted, part by part. */
interface Work {
  box: Box;
  width: number; // in pixels of the screen
  height: number;
  scale: number; // pixels of the screen to a unit of the board
  ratio: number; // pixels of the screen to one of the page
  parts: Box[];
  place(picture: HTMLElement): void;
  giveUp(): void; // it will not be finished, so it is still to be done
}

export class Ground {
  /** Called once, when all of the map that is in view has been painted for the first time. */
  drawn: (() => void) | null = null;
  private readonly element: HTMLElement;
  private base: HTMLElement | null = null;
  private baseIsMade = false;
  private baseScale = 1;
  private level: Level | null = null;
  private old: Level | null = null;
  private baked = 1;
  private seen: Box = { left: 0, top: 0, width: 0, height: 0 };
  private quietAt = 0;
  private timer = 0;
  private frame = 0;
  private queue: Tile[] = [];
  private work: Work | null = null;
  private readonly easel = document.createElement("canvas");
  private paint: Paint = () => undefined;
  private geometry: Geometry | null = null;
  private dark = false;
  private beyond = "#000"; // what lies beyond the sheet

  constructor(parent: HTMLElement) {
    this.element = div("board-ground", parent);
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Another map, another turn of it, or other colours: everything is painted anew. */
  use(geometry: Geometry, paint: Paint, dark: boolean): void {
    this.geometry = geometry;
    this.paint = paint;
    this.dark = dark;
    this.beyond = getComputedStyle(this.element).getPropertyValue("--board-under").trim() || "#000";
    this.forgetAll();
    if (this.seen.width > 0) this.rest();
  }

  /** The board now rests at this scale; tiles of another scale stay until the new ones are there. */
  bake(scale: number): void {
    this.baked = scale;
    this.placeAll();
  }

  /** What is seen now; called at every movement, so it does next to nothing. */
  look(seen: Box, held: boolean): void {
    this.seen = seen;
    this.quietAt = performance.now() + (held ? HELD : REST);
    if (this.timer === 0) this.timer = window.setTimeout(() => this.wake(), REST);
  }

  destroy(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.forgetAll();
    this.element.remove();
  }

  // ---------------------------------------------------------------- what to paint

  private wake(): void {
    const wait = this.quietAt - performance.now();
    this.timer = wait > 0 ? window.setTimeout(() => this.wake(), wait + 4) : 0;
    if (this.timer === 0) this.rest();
  }

  /** Begins to paint what is missing at the scale of the moment. */
  private rest(): void {
    const { geometry } = this;
    if (!geometry || this.seen.width <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    if (!this.level || this.level.scale !== this.baked || this.level.ratio !== ratio) this.newLevel(ratio);
    const level = this.level!;
    const size = tileSize(ratio);
    const room = Math.max(4, Math.floor(TILE_PIXELS / (size * ratio) ** 2));
    this.work?.giveUp();
    this.work = null;
    const wanted = tilesOver(wider(this.seen), geometry.sheet, level.scale, size).slice(0, room);
    this.queue = wanted.filter((tile) => !level.tiles.has(nameOf(tile)));
    this.forgetFarTiles(level, room - this.queue.length, new Set(wanted.map(nameOf)));
    this.next();
  }

  private next(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paintSome());
  }

  /** Paints as much as a frame has room for; stops as soon as the player moves. */
  private paintSome(): void {
    if (this.timer !== 0) return;
    const end = performance.now() + BUDGET;
    do {
      this.work ??= this.newWork();
      if (!this.work) return;
      this.paintPart(this.work);
    } while (performance.now() < end);
    this.next();
  }

  /** First the tiles in view, then the whole map, then the tiles about. */
  private newWork(): Work | null {
    const painted = this.viewIsPainted();
    if (painted && this.old) {
      this.drop(this.old);
      this.old = null;
    }
    if (painted && !this.baseIsMade) return this.baseWork();
    const tile = this.queue.shift();
    if (!tile) return null;
    this.level!.tiles.set(nameOf(tile), null);
    return this.tileWork(tile);
  }

  private viewIsPainted(): boolean {
    const level = this.level!;
    return tilesOver(this.seen, this.geometry!.sheet, level.scale, tileSize(level.ratio)).every((tile) => level.tiles.get(nameOf(tile)));
  }

  private tileWork(tile: Tile): Work {
    const level = this.level!;
    const size = tileSize(level.ratio);
    const pixels = Math.round(size * level.ratio);
    const name = nameOf(tile);
    const place = (picture: HTMLElement): void => {
      if (!level.element.isConnected || level.tiles.get(name)) return;
      picture.style.cssText = `width:${size}px;height:${size}px;left:${tile.column * size}px;top:${tile.row * size}px`;
      level.element.append(picture);
      level.tiles.set(name, picture);
      if (this.drawn && this.viewIsPainted()) {
        this.drawn();
        this.drawn = null;
      }
      this.next();
    };
    const giveUp = (): void => void level.tiles.delete(name);
    return this.begin(boxOfTile(tile, level.scale, size), pixels, pixels, (level.scale * pixels) / size, { place, giveUp });
  }

  private baseWork(): Work {
    const { geometry } = this;
    const { sheet } = geometry!;
    const scale = baseScale(sheet, BASE_PIXELS, this.level!.scale * this.level!.ratio);
    this.baseIsMade = true;
    const place = (picture: HTMLElement): void => {
      if (geometry !== this.geometry) return;
      this.baseScale = scale;
      this.base = picture;
      this.element.prepend(picture);
      this.placeAll();
    };
    const giveUp = (): void => void (this.baseIsMade = false);
    return this.begin(sheet, Math.ceil(sheet.width * scale), Math.ceil(sheet.height * scale), scale, { place, giveUp });
  }

  // ---------------------------------------------------------------- painting

  private begin(box: Box, width: number, height: number, scale: number, ends: Pick<Work, "place" | "giveUp">): Work {
    this.easel.width = width;
    this.easel.height = height;
    const context = this.context;
    context.fillStyle = this.beyond;
    context.fillRect(0, 0, width, height);
    context.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
    const ratio = this.level?.ratio ?? 1;
    return { box, width, height, scale, ratio, parts: cut(box, this.geometry!.sheet, Math.min(PART / scale, LARGEST_PART)), ...ends };
  }

  private get context(): CanvasRenderingContext2D {
    const context = this.easel.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context) throw new Error("This browser paints no canvas; the map needs one that does.");
    return context;
  }

  private paintPart(work: Work): void {
    const part = work.parts.shift();
    if (part) this.paint(this.context, { scale: work.scale / work.ratio, dark: this.dark, clip: onPixels(part, work.box, work.scale) });
    if (work.parts.length > 0) return;
    this.work = null;
    void pictureOf(this.easel, this.context).then(work.place);
  }

  // ---------------------------------------------------------------- what is painted

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

  /** Every picture lies where the board rests: the whole map, tiles of the last scale, tiles of this one. */
  private placeAll(): void {
    if (this.base) {
      const { sheet } = this.geometry!;
      const [left, top] = [sheet.left * this.baked, sheet.top * this.baked];
      this.base.style.transform = `translate(${left}px,${top}px) scale(${this.baked / this.baseScale})`;
    }
    for (const level of [this.old, this.level])
      if (level) level.element.style.transform = level.scale === this.baked ? "" : `scale(${this.baked / level.scale})`;
  }

  private forgetFarTiles(level: Level, room: number, wanted: ReadonlySet<string>): void {
    for (const [name, picture] of level.tiles) {
      if (level.tiles.size <= room) return;
      if (wanted.has(name)) continue;
      picture?.remove();
      level.tiles.delete(name);
    }
  }

  private forgetAll(): void {
    this.drop(this.level);
    this.drop(this.old);
    this.base?.remove();
    this.level = this.old = this.base = this.work = null;
    this.baseIsMade = false;
    this.queue = [];
  }

  private drop(level: Level | null): void {
    level?.element.remove();
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

/**
 * What is painted on a canvas, as a picture that needs no layer of its own: then all of the board is one layer, and moving it
 * costs half as much where there is no graphics card. Where such pictures are refused, a canvas must do.
 */
async function pictureOf(easel: HTMLCanvasElement, context: CanvasRenderingContext2D): Promise<HTMLElement> {
  const { width, height } = easel;
  const pixels = context.getImageData(0, 0, width, height);
  const address = URL.createObjectURL(bitmapFile(pixels.data, width, height));
  const picture = new Image(width, height);
  picture.decoding = "sync";
  picture.alt = "";
  picture.draggable = false;
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d")?.putImageData(pixels, 0, 0);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}
