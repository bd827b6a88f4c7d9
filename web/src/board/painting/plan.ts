/**
 * The plan of a hex map: what the painters need to know of it, worked out once.
 *
 * Corners and centres are kept in whole half-steps (half a hex side across, half a hex height down, before the board is
 * turned), so that equal points are equal; `exact` and `bent` give their points on the board.
 */

import type { HexSheet, Point } from "../../api/types";
import { HEIGHT, SIDE } from "../geometry";
import type { HexGeometry } from "../kinds/hexes";
import { part } from "./chance";
import { looksOf, type Looks } from "./looks";

export type Step = number; // both coordinates in one number, so that steps can be keys

const WIDE = 1 << 12;
const FINE = 5; // points to a corner that is rounded off
const SHIFT = 64; // steps just off the map are negative

export function step(across: number, down: number): Step {
  return (across + SHIFT) * WIDE + down + SHIFT;
}

export function acrossOf(at: Step): number {
  return Math.floor(at / WIDE) - SHIFT;
}

export function downOf(at: Step): number {
  return (at % WIDE) - SHIFT;
}

/** From centre to centre, clockwise from the unturned top. */
const NEIGHBOURS: readonly Point[] = [[0, -2], [3, -1], [3, 1], [0, 2], [-3, 1], [-3, -1]];
/** From centre to corner; the hexside in direction d runs from corner d to corner d + 1. */
const CORNERS: readonly Point[] = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]];

export function centreStep(column: number, row: number): Step {
  return step(3 * column - 1, 2 * row - (column & 1));
}

function moved(at: Step, [across, down]: Point): Step {
  return at + across * WIDE + down;
}

export function cornerStep(at: Step, direction: number): Step {
  return moved(at, CORNERS[((direction % 6) + 6) % 6]!);
}

export function neighbourStep(at: Step, direction: number): Step {
  return moved(at, NEIGHBOURS[((direction % 6) + 6) % 6]!);
}

/** A hexside: its two ends, and the two hexes it lies between. Seen from the first hex, its ends run clockwise. */
export interface Hexside {
  kind: string;
  ends: [Step, Step];
  hexes: [Step, Step];
}

const KEPT = new WeakMap<HexGeometry, Plan>();

export class Plan {
  private readonly ground = new Map<Step, string>();
  private readonly where = new Map<string, Step>();
  private readonly kept = new Map<string, unknown>();
  private readonly origin: Point;
  private readonly right: Point; // one half-step across, on the board
  private readonly down: Point; // one half-step down
  readonly hexsides: Hexside[] = [];
  readonly looks: Looks;

  /** The plan of a map, made once for each geometry. */
  static of(map: HexSheet, geometry: HexGeometry): Plan {
    let plan = KEPT.get(geometry);
    if (!plan || plan.map !== map) KEPT.set(geometry, (plan = new Plan(map, geometry)));
    return plan;
  }

  constructor(
    readonly map: HexSheet,
    readonly geometry: HexGeometry,
  ) {
    this.looks = looksOf(map.art);
    const first = geometry.centreAt(1, 1);
    const third = geometry.centreAt(3, 1);
    const below = geometry.centreAt(1, 2);
    this.right = [(third[0] - first[0]) / 6, (third[1] - first[1]) / 6];
    this.down = [(below[0] - first[0]) / 2, (below[1] - first[1]) / 2];
    this.origin = [first[0] - 2 * this.right[0] - this.down[0], first[1] - 2 * this.right[1] - this.down[1]];
    this.spread();
    for (const { kind, between } of map.hexsides) this.addHexside(kind, between);
  }

  /** The terrain of every hex, and of one hex beyond the edge, so that the map runs on to its frame. */
  private spread(): void {
    const { map } = this;
    const terrain = new Map<Step, string>();
    for (const hex of map.hexes) {
      const at = centreStep(hex.column, hex.row);
      terrain.set(at, hex.terrain);
      this.where.set(hex.label, at);
    }
    for (let column = map.first_column - 1; column <= map.columns + 1; column++) {
      for (let row = map.first_row - 1; row <= map.rows + 1; row++) {
        const nearest = centreStep(clamp(column, map.first_column, map.columns), clamp(row, map.first_row, map.rows));
        const found = terrain.get(nearest);
        if (found !== undefined) this.ground.set(centreStep(column, row), found);
      }
    }
    for (const [at, found] of terrain) this.ground.set(at, found);
  }

