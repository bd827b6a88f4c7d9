import { describe, expect, it } from "vitest";

import type { AreaSheet, HexSheet, Point } from "../api/types";
import { boxAround, distance, HEIGHT, inside, MARGIN, SIDE, turned, type Turn, unturned } from "./geometry";
import { AreaGeometry } from "./kinds/areas";
import { HexGeometry } from "./kinds/hexes";

const TURNS: Turn[] = [0, 1, 2, 3];

function hexes(columns: number, rows: number, without: string[] = []): Pick<HexSheet, "hexes"> {
  const all = [];
  for (let column = 1; column <= columns; column++)
    for (let row = 1; row <= rows; row++) {
      const label = String(column).padStart(2, "0") + String(row).padStart(2, "0");
      if (!without.includes(label)) all.push({ label, column, row, terrain: "", features: [], words: "" });
    }
  return { hexes: all };
}

function square(id: string, x: number, y: number, side = 10): AreaSheet["areas"][number] {
  const polygon: Point[] = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
  const middle: Point = [x + side / 2, y + side / 2];
  return {
    id, name: id, polygon, label: middle, place: middle, tint: "", ground: "open",
    printed: { letters: "", colour: "" }, prize: false, notes: [],
  };
}

function areas(...found: AreaSheet["areas"]): Pick<AreaSheet, "areas" | "left" | "top" | "width" | "height"> {
  return { areas: found, left: 0, top: 0, width: 40, height: 20 };
}

function close(a: Point, b: Point) {
  expect(distance(a, b)).toBeLessThan(1e-9);
}

describe("hexes", () => {
  const board = new HexGeometry(hexes(6, 5));

  it("stand in columns, the even ones half a hex lower", () => {
    close(board.centre("0101"), [SIDE, HEIGHT / 2]);
    close(board.centre("0201"), [2.5 * SIDE, HEIGHT]);
    close(board.centre("0302"), [4 * SIDE, 1.5 * HEIGHT]);
  });

  it("have corners at the length of a side from the centre", () => {
    for (const corner of board.corners("0303")) expect(distance(corner, board.centre("0303"))).toBeCloseTo(SIDE);
    const box = board.boxOf("0303");
    expect(box.width).toBeCloseTo(2 * SIDE);
    expect(box.height).toBeCloseTo(HEIGHT);
  });

  it("have neighbours clockwise from the top", () => {
    expect(board.neighbours("0303")).toEqual(["0302", "0402", "0403", "0304", "0203", "0202"]);
    expect(board.neighbours("0403")).toEqual(["0402", "0503", "0504", "0404", "0304", "0303"]);
    expect(board.neighbours("0101")).toEqual(["0201", "0102"]);
  });

  it("touch their neighbours along one hexside, whichever of the two is asked", () => {
    for (const label of board.places)
      for (const other of board.neighbours(label)) {
        const here = board.side(label, other)!;
        const there = board.side(other, label)!;
        expect(distance(...here)).toBeCloseTo(SIDE);
        close(here[0], there[1]);
        close(here[1], there[0]);
        expect(distance(board.centre(label), board.centre(other))).toBeCloseTo(HEIGHT);
      }
    expect(board.side("0101", "0303")).toBeNull();
  });

  it.each(TURNS)("are found by any point within them, turned by %i quarters", (turn) => {
    const turnedBoard = new HexGeometry(hexes(6, 5), turn);
    for (const label of turnedBoard.places) {
      const centre = turnedBoard.centre(label);
      expect(turnedBoard.placeAt(centre)).toBe(label);
      for (const [x, y] of turnedBoard.corners(label))
        expect(turnedBoard.placeAt([centre[0] + (x - centre[0]) * 0.98, centre[1] + (y - centre[1]) * 0.98])).toBe(label);
    }
  });

  it("end at the edge of the map and where the map has none", () => {
    const gap = new HexGeometry(hexes(4, 4, ["0202"]));
    expect(gap.placeAt(board.centre("0202"))).toBeNull();
    expect(gap.placeAt([-5, -5])).toBeNull();
    expect(gap.placeAt([4000, 10])).toBeNull();
    expect(gap.neighbours("0201")).not.toContain("0202");
    expect(gap.has("0202")).toBe(false);
    expect(() => gap.centre("0202")).toThrow("0202");
  });

  it.each(TURNS)("lie on the sheet, turned by %i quarters", (turn) => {
    const turnedBoard = new HexGeometry(hexes(6, 3), turn);
    const all = boxAround(turnedBoard.places.flatMap((label) => turnedBoard.corners(label)));
    expect(all.left).toBeCloseTo(turnedBoard.sheet.left + MARGIN);
    expect(all.top).toBeCloseTo(turnedBoard.sheet.top + MARGIN);
    expect(all.width).toBeCloseTo(turnedBoard.sheet.width - 2 * MARGIN);
    expect(all.height).toBeCloseTo(turnedBoard.sheet.height - 2 * MARGIN);
    expect(all.width).toBeCloseTo(turnedBoard.box.width);
    expect(all.width > all.height).toBe(turn % 2 === 0);
  });

  it("turn clockwise: what was at the top is at the right", () => {
    const quarter = new HexGeometry(hexes(5, 5), 1);
    const [x, y] = quarter.centre("0303");
    const [nx, ny] = quarter.centre("0302");
    expect(nx).toBeCloseTo(x + HEIGHT);
    expect(ny).toBeCloseTo(y);
  });

  it.each(TURNS)("are walked as the screen shows them, turned by %i quarters", (turn) => {
    const turnedBoard = new HexGeometry(hexes(7, 7), turn);
    for (const way of ["up", "right", "down", "left"] as const) {
      const next = turnedBoard.step("0404", way)!;
      const [dx, dy] = [turnedBoard.centre(next)[0] - turnedBoard.centre("0404")[0], turnedBoard.centre(next)[1] - turnedBoard.centre("0404")[1]];
      const along = { up: -dy, down: dy, left: -dx, right: dx }[way];
      expect(along).toBeGreaterThan(SIDE);
      expect(turnedBoard.neighbours("0404")).toContain(next);
    }
  });

  it("keep the row when walked across, and go round a missing hex where they can", () => {
    expect(board.step("0303", "right")).toBe("0403");
    expect(board.step("0403", "right")).toBe("0503");
    expect(board.step("0601", "right")).toBeNull();
    expect(board.step("0301", "up")).toBeNull();
    expect(new HexGeometry(hexes(4, 4, ["0302"])).step("0202", "right")).toBe("0303");
  });
});

