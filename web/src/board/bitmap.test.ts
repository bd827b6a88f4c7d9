import { describe, expect, it } from "vitest";

import { bitmapFile } from "./bitmap";

describe("a picture file", () => {
  it("holds its pixels as they are, with a head that tells how to read them", async () => {
    const pixels = new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255, 13, 14, 15, 255, 16, 17, 18, 255]);
    const file = bitmapFile(pixels, 3, 2);
    const bytes = new DataView(await file.arrayBuffer());
    expect(file.type).toBe("image/bmp");
    expect(String.fromCharCode(bytes.getUint8(0), bytes.getUint8(1))).toBe("BM");
    expect(bytes.getUint32(2, true)).toBe(bytes.byteLength);
    const begin = bytes.getUint32(10, true);
    expect(begin).toBe(14 + bytes.getUint32(14, true));
    expect([bytes.getInt32(18, true), bytes.getInt32(22, true), bytes.getUint16(28, true)]).toEqual([3, -2, 32]);
    const [red, green, blue] = [54, 58, 62].map((at) => bytes.getUint32(at, true)) as [number, number, number];
    const second = bytes.getUint32(begin + 4, true);
    expect([second & red, (second & green) >>> 8, (second & blue) >>> 16]).toEqual([4, 5, 6]);
  });
});
