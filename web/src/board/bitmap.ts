/** A picture file without any compression: as fast to make as to copy it. */

const HEAD = 14;
const INFO = 108;
const MASKS = 3; // where the colours lie in a pixel is told by masks
const SRGB = 0x73524742;

/** Pixels in the order red, green, blue, unused, the top row first, as a file that every browser shows. */
export function bitmapFile(pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(HEAD + INFO));
  head.setUint16(0, 0x424d);
  head.setUint32(2, HEAD + INFO + pixels.byteLength, true);
  head.setUint32(10, HEAD + INFO, true);
  head.setUint32(14, INFO, true);
  head.setInt32(18, width, true);
  head.setInt32(22, -height, true);
  head.setUint16(26, 1, true);
  head.setUint16(28, 32, true);
  head.setUint32(30, MASKS, true);
  head.setUint32(34, pixels.byteLength, true);
  head.setUint32(54, 0x000000ff, true);
  head.setUint32(58, 0x0000ff00, true);
  head.setUint32(62, 0x00ff0000, true);
  head.setUint32(70, SRGB, true);
  return new Blob([head, pixels], { type: "image/bmp" });
}