describe("areas", () => {
  const map = areas(square("a", 0, 0), square("b", 10, 0), square("c", 10, 10), square("far", 30, 0));
  const board = new AreaGeometry(map);

  it("are found by a point within their outline", () => {
    expect(board.placeAt(board.points([[3, 3]])[0]!)).toBe("a");
    expect(board.placeAt(board.points([[13, 17]])[0]!)).toBe("c");
    expect(board.placeAt(board.points([[25, 5]])[0]!)).toBeNull();
  });

  it("are neighbours when they share a border, not a corner", () => {
    expect(board.neighbours("a")).toEqual(["b"]);
    expect(board.neighbours("b")).toEqual(["a", "c"]);
    expect(board.neighbours("far")).toEqual([]);
  });

  it("are walked to a neighbour first, else to the nearest one that way", () => {
    expect(board.step("a", "right")).toBe("b");
    expect(board.step("b", "down")).toBe("c");
    expect(board.step("b", "right")).toBe("far");
    expect(board.step("far", "left")).toBe("b");
    expect(board.step("far", "right")).toBeNull();
  });

  it.each(TURNS)("turn with the board by %i quarters", (turn) => {
    const other = new AreaGeometry(map, turn);
    for (const id of other.places) {
      expect(inside(other.outline(id), other.label(id))).toBe(true);
      expect(other.placeAt(other.label(id))).toBe(id);
    }
    expect(other.sheet.width > other.sheet.height).toBe(turn % 2 === 0);
    expect(other.step("a", turned("right", turn))).toBe("b");
  });

  it("name the area that is not there", () => {
    expect(() => board.centre("nowhere")).toThrow("nowhere");
  });
});

describe("directions", () => {
  it.each(TURNS)("turn there and back by %i quarters", (turn) => {
    for (const way of ["up", "right", "down", "left"] as const) expect(unturned(turned(way, turn), turn)).toBe(way);
  });
});
