/**
 * What is drawn about places: legal ones, reach with costs, zones, sight, paths, targets, arrows, the keyboard's cursor.
 *
 * Every kind has a shape or pattern of its own, so that nobody needs to tell colours. Fills lie below the counters, labels and
 * lines above them.
 */

import type { Art, Pieces, Point } from "../api/types";
import { escaped, short, svg } from "./dom";
import { additionsOf } from "./additions";
import { between, distance, type Geometry } from "./geometry";
import { drawnIn } from "./painting/grid";
import { badgesOf, outlinesOf, type Squad } from "./groups";
import { same } from "./reconcile";
import { rimsOf } from "./rims";
import { bandsOf, type BoardRegion } from "./regions";
import type { Arrow, Mark, PlaceChoice, Puff, Text, Way } from "./types";
import { waysOf } from "./ways";

/** An element of an overlay by its key: drawn anew only if what it shows has changed. */
export interface Item {
  key: string;
  what: unknown;
  markup: string;
  rank?: number; // the higher lies above
  place?: string; // a place that can be chosen
  label?: string;
}

export interface OverlayInput {
  geometry: Geometry;
  choices: readonly PlaceChoice[];
  marks: readonly Mark[];
  arrows: readonly Arrow[];
  markers: Pieces["markers"];
  flags: Pieces["flags"]; // those that are not the printed ones
  additions: Pieces["additions"];
  art: Art; // how they look
  squads: readonly Squad[];
  regions: readonly BoardRegion[];
  ways: readonly Way[];
  smoke: readonly Puff[];
  occupied: ReadonlySet<string>;
  text: Text;
  name(place: string): string;
}

let boards = 0;

export class Overlays {
  private readonly under: Layer;
  private readonly over: Layer;
  private readonly hatch = `board-hatch-${++boards}`;
  private readonly dots = `board-dots-${boards}`;
  private readonly haze = `board-haze-${boards}`;

