import { describe, expect, it } from "vitest";

import type { Point } from "../api/types";
import {
  type Camera, centredOn, CLOSEST, farthest, fitted, held, onTheWay, panned, pinched, scaleToFit, seen, showing, thickest, toBoard, toView, wellInside, wheelFactor, zoomed,
} from "./camera";
import type { Box } from "./geometry";

const VIEW = { width: 800, height: 600 };
const SHEET: Box = { left: -20, top: -20, width: 2000, height: 1500 };
const CAMERA: Camera = { x: 500, y: 400, scale: 1.5 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

function close(a: Point, b: Point) {
  expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(1e-6);
}

describe("the camera", () => {
  it("shows its point in the middle of the view", () => {
    close(toView(CAMERA, VIEW, [500, 400]), [400, 300]);
    close(toBoard(CAMERA, VIEW, [400, 300]), [500, 400]);
    close(toBoard(CAMERA, VIEW, toView(CAMERA, VIEW, [123, 45])), [123, 45]);
  });

  it("sees as much as the view is wide at its scale", () => {
    const box = seen(CAMERA, VIEW);
    expect(box.width).toBeCloseTo(800 / 1.5);
    expect(box.left + box.width / 2).toBeCloseTo(500);
  });

  it("is panned by pixels: what was under the finger stays under it", () => {
    const before = toBoard(CAMERA, VIEW, [100, 100]);
    close(toBoard(panned(CAMERA, 30, -12), VIEW, [130, 88]), before);
  });

  it("zooms about the pointer", () => {
    const at: Point = [620, 90];
    const closer = zoomed(CAMERA, VIEW, at, 1.7, 0.1);
    expect(closer.scale).toBeCloseTo(2.55);
    close(toBoard(closer, VIEW, at), toBoard(CAMERA, VIEW, at));
  });

  it("keeps the point under the pointer at the limits of zoom, too", () => {
    const at: Point = [10, 590];
    for (const factor of [1000, 0.0001]) {
      const there = zoomed(CAMERA, VIEW, at, factor, 0.25);
      expect(there.scale).toBe(factor > 1 ? CLOSEST : 0.25);
      close(toBoard(there, VIEW, at), toBoard(CAMERA, VIEW, at));
    }
  });

  it("follows two fingers", () => {
    const from: [Point, Point] = [[300, 300], [500, 300]];
    const to: [Point, Point] = [[250, 320], [550, 320]];
    const after = pinched(CAMERA, VIEW, from, to, 0.1);
    expect(after.scale).toBeCloseTo(CAMERA.scale * 1.5);
    for (const i of [0, 1] as const) close(toView(after, VIEW, toBoard(CAMERA, VIEW, from[i])), to[i]);
  });
});

describe("fit", () => {
  it("shows all of a box, in the middle", () => {
    const camera = fitted(SHEET, VIEW);
    const box = seen(camera, VIEW);
    expect(box.left).toBeLessThan(SHEET.left);
    expect(box.top).toBeLessThanOrEqual(SHEET.top);
    expect(box.left + box.width).toBeGreaterThan(SHEET.left + SHEET.width);
    close([camera.x, camera.y], [980, 730]);
  });

  it("leaves free what lies under panels", () => {
    const padding = { ...NONE, right: 300 };
    const camera = fitted(SHEET, VIEW, padding);
    const [left] = toView(camera, VIEW, [SHEET.left, 0]);
    const [right] = toView(camera, VIEW, [SHEET.left + SHEET.width, 0]);
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(500);
    expect(left).toBeCloseTo(500 - right);
  });

  it("never comes closer than is allowed", () => {
    expect(fitted({ left: 0, top: 0, width: 1, height: 1 }, VIEW).scale).toBe(CLOSEST);
    expect(fitted({ left: 0, top: 0, width: 1, height: 1 }, VIEW, NONE, 1.2).scale).toBe(1.2);
  });

  it("lets one zoom out a little beyond the whole sheet, not for ever", () => {
    expect(farthest(SHEET, VIEW)).toBeLessThan(scaleToFit(SHEET, VIEW));
    expect(farthest(SHEET, VIEW)).toBeGreaterThan(scaleToFit(SHEET, VIEW) / 2);
  });
});

describe("the map is never lost", () => {
  const corners: Point[] = [[-1e6, -1e6], [1e6, -1e6], [1e6, 1e6], [-1e6, 1e6]];

  it.each([0.1, 0.3, 1, 4, 100])("at scale %f", (scale) => {
    const least = farthest(SHEET, VIEW);
    for (const [x, y] of corners) {
      const camera = held({ x, y, scale }, SHEET, VIEW, least);
      const box = seen(camera, VIEW);
      const across = Math.min(box.left + box.width, SHEET.left + SHEET.width) - Math.max(box.left, SHEET.left);
      const down = Math.min(box.top + box.height, SHEET.top + SHEET.height) - Math.max(box.top, SHEET.top);
      expect(across).toBeGreaterThan(Math.min(box.width, SHEET.width) * 0.45);
      expect(down).toBeGreaterThan(Math.min(box.height, SHEET.height) * 0.45);
      expect(camera.scale).toBeLessThanOrEqual(CLOSEST);
      expect(camera.scale).toBeGreaterThanOrEqual(least);
    }
  });

  it("changes nothing where nothing is wrong", () => {
    expect(held(CAMERA, SHEET, VIEW, 0.1)).toEqual(CAMERA);
  });
});

describe("showing places", () => {
  it("stays where it is when they are seen already", () => {
    expect(showing(CAMERA, { left: 480, top: 380, width: 40, height: 40 }, VIEW, NONE, 0.1)).toEqual(CAMERA);
  });

  it("pans no further than it must, and keeps its scale", () => {
    const box = { left: 1000, top: 390, width: 100, height: 20 };
    const camera = showing(CAMERA, box, VIEW, NONE, 0.1);
    expect(camera.scale).toBe(CAMERA.scale);
    expect(toView(camera, VIEW, [1100, 400])[0]).toBeCloseTo(VIEW.width);
    expect(camera.y).toBe(CAMERA.y);
  });

  it("zooms out when they do not fit", () => {
    const box = { left: 0, top: 0, width: 1900, height: 900 };
    const camera = showing(CAMERA, box, VIEW, NONE, 0.1);
    const now = seen(camera, VIEW);
    expect(now.left).toBeLessThanOrEqual(0);
    expect(now.left + now.width).toBeGreaterThanOrEqual(1900);
  });

  it("keeps clear of panels", () => {
    const camera = showing(CAMERA, { left: 480, top: 560, width: 40, height: 30 }, VIEW, { ...NONE, bottom: 200 }, 0.1);
    expect(toView(camera, VIEW, [500, 590])[1]).toBeCloseTo(400);
    close([centredOn([500, 400], 2, { ...NONE, bottom: 200 }).y, 0], [450, 0]);
  });
});

describe("on the way", () => {
  const goal: Camera = { x: 900, y: 100, scale: 3 };

  it("begins and ends where it should", () => {
    for (const [part, expected] of [[0, CAMERA], [1, goal]] as const) {
      const camera = onTheWay(CAMERA, goal, part);
      close([camera.x, camera.y], [expected.x, expected.y]);
      expect(camera.scale).toBeCloseTo(expected.scale);
    }
  });

  it("keeps a point still about which it zooms", () => {
    const at: Point = [700, 500];
    const to = zoomed(CAMERA, VIEW, at, 2, 0.1);
    for (const part of [0.2, 0.5, 0.8]) close(toBoard(onTheWay(CAMERA, to, part), VIEW, at), toBoard(CAMERA, VIEW, at));
  });
});

describe("a wheel", () => {
  it("zooms in when turned away, out when turned back, the same in whichever unit", () => {
    expect(wheelFactor(-100, 0, false)).toBeGreaterThan(1);
    expect(wheelFactor(100, 0, false) * wheelFactor(-100, 0, false)).toBeCloseTo(1);
    expect(wheelFactor(3, 1, false)).toBeCloseTo(wheelFactor(99, 0, false));
  });

  it("never leaps", () => {
    expect(wheelFactor(-100000, 0, false)).toBeLessThan(2);
  });
});

describe("where an army is too far apart to be seen whole", () => {
  const at = (x: number, y: number, weight = 1) => ({ at: [x, y] as Point, weight });

  it("the map opens where most of it stands, not on the woods between", () => {
    const [left, right] = [[at(100, 100), at(140, 120)], [at(1800, 1300), at(1820, 1300), at(1840, 1300)]];
    const [x, y] = thickest([...left, ...right], 1, VIEW);
    expect([x, y]).toEqual([1820, 1300]);
    const own = thickest([...left.map((each) => ({ ...each, weight: 4 })), ...right], 1, VIEW);
    expect(own).toEqual([120, 110]);
  });

  it("without paper beside the map where the map is large enough", () => {
    expect(wellInside([1900, 700], 1, SHEET, VIEW)).toEqual([1580, 700]);
    expect(wellInside([0, 0], 1, SHEET, VIEW)).toEqual([380, 280]);
    expect(wellInside([0, 0], 0.25, SHEET, VIEW)).toEqual([980, 730]);
  });

  it("and on nothing without counters", () => expect(thickest([], 1, VIEW)).toEqual([0, 0]));
});