  /** A hexside whose hexes are not neighbours is left out: the map is drawn all the same. */
  private addHexside(kind: string, [a, b]: [string, string]): void {
    const [here, there] = [this.where.get(a), this.where.get(b)];
    const ends = here !== undefined && there !== undefined ? this.sideBetween(here, there) : null;
    if (ends) this.hexsides.push({ kind, ends, hexes: [here!, there!] });
  }

  /** What is worked out on first need and kept. */
  keep<T>(name: string, make: () => T): T {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name) as T;
  }

  stepOf(label: string): Step | undefined {
    return this.where.get(label);
  }

  has(label: string): boolean {
    return this.where.has(label);
  }

  /** The terrain of a hex, or nothing where there is none. */
  terrainOf(at: Step): string | undefined {
    return this.ground.get(at);
  }

  /** All hexes with their terrain, those just beyond the edge included. */
  terrains(): IterableIterator<[Step, string]> {
    return this.ground.entries();
  }

  sideBetween(here: Step, there: Step): [Step, Step] | null {
    const direction = [0, 1, 2, 3, 4, 5].findIndex((d) => neighbourStep(here, d) === there);
    return direction < 0 ? null : [cornerStep(here, direction), cornerStep(here, direction + 1)];
  }

  /** The point of a corner or centre on the board. */
  exact(at: Step): Point {
    return this.point(acrossOf(at), downOf(at));
  }

  point(across: number, down: number): Point {
    const { origin, right, down: below } = this;
    return [origin[0] + across * right[0] + down * below[0], origin[1] + across * right[1] + down * below[1]];
  }

  /** A corner moved a little, as a pen would: every line along it is moved alike. */
  bent(at: Step): Point {
    const [x, y] = this.exact(at);
    const [across, down] = [acrossOf(at), downOf(at)];
    return [x + (part(across, down, 1) - 0.5) * SIDE * 0.24, y + (part(across, down, 2) - 0.5) * SIDE * 0.24];
  }

  /** The middle of a hexside, moved a little: whatever runs along it is moved alike. */
  bentMiddle(a: Step, b: Step): Point {
    const [[ax, ay], [bx, by]] = [this.bent(a), this.bent(b)];
    const off = (part(Math.min(a, b), Math.max(a, b), 3) - 0.5) * 0.16;
    return [(ax + bx) / 2 - (by - ay) * off, (ay + by) / 2 + (bx - ax) * off];
  }

  /** A closed line about corners, rounded off at each. */
  softLoop(steps: readonly Step[]): Point[] {
    const found: Point[] = [];
    steps.forEach((at, i) => {
      const before = this.bentMiddle(steps[(i + steps.length - 1) % steps.length]!, at);
      const after = this.bentMiddle(at, steps[(i + 1) % steps.length]!);
      for (let t = 0; t < FINE; t++) found.push(bend(before, this.bent(at), after, t / FINE));
    });
    return found;
  }

  /** An open line along corners, rounded off at each. */
  softLine(steps: readonly Step[]): Point[] {
    const last = steps.length - 1;
    const closed = last > 2 && steps[0] === steps[last];
    if (closed) {
      const loop = this.softLoop(steps.slice(0, last));
      return [...loop, loop[0]!];
    }
    const found: Point[] = [this.bent(steps[0]!)];
    for (let i = 1; i < last; i++) {
      const before = this.bentMiddle(steps[i - 1]!, steps[i]!);
      const after = this.bentMiddle(steps[i]!, steps[i + 1]!);
      for (let t = 0; t <= FINE; t++) found.push(bend(before, this.bent(steps[i]!), after, t / FINE));
    }
    if (last === 1) found.push(this.bentMiddle(steps[0]!, steps[1]!));
    found.push(this.bent(steps[last]!));
    return found;
  }

  /** The hex at a point of the board, whether it is on the map or not. */
  hexAt(x: number, y: number): Step {
    const { origin, right, down } = this;
    const [px, py] = [x - origin[0], y - origin[1]];
    const across = (px * right[0] + py * right[1]) / (SIDE * SIDE * 0.25);
    const below = (px * down[0] + py * down[1]) / (HEIGHT * HEIGHT * 0.25);
    const guess = Math.round((across + 1) / 3);
    let best = 0;
    let near = Infinity;
    for (let column = guess - 1; column <= guess + 1; column++) {
      const odd = column & 1;
      const row = Math.round((below + odd) / 2);
      const [dx, dy] = [across - (3 * column - 1), below - (2 * row - odd)];
      const off = dx * dx + 3 * dy * dy;
      if (off < near) {
        near = off;
        best = step(3 * column - 1, 2 * row - odd);
      }
    }
    return best;
  }

  terrainAt(x: number, y: number): string | undefined {
    return this.ground.get(this.hexAt(x, y));
  }

  /** The closed lines about a set of hexes, corner by corner, clockwise about what lies inside. */
  outlines(inside: ReadonlySet<Step>): Step[][] {
    const following = new Map<Step, Step>();
    for (const at of inside) {
      for (let d = 0; d < 6; d++) {
        if (!inside.has(neighbourStep(at, d))) following.set(cornerStep(at, d), cornerStep(at, d + 1));
      }
    }
    const loops: Step[][] = [];
    for (const start of [...following.keys()]) {
      if (!following.has(start)) continue;
      const loop: Step[] = [];
      let at: Step | undefined = start;
      while (at !== undefined && following.has(at)) {
        loop.push(at);
        const after: Step = following.get(at)!;
        following.delete(at);
        at = after;
      }
      loops.push(loop);
    }
    return loops;
  }

  /**
   * Hexsides of some kinds joined end to end into lines; a line ends at a junction. With `sided`, the first hex of every
   * hexside lies on the same side: to the right of the line as it runs.
   */
  runs(kinds: (kind: string) => boolean, sided = false, without: (side: Hexside) => boolean = () => false): { steps: Step[]; kinds: string[] }[] {
    const found = this.hexsides.filter((side) => kinds(side.kind) && !without(side));
    const once = new Map<string, Hexside>();
    for (const side of found) once.set(sided ? side.ends.join() : [...side.ends].sort((a, b) => a - b).join(), side);
    const sides = [...once.values()];
    const at = new Map<Step, Hexside[]>();
    for (const side of sides) for (const end of side.ends) at.set(end, [...(at.get(end) ?? []), side]);
    const left = new Set(sides);
    const degree = (end: Step) => at.get(end)!.length;
    const onward = (end: Step) => (degree(end) === 2 ? at.get(end)!.find((side) => left.has(side)) : undefined);
    const runs: { steps: Step[]; kinds: string[] }[] = [];
    const follow = (from: Step, side: Hexside) => {
      const run = { steps: [from], kinds: [] as string[] };
      let next: Hexside | undefined = side;
      while (next) {
        const last: Step = run.steps[run.steps.length - 1]!;
        if (sided && next.ends[0] !== last) break;
        left.delete(next);
        run.steps.push(next.ends[0] === last ? next.ends[1] : next.ends[0]);
        run.kinds.push(next.kind);
        next = onward(run.steps[run.steps.length - 1]!);
      }
      runs.push(run);
    };
    const starts = (end: Step, side: Hexside) => !sided || side.ends[0] === end;
    const begins = (end: Step) =>
      degree(end) !== 2 || (sided && at.get(end)!.every((side) => side.ends[0] === end));
    for (const [end, here] of at) {
      if (begins(end)) for (const side of here) if (left.has(side) && starts(end, side)) follow(end, side);
    }
    for (const side of sides) if (left.has(side)) follow(side.ends[0], side); // rings
    return runs;
  }
}

/** A point of the arc from a to b that bends towards a corner. */
function bend(a: Point, corner: Point, b: Point, t: number): Point {
  const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
  return [p * a[0] + q * corner[0] + r * b[0], p * a[1] + q * corner[1] + r * b[1]];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