  constructor(parent: HTMLElement) {
    this.under = new Layer("board-under", parent);
    this.over = new Layer("board-over", parent);
    const defs = svg("defs", {}, this.under.element);
    defs.innerHTML =
      `<pattern id="${this.hatch}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
      '<path class="hatch-pale" d="M4.5 0V9"/><path class="hatch-dark" d="M4.5 0V9"/></pattern>' +
      `<pattern id="${this.dots}" width="11" height="11" patternUnits="userSpaceOnUse"><circle class="dot" cx="3" cy="3" r="1.7"/>` +
      '<circle class="dot" cx="8.5" cy="8.5" r="1.7"/></pattern>' +
      `<radialGradient id="${this.haze}"><stop offset="0" stop-color="#f7f4ec" stop-opacity=".6"/><stop offset=".55" stop-color="#e4e0d6" stop-opacity=".38"/>` +
      '<stop offset="1" stop-color="#cfcac0" stop-opacity="0"/></radialGradient>';
    this.over.element.setAttribute("aria-hidden", "true");
  }

  set(input: OverlayInput): void {
    const known: OverlayInput = {
      ...input,
      choices: input.choices.filter((choice) => input.geometry.has(choice.place)),
      marks: input.marks.filter((mark) => input.geometry.has(mark.place)),
      arrows: input.arrows.filter((arrow) => input.geometry.has(arrow.from) && input.geometry.has(arrow.to)),
    };
    this.under.set([...this.held(known), ...additionsOf(known.additions, known.geometry, known.art), ...this.grounds(known), ...regionsOf(known), ...rims(known), ...outlinesOf(known.squads, known.geometry), ...this.choices(known)]);
    this.over.set([...smokeOf(known, this.haze), ...flagsAndMarkers(known), ...badgesOf(known.squads, known.geometry), ...paths(known), ...waysOf(known.ways, known.geometry), ...signs(known), ...arrowsOf(known), ...labels(known)]);
  }

  /** Where the keyboard stands; null hides it. */
  cursor(geometry: Geometry, place: string | null): void {
    this.over.setOne("cursor", place === null ? "" : ring("cursor", geometry, place, 0.97));
  }

  /** Lifts the place under the pointer a little. */
  hover(geometry: Geometry, place: string | null): void {
    this.under.setOne("hover", place === null ? "" : ring("hover", geometry, place, 0.99));
  }

  /** The ruler; empty: none. */
  ruler(markup: string): void {
    this.over.setOne("ruler", markup);
  }

  elementOf(place: string): SVGElement | null {
    return this.under.elementOf(`choice ${place}`);
  }

  private grounds({ geometry, marks }: OverlayInput): Item[] {
    const items: Item[] = [];
    for (const [kind, part] of [["reach", 0.97], ["sight", 1], ["zone", 1], ["spread", 0.97]] as const)
      for (const mark of marks)
        if (mark.kind === kind) {
          const fill = kind === "zone" ? this.hatch : kind === "sight" ? this.dots : "";
          const pattern = fill ? `<path d="${outline(geometry, mark.place, 1)}" style="fill:url(#${fill})"/>` : "";
          const deep = mark.weight === undefined ? "" : ` style="fill-opacity:${short(0.18 + 0.6 * mark.weight)}"`;
          items.push(item(`${kind} ${mark.place}`, mark, `<g class="mark ${kind}"><path class="ground"${deep} d="${outline(geometry, mark.place, part)}"/>${pattern}</g>`));
        }
    return items;
  }

  /** Areas that another holds than the one whose flag is printed there: a wash of their colour, deeper along the border. */
  private held({ geometry, flags }: OverlayInput): Item[] {
    return flags.filter(({ place }) => geometry.has(place)).map(({ place, flag }, i) => {
      const line = outline(geometry, place, 1);
      const [id, colour] = [`${this.hatch}-held-${i}`, escaped(flag.colour)];
      const markup =
        `<clipPath id="${id}"><path d="${line}"/></clipPath><g class="held" clip-path="url(#${id})">` +
        `<path class="wash" style="fill:${colour}" d="${line}"/><path class="border" style="stroke:${colour}" d="${line}"/></g>`;
      return item(`held ${place}`, flag, markup);
    });
  }

  private choices({ geometry, choices, text, name }: OverlayInput): Item[] {
    return onePerPlace(choices).map((choice) => {
      const line = outline(geometry, choice.place, choice.kind === "attack" ? 0.94 : 0.965);
      const teeth = choice.kind === "attack" ? sharpness(geometry, choice.place) : "";
      const words = choice.words ?? text(choice.label ? `board.choice.${choice.kind}.for` : `board.choice.${choice.kind}`, {
        place: name(choice.place),
        label: choice.label ?? "",
      });
      return {
        key: `choice ${choice.place}`,
        what: [choice, words],
        markup: `<g class="choice ${choice.kind}"><path class="casing" d="${line}"/><path class="line" d="${line}"/>${teeth}</g>`,
        rank: LINES,
        place: choice.place,
        label: words,
      };
    });
  }
}

/** One SVG that holds keyed elements. */
class Layer {
  readonly element: SVGElement;
  private readonly ranks: SVGElement[] = [];
  private readonly items = new Map<string, { item: Item; element: SVGElement }>();
  private readonly ones = new Map<string, SVGElement>();

  constructor(className: string, parent: HTMLElement) {
    this.element = svg("svg", { class: className, width: 1, height: 1, overflow: "visible", role: "none" }, parent);
  }

  private rank(number: number): SVGElement {
    while (this.ranks.length <= number) this.ranks.push(svg("g", {}, this.element));
    return this.ranks[number]!;
  }

  set(items: readonly Item[]): void {
    const kept = new Set(items.map(({ key }) => key));
    for (const [key, { element }] of this.items)
      if (!kept.has(key)) {
        element.remove();
        this.items.delete(key);
      }
    for (const next of items) {
      const before = this.items.get(next.key);
      if (before && before.item.markup === next.markup && same(before.item.what, next.what)) continue;
      const element = before?.element ?? svg("g", {}, this.rank(next.rank ?? 0));
      element.innerHTML = next.markup;
      if (next.place !== undefined) {
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "-1");
        element.setAttribute("data-place", next.place);
        element.setAttribute("aria-label", next.label ?? "");
      }
      this.items.set(next.key, { item: next, element });
    }
  }

  setOne(key: string, markup: string): void {
    const element = this.ones.get(key) ?? svg("g", { "aria-hidden": "true" }, this.rank(TOP));
    this.ones.set(key, element);
    if (element.innerHTML !== markup) element.innerHTML = markup;
  }

  elementOf(key: string): SVGElement | null {
    return this.items.get(key)?.element ?? null;
  }
}

const LINES = 1;
const LABELS = 2;
const TOP = 3;

function item(key: string, what: unknown, markup: string, rank = 0): Item {
  return { key, what, markup, rank };
}

function onePerPlace(choices: readonly PlaceChoice[]): PlaceChoice[] {
  const found = new Map<string, PlaceChoice>();
  for (const choice of choices) if (!found.has(choice.place)) found.set(choice.place, choice);
  return [...found.values()];
}

// ---------------------------------------------------------------- rims

/** One strong line about all hexes of a kind, and a glow within it: so the hexes themselves need only thin ones. */
function rims({ geometry, choices }: OverlayInput): Item[] {
  if (!geometry.cells) return [];
  const kinds = [...new Set(choices.map(({ kind }) => kind))].filter((kind) => kind !== "attack");
  return kinds.map((kind) => {
    const places = [...new Set(choices.filter((choice) => choice.kind === kind).map(({ place }) => place))];
    const loops = rimsOf(places.map((place) => geometry.outline(place)));
    const drawn = (by: number) => loops.map((loop) => path(drawnIn(loop, by), true)).join("");
    const line = drawn(1.4);
    const markup = `<path class="glow" d="${drawn(6)}"/><path class="casing" d="${line}"/><path class="line" d="${line}"/>`;
    return item(`rim ${kind}`, places, `<g class="rim ${kind}">${markup}</g>`);
  });
}

/** Where one may click to go, as the first region tells: a shape for each mark, the marks told apart by how strong they are. */
function regionsOf({ geometry, regions }: OverlayInput): Item[] {
  return regions.slice(0, 1).flatMap((region) =>
    [...bandsOf(region)].map(([mark, contours], band) => {
      const loops = contours.map((loop) => geometry.points(loop));
      const d = loops.map((loop) => path(loop, true)).join("");
      const largest = loops.toSorted((a, b) => b.length - a.length)[0] ?? [];
      const tab = largest.length ? labelled(topOf(largest), `<rect x="-11" y="-10" width="22" height="20" rx="10"/><text y="5">${escaped(mark)}</text>`) : "";
      const markup = `<g class="region band-${Math.min(band, 3)}"><path fill-rule="evenodd" d="${d}"/><path class="edge" d="${d}"/><g class="mark-of">${tab}</g></g>`;
      return item(`region ${mark}`, [region, band], markup);
    }),
  );
}

/** The highest point of a line. */
function topOf(loop: readonly Point[]): Point {
  return loop.reduce((best, point) => (point[1] < best[1] ? point : best));
}

/** Smoke, a few puffs to each place, always the same ones. */
function smokeOf({ geometry, smoke }: OverlayInput, haze: string): Item[] {
  return smoke.filter(({ place }) => geometry.has(place)).map((puff) => {
    const [x, y] = geometry.centre(puff.place);
    const seed = Math.abs(Math.round(x * 7 + y * 13));
    const puffs = [0, 1, 2, 3].map((i) => {
      const [turn, size] = [((seed + i * 97) % 360) * (Math.PI / 180), geometry.counter * (0.55 + ((seed + i * 31) % 40) / 90)];
      const away = i ? geometry.counter * 0.6 : 0;
      return `<circle class="puff" style="fill:url(#${haze})" cx="${short(x + away * Math.cos(turn))}" cy="${short(y + away * Math.sin(turn))}" r="${short(size)}"/>`;
    });
    return item(`smoke ${puff.place}`, puff, `<g class="smoke${puff.age ? " old" : ""}">${puffs.join("")}</g>`);
  });
}

// ---------------------------------------------------------------- shapes

function path(points: readonly Point[], closed: boolean): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** The outline of a place, drawn in towards its middle; areas keep theirs. */
function outline(geometry: Geometry, place: string, part: number): string {
  const points = geometry.outline(place);
  if (!geometry.cells) return path(points, true);
  const centre = geometry.centre(place);
  return path(points.map((corner) => between(centre, corner, part)), true);
}

function ring(kind: string, geometry: Geometry, place: string, part: number): string {
  const line = outline(geometry, place, part);
  return `<g class="ring ${kind}"><path class="casing" d="${line}"/><path class="line" d="${line}"/></g>`;
}

/** What makes the line about an attack another than the rest: points at the corners of a hex, a double line about an area. */
function sharpness(geometry: Geometry, place: string): string {
  if (!geometry.cells) return `<path class="core" d="${outline(geometry, place, 1)}"/>`;
  const centre = geometry.centre(place);
  const corners = geometry.outline(place);
  const wedges = corners.map((corner, i) => {
    const [before, after] = [corners.at(i - 1)!, corners[(i + 1) % corners.length]!];
    return path([between(corner, before, 0.13), between(corner, centre, 0.27), between(corner, after, 0.13), corner], true);
  });
  return `<path class="teeth" d="${wedges.join("")}"/>`;
}

/** Where the label of a place stands: in its middle, or where counters leave it room. */
function labelSpot({ geometry, occupied }: OverlayInput, place: string): Point {
  return occupied.has(place) ? geometry.labelBeside(place) : geometry.centre(place);
}

/** What stands for a kind where there is no number to show. */
const GLYPHS: Record<PlaceChoice["kind"], string> = {
  go: '<circle r="5"/>',
  attack: '<path d="M-6 -6L6 6M6 -6L-6 6"/>',
  place: '<path d="M-6 0H6M0 -6V6"/>',
  other: '<path d="M0 -6L6 0L0 6L-6 0Z"/>',
};

/** The frame of a label: round for going, pointed for fighting, square for placing, a lozenge for the rest. */
function frame(kind: PlaceChoice["kind"], half: number): string {
  if (kind === "attack") return `<path class="frame" d="M${-half - 6} 0L${-half} -11H${half}L${half + 6} 0L${half} 11H${-half}Z"/>`;
  if (kind === "other") return `<path class="frame" d="M${-half - 8} 0L0 -14L${half + 8} 0L0 14Z"/>`;
  return `<rect class="frame" x="${-half}" y="-11" width="${2 * half}" height="22" rx="${kind === "go" ? 11 : 3}"/>`;
}

function halfWidth(label: string): number {
  return Math.max(11, label.length * 4.6 + 5);
}

function labelled([x, y]: Point, inner: string): string {
  return `<g transform="translate(${short(x)} ${short(y)})"><g class="sized">${inner}</g></g>`;
}

function words(text: string): string {
  return `<text class="words" y="5.2">${escaped(text)}</text>`;
}

function labels(input: OverlayInput): Item[] {
  const taken = new Set<string>();
  const items: Item[] = [];
  // Where something may strike, its chance is worth more than a sign that the place can be chosen.
  const chosen = new Set(input.choices.map(({ place }) => place));
  for (const mark of input.marks.filter(({ kind, label }) => kind === "spread" && label)) {
    taken.add(mark.place);
    const half = halfWidth(mark.label);
    const button = chosen.has(mark.place) && input.occupied.has(mark.place) ? ` data-place="${escaped(mark.place)}"` : "";
    const plate = `<rect class="frame" x="${-half}" y="-11" width="${2 * half}" height="22" rx="11"/>`;
    items.push(item(`label ${mark.place}`, mark, `<g class="mark spread"${button}>${labelled(labelSpot(input, mark.place), plate + words(mark.label))}</g>`, LABELS));
  }
  for (const choice of onePerPlace(input.choices)) {
    if (taken.has(choice.place)) continue;
    taken.add(choice.place);
    const inner = choice.label ? frame(choice.kind, halfWidth(choice.label)) + words(choice.label) : `<g class="glyph">${GLYPHS[choice.kind]}</g>`;
    const button = input.occupied.has(choice.place) ? ` data-place="${escaped(choice.place)}"` : ""; // a click on the counter may mean the counter
    items.push(item(`label ${choice.place}`, choice, `<g class="choice ${choice.kind}"${button}>${labelled(labelSpot(input, choice.place), inner)}</g>`, LABELS));
  }
  for (const mark of input.marks) {
    if (!mark.label || taken.has(mark.place)) continue;
    taken.add(mark.place);
    const half = halfWidth(mark.label);
    const plate = `<rect class="frame" x="${-half}" y="-10" width="${2 * half}" height="20" rx="4"/>`;
    items.push(item(`label ${mark.place}`, mark, `<g class="mark ${mark.kind}">${labelled(labelSpot(input, mark.place), plate + words(mark.label))}</g>`, LABELS));
  }
  return items;
}

// ---------------------------------------------------------------- signs above the counters

function signs({ geometry, marks }: OverlayInput): Item[] {
  const items: Item[] = [];
  for (const mark of marks) {
    if (mark.kind === "highlight") items.push(item(`highlight ${mark.place}`, mark, ring("highlight", geometry, mark.place, 0.95)));
    if (mark.kind === "target") items.push(item(`target ${mark.place}`, mark, target(geometry.centre(mark.place), geometry.counter)));
    if (mark.kind === "owing") items.push(item(`owing ${mark.place}`, mark, owing(geometry.centre(mark.place), geometry.counter), LABELS));
    if (mark.kind === "pointer") items.push(item(`pointer ${mark.place}`, mark, pointer(geometry.centre(mark.place), geometry.counter)));
  }
  return items;
}

/** Cross-hairs about a counter. */
function target([x, y]: Point, size: number): string {
  const r = size * 0.68;
  const d = `M${-r - 7} 0H${-r + 7}M${r - 7} 0H${r + 7}M0 ${-r - 7}V${-r + 7}M0 ${r - 7}V${r + 7}`;
  const shape = `<circle r="${short(r)}"/><path d="${d}"/>`;
  return `<g class="mark target" transform="translate(${short(x)} ${short(y)})"><g class="casing">${shape}</g><g class="line">${shape}</g></g>`;
}

/** A badge at the corner of a counter that still owes something. */
function owing([x, y]: Point, size: number): string {
  const at = `translate(${short(x + size * 0.56)} ${short(y - size * 0.56)})`;
  return `<g class="mark owing" transform="${at}"><g class="sized"><circle r="10.5"/><text y="5.8">!</text></g></g>`;
}

/** Four arrowheads that point at a counter from all sides, however the map is turned. */
function pointer([x, y]: Point, size: number): string {
  const [tip, wide, long] = [size * 0.56, size * 0.19, size * 0.27].map(short);
  const heads = [0, 90, 180, 270].map((turn) => `<path class="head" transform="rotate(${turn})" d="M0 -${tip}l${wide} -${long}h-${2 * Number(wide)}Z"/>`);
  return `<g transform="translate(${short(x)} ${short(y)})"><g class="mark pointer">${heads.join("")}</g></g>`;
}

function paths({ geometry, marks, occupied }: OverlayInput): Item[] {
  const places = marks.filter((mark) => mark.kind === "path");
  const steps = places.map((mark) => geometry.centre(mark.place));
  if (steps.length === 0) return [];
  const stops = steps.map(([x, y]) => `<circle cx="${short(x)}" cy="${short(y)}" r="4.5"/>`).join("");
  if (steps.length === 1) return [item("path", steps, `<g class="mark path"><g class="stops">${stops}</g></g>`)];
  const last = places[places.length - 1]!;
  const before = steps[steps.length - 2]!;
  const end = towards(steps[steps.length - 1]!, before, occupied.has(last.place) ? geometry.counter / 2 : last.label ? 15 : 0);
  const line = path([...steps.slice(0, -1), towards(end, before, 13)], false);
  const markup = `<path class="casing" d="${line}"/><path class="line" d="${line}"/><g class="stops">${stops}</g>${head(before, end, 15)}`;
  return [item("path", steps, `<g class="mark path">${markup}</g>`, LINES)];
}

/** The point so far from a on the way to b. */
function towards(a: Point, b: Point, length: number): Point {
  return between(a, b, length / Math.max(1, distance(a, b)));
}

/** The head of an arrow with its tip at the end. */
function head(from: Point, end: Point, size: number): string {
  const turn = (Math.atan2(end[1] - from[1], end[0] - from[0]) * 180) / Math.PI;
  const d = `M0 0L${-size} ${-size * 0.62}L${-size * 0.72} 0L${-size} ${size * 0.62}Z`;
  return `<path class="head" transform="translate(${short(end[0])} ${short(end[1])}) rotate(${short(turn)})" d="${d}"/>`;
}

function arrowsOf({ geometry, arrows }: OverlayInput): Item[] {
  return arrows.flatMap((arrow, i) => {
    const [from, to] = [geometry.centre(arrow.from), geometry.centre(arrow.to)];
    const sight = arrow.kind === "sight" || arrow.kind === "covered" || arrow.kind === "blocked";
    const room = Math.min(geometry.counter * 0.36, distance(from, to) * 0.3);
    const broken = arrow.broken && geometry.has(arrow.broken) ? geometry.centre(arrow.broken) : to;
    const [start, end] = sight ? [from, broken] : [towards(from, to, room), towards(to, from, room)];
    const line = path([start, sight ? end : towards(end, start, 11)], false);
    const tip = sight ? eyeOrBar(arrow.kind === "blocked", end) : head(start, end, arrow.kind === "attack" ? 21 : 16);
    const half = halfWidth(arrow.label ?? "");
    const plate = `<rect class="frame" x="${-half}" y="-10" width="${2 * half}" height="20" rx="4"/>`;
    const label = arrow.label ? labelled(arrow.kind === "blocked" ? [end[0], end[1] - 26] : between(start, end, sight ? 0.72 : 0.45), plate + words(arrow.label)) : "";
    const unseen = sight && broken !== to ? `<path class="unseen" d="${path([broken, to], false)}"/>` : "";
    const key = `${arrow.kind} ${arrow.from} ${arrow.to} ${i}`;
    const drawn = `<path class="casing" d="${line}"/><path class="line" d="${line}"/>${unseen}${tip}`;
    return [
      item(`arrow ${key}`, arrow, `<g class="arrow ${arrow.kind}">${drawn}</g>`, LINES),
      item(`of arrow ${key}`, arrow, `<g class="arrow ${arrow.kind}">${label}</g>`, LABELS),
    ];
  });
}

/** A line of sight ends in a ring; a blocked one in a cross. */
function eyeOrBar(blocked: boolean, [x, y]: Point): string {
  const shape = blocked ? '<path d="M-6 -6L6 6M6 -6L-6 6"/>' : '<circle r="5"/>';
  return `<g class="end" transform="translate(${short(x)} ${short(y)})"><g class="sized">${shape}</g></g>`;
}

// ---------------------------------------------------------------- flags and markers

function flagsAndMarkers({ geometry, markers, flags }: OverlayInput): Item[] {
  const items: Item[] = [];
  for (const marker of markers) {
    if (!geometry.has(marker.place)) continue;
    items.push(item(`marker ${marker.place} ${marker.text}`, marker, banner(geometry.flagFoot(marker.place), marker.text, marker.colour)));
  }
  for (const { place, flag } of flags)
    if (geometry.has(place)) items.push(item(`flag ${place}`, flag, banner(geometry.flagFoot(place), flag.letters, flag.colour)));
  return items;
}

/** A flag on a staff, whose foot is at a point. */
function banner([x, y]: Point, text: string, colour: string): string {
  const wide = Math.max(20, text.length * 5.6 + 8);
  const cloth = `M1 -26C${wide * 0.3} -29 ${wide * 0.6} -22 ${wide} -26V-12C${wide * 0.6} -8 ${wide * 0.3} -15 1 -12Z`;
  return (
    `<g class="banner" transform="translate(${short(x)} ${short(y)})"><path class="staff" d="M0 0V-28"/><path d="${cloth}" style="fill:${escaped(colour)}"/>` +
    `<text x="${wide / 2}" y="-15.4">${escaped(text)}</text></g>`
  );
}
