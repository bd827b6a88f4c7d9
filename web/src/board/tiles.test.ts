import { describe, expect, it } from "vitest";

import { baseScale, boxOfTile, cut, nameOf, onPixels, tilesOver } from "./tiles";

const SHEET = { left: -20, top: -20, width: 1040, height: 540 };

describe("tiles", () => {
  it("cover all that is seen of the sheet, and nothing beyond it", () => {
    const seen = { left: 300, top: -400, width: 500, height: 600 };
    const tiles = tilesOver(seen, SHEET, 2, 256);
    for (let x = 300; x < 800; x += 7)
      for (let y = -20; y < 200; y += 7)
        expect(tiles.some((tile) => {
          const box = boxOfTile(tile, 2, 256);
          return x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
        })).toBe(true);
    for (const tile of tiles) expect(boxOfTile(tile, 2, 256).top + 128).toBeGreaterThan(SHEET.top);
    expect(new Set(tiles.map(nameOf)).size).toBe(tiles.length);
  });

  it("begin with the one in the middle of the view", () => {
    const seen = { left: 0, top: 0, width: 900, height: 500 };
    const box = boxOfTile(tilesOver(seen, SHEET, 1, 100)[0]!, 1, 100);
    expect(box.left).toBeLessThanOrEqual(450);
    expect(box.left + box.width).toBeGreaterThanOrEqual(450);
  });

  it("are none where the sheet is not", () => {
    expect(tilesOver({ left: 2000, top: 0, width: 10, height: 10 }, SHEET, 1, 100)).toEqual([]);
  });

  it("lie on a picture of the whole that is no larger than allowed", () => {
    expect(baseScale(SHEET, 1_000_000, 0.5)).toBe(0.5);
    const scale = baseScale(SHEET, 1_000_000, 8);
    expect(SHEET.width * scale * SHEET.height * scale).toBeCloseTo(1_000_000);
  });

  it("are painted in parts that make up the whole, without those beyond the sheet", () => {
    const parts = cut({ left: 0, top: 0, width: 512, height: 512 }, SHEET, 256);
    expect(parts).toHaveLength(4);
    expect(parts.reduce((sum, part) => sum + part.width * part.height, 0)).toBeCloseTo(512 * 512);
    expect(cut({ left: 900, top: 0, width: 512, height: 256 }, SHEET, 256)).toHaveLength(1);
    expect(cut({ left: 0, top: 0, width: 100, height: 100 }, SHEET, 256)).toHaveLength(1);
    expect(cut({ left: 0, top: 0, width: 300, height: 100 }, SHEET, 256)).toHaveLength(2);
  });

  it("are painted up to whole pixels, and over all of every part", () => {
    const picture = { left: -20, top: -20, width: 1000, height: 500 };
    for (const part of cut(picture, SHEET, 300)) {
      const clip = onPixels(part, picture, 0.37);
      const edges = [clip.left + 20, clip.top + 20, clip.left + clip.width + 20, clip.top + clip.height + 20].map((edge) => edge * 0.37);
      for (const edge of edges) expect(edge).toBeCloseTo(Math.round(edge), 6);
      expect(clip.left).toBeLessThanOrEqual(part.left + 1e-6);
      expect(clip.left + clip.width).toBeGreaterThanOrEqual(part.left + part.width - 1e-6);
      expect(clip.width).toBeLessThan(part.width + 2 / 0.37);
    }
  });
});
