/** Who paints the map and the counters. */

import type { BoardMap, Counter } from "../api/types";
import { escaped, short } from "./dom";
import type { AreaGeometry, HexGeometry } from "./geometry";
import type { Paint } from "./ground";

/** How a map is painted on its board. */
export function painterOf(map: BoardMap, geometry: HexGeometry | AreaGeometry): Paint {
  return (context, { dark }) => {
    context.fillStyle = dark ? "#2b281f" : "#e9dfc4";
    const { left, top, width, height } = geometry.sheet;
    context.fillRect(left, top, width, height);
    const tint: Record<string, string> = { open: "#e8dfb8", cultivated: "#e6d27f", forest: "#9fbf7f", heavy_forest: "#6f9a5f", orchard: "#c6d58f", swamp: "#9fb8a8" };
    const grounds = map.kind === "hexes" ? map.hexes.map((hex) => [hex.label, tint[hex.terrain] ?? "#d9d0b0"] as const) : map.areas.map((area) => [area.id, area.tint] as const);
    for (const [place, colour] of grounds) {
      context.beginPath();
      geometry.outline(place).forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
      context.globalAlpha = dark ? 0.4 : 1;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = dark ? "#0008" : "#6b5a3c88";
      context.stroke();
    }
  };
}

/** The face of a counter. */
export function faceOf(counter: Counter, size: number): string {
  const { face, ink, band, band_ink } = counter.colours;
  return (
    `<svg width="${short(size)}" height="${short(size)}" viewBox="0 0 47 47"><rect width="47" height="47" rx="5" fill="${escaped(face)}"/>` +
    `<path d="M0 12H47V5a5 5 0 0 0-5-5H5a5 5 0 0 0-5 5Z" fill="${escaped(band)}"/>` +
    `<text x="23.5" y="9" font-size="8" text-anchor="middle" fill="${escaped(band_ink)}">${escaped(counter.name)}</text>` +
    `<text x="23.5" y="40" font-size="13" font-weight="700" text-anchor="middle" fill="${escaped(ink)}">${escaped(counter.values)}</text></svg>`
  );
}
