/** The counters on the board, one element each. Only those that changed are touched. */

import type { Counter, Point } from "../api/types";
import { div, escaped, prefersStillness, short } from "./dom";
import { type Box, contains, type Geometry } from "./geometry";
import type { Block, Fan, Pile, Spot } from "./layout";
import { DETAILS } from "./painting";
import { difference, same } from "./reconcile";
import type { Text } from "./types";

/** How a stack looks as one block. */
export type BlockFace = (block: Block) => string;
export type Face = (counter: Counter, size: number, side: number) => string;

const MOVE = 260; // milliseconds
const FAN = 110;
const BUDGET = 8; // of a frame, for drawing counters anew
const HIGH = 100_000_000;
const STEPS = DETAILS.map((step) => step - 1e-6); // below these sizes less can be read
const LARGEST = 64;
const NONE: ReadonlySet<string> = new Set();

export class Counters {
  readonly element: HTMLElement;
  private readonly elements = new Map<string, HTMLElement>();
  private readonly laid = new Map<string, Laid>();
  private readonly piles = new Map<string, { pile: Pile; parts: HTMLElement[] }>();
  private readonly plate: HTMLElement;
  private spots = new Map<string, Spot>();
  private blocks: ReadonlyMap<string, Block> = new Map();
  private choosable: ReadonlySet<string> = new Set();
  private others: ReadonlySet<string> = NONE;
  private along: ReadonlySet<string> = NONE;
  private selected: string | null = null;
  private fan: Fan | null = null;
  private size = 47;
  private figures = false;
  private scale = 1;
  private frame = 0;
  private readonly drawn = new Map<string, number>(); // for how many pixels each counter was drawn

  constructor(
    parent: HTMLElement,
    private readonly face: Face,
    private readonly blockFace: BlockFace,
    private readonly name: (place: string) => string,
    private text: Text,
  ) {
    this.element = div("board-counters", parent);
    this.plate = div("board-fan", this.element);
    this.plate.hidden = true;
  }

  /** The counters as they lie now. `still` moves them without showing the way. */
  set(spots: readonly Spot[], piles: readonly Pile[], blocks: ReadonlyMap<string, Block>, geometry: Geometry, still: boolean): void {
    const before = this.blocks;
    this.blocks = blocks;
    this.figures = geometry.figures;
    if (geometry.counter !== this.size) {
      this.size = geometry.counter;
      this.element.style.setProperty("--counter", `${this.size}px`);
    }
    const change = difference(
      this.spots,
      spots,
      (spot) => spot.key,
      (a, b) => same(a.counter, b.counter) && a.place === b.place && a.side === b.side,
      (a, b) => same(a.at, b.at) && a.layer === b.layer,
    );
    this.spots = new Map(spots.map((spot) => [spot.key, spot]));
    for (const spot of change.removed) this.remove(spot.key, still);
    for (const spot of change.added) this.add(spot, still);
    for (const spot of change.changed) this.draw(spot);
    for (const { from, to } of change.moved) this.lay(to, still || from.place === to.place ? 0 : MOVE);
    this.setPiles(piles);
    this.look();
    const altered = [...new Set([...before.keys(), ...blocks.keys()])].filter((key) => this.spots.has(key) && !same(before.get(key), blocks.get(key)));
    for (const key of altered) this.draw(this.spots.get(key)!);
  }

  /** Whether stacks are seen as blocks. */
  private get far(): boolean {
    return this.blocks.size > 0 && this.size * this.scale < STEPS[0]!;
  }

  private look(): void {
    this.element.classList.toggle("far", this.far);
  }

  /** So many pixels make a unit of the board now: small counters show less, large ones more. Those in view are first. */
  zoom(scale: number, seen: Box): void {
    this.scale = scale;
    this.look();
    const stale = [...this.spots.values()].filter((spot) => this.isStale(spot)).sort((a, b) => Number(contains(seen, b.at)) - Number(contains(seen, a.at)));
    cancelAnimationFrame(this.frame);
    if (stale.length > 0) this.drawAnew(stale.map((spot) => spot.key));
  }

  /** Draws as many as a frame has room for, and the rest in the next ones. */
  private drawAnew(keys: readonly string[]): void {
    const end = performance.now() + BUDGET;
    let done = 0;
    while (done < keys.length && performance.now() < end) {
      const spot = this.spots.get(keys[done++]!);
      if (spot && this.isStale(spot)) this.draw(spot);
    }
    if (done < keys.length) this.frame = requestAnimationFrame(() => this.drawAnew(keys.slice(done)));
  }

  private isStale(spot: Spot): boolean {
    return this.drawn.get(spot.key) !== this.pixels(spot);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  /** Which counters can be chosen, and which one is. */
  mark(choosable: ReadonlySet<string>, selected: string | null, others: ReadonlySet<string> = NONE, along: ReadonlySet<string> = NONE): void {
    const touched = new Set([...this.choosable, ...choosable, ...this.others, ...others, ...this.along, ...along, this.selected ?? "", selected ?? ""]);
    this.others = others;
    this.along = along;
    const before = this.selected;
    this.choosable = choosable;
    this.selected = selected;
    for (const spot of this.spots.values()) {
      if (spot.id === "" || !touched.has(spot.id)) continue;
      this.describe(spot);
      if (spot.id === before || spot.id === selected) this.lay(spot, 0);
    }
  }

  /** Everything is lettered anew, in another language. */
  speak(text: Text): void {
    this.text = text;
    for (const spot of this.spots.values()) this.describe(spot);
  }

  elementOf(key: string): HTMLElement | null {
    return this.elements.get(key) ?? null;
  }

  keyOf(element: Element | null): string | null {
    return element?.closest<HTMLElement>("[data-counter]")?.dataset.counter ?? null;
  }

  /** Spreads a stack, or gathers it again. */
  setFan(fan: Fan | null, all = ""): void {
    const before = this.fan;
    this.fan = fan;
    const touched = new Set([...(before?.at.keys() ?? []), ...(fan?.at.keys() ?? [])]);
    for (const key of touched) {
      const spot = this.spots.get(key);
      if (!spot) continue;
      this.lay(spot, FAN);
      if (this.isStale(spot)) this.draw(spot);
    }
    this.plate.hidden = !fan;
    if (!fan) return;
    const { left, top, width, height } = fan.plate;
    this.plate.dataset.place = fan.place;
    this.plate.textContent = all;
    this.plate.classList.toggle("all", all !== "");
    this.plate.style.cssText = `left:${short(left)}px;top:${short(top)}px;width:${short(width)}px;height:${short(height)}px;font-size:${short(13 * fan.grown)}px`;
  }

  private add(spot: Spot, still: boolean): void {
    const element = div("board-counter");
    element.tabIndex = -1;
    element.dataset.counter = spot.key;
    this.elements.set(spot.key, element);
    this.draw(spot);
    this.lay(spot, 0);
    this.element.append(element);
    if (!still && !prefersStillness()) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE });
  }

  private remove(key: string, still: boolean): void {
    const element = this.elements.get(key)!;
    this.elements.delete(key);
    this.laid.delete(key);
    this.drawn.delete(key);
    element.removeAttribute("data-counter");
    element.setAttribute("aria-hidden", "true");
    if (still || prefersStillness()) element.remove();
    else element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MOVE }).onfinish = () => element.remove();
  }

  private draw(spot: Spot): void {
    const element = this.elements.get(spot.key)!;
    const pixels = this.pixels(spot);
    this.drawn.set(spot.key, pixels);
    const [far, block] = [this.far && !this.fan?.at.has(spot.key), this.blocks.get(spot.key)];
    element.classList.toggle("sunk", far && !block);
    element.innerHTML = far && block ? this.blockFace(block) : this.face(spot.counter, pixels, spot.side);
    if (spot.side > 0 && !this.figures) div(`board-side side-${spot.side}`, element).setAttribute("aria-hidden", "true");
    element.firstElementChild?.setAttribute("aria-hidden", "true");
    this.describe(spot);
  }

  /** For how many pixels a counter is drawn: one of a few steps, so that zooming seldom draws it anew. */
  private pixels(spot: Spot): number {
    const pixels = this.size * this.scale * (this.fan?.at.has(spot.key) ? this.fan.grown : 1);
    return STEPS.find((step) => pixels < step) ?? LARGEST;
  }

  private describe(spot: Spot): void {
    const element = this.elements.get(spot.key)!;
    const can = spot.id !== "" && this.choosable.has(spot.id);
    const is = spot.id !== "" && this.selected === spot.id;
    const other = spot.id !== "" && this.others.has(spot.id);
    element.dataset.place = spot.place;
    if (spot.id !== "") element.dataset.piece = spot.id;
    else delete element.dataset.piece;
    element.classList.toggle("can", can);
    element.classList.toggle("is", is);
    element.classList.toggle("other", other);
    element.classList.toggle("along", spot.id !== "" && this.along.has(spot.id));
    element.setAttribute("role", can || is || other ? "button" : "img");
    if (can || is) element.setAttribute("aria-pressed", String(is));
    else element.removeAttribute("aria-pressed");
    element.setAttribute("aria-label", this.text("board.counter", { counter: spot.counter.words, place: this.name(spot.place) }));
  }

  /** Lays a counter down. It has a transform only while it is fanned out: a thousand of them would slow every frame. */
  private lay(spot: Spot, duration: number): void {
    const element = this.elements.get(spot.key)!;
    const fanned = this.fan?.at.get(spot.key);
    const raised = this.selected !== null && spot.id === this.selected;
    element.style.zIndex = String(spot.layer + 10_000 + (fanned ? HIGH : 0) + (raised ? 90 : 0));
    element.classList.toggle("fanned", fanned !== undefined);
    const before = this.laid.get(spot.key);
    const now: Laid = { at: fanned ?? spot.at, grown: fanned ? this.fan!.grown : 1 };
    if (before && same(before, now)) return;
    this.laid.set(spot.key, now);
    put(element, now.at);
    element.style.transform = now.grown === 1 ? "" : `scale(${short(now.grown)})`;
    if (duration > 0 && before && !prefersStillness()) slide(element, before, now, duration);
  }

  /** How many lie there, and the bank of earth before them. */
  private setPiles(piles: readonly Pile[]): void {
    const kept = new Set(piles.map((pile) => pile.key));
    for (const [key, { parts }] of this.piles)
      if (!kept.has(key)) {
        parts.forEach((part) => part.remove());
        this.piles.delete(key);
      }
    for (const pile of piles) {
      const before = this.piles.get(pile.key);
      if (before && same(before.pile, pile)) continue;
      before?.parts.forEach((part) => part.remove());
      this.piles.set(pile.key, { pile, parts: [...this.bank(pile), ...this.count(pile), ...this.leader(pile)] });
    }
  }

  private count({ box, count, covered }: Pile): HTMLElement[] {
    if (!covered) return [];
    const badge = div("board-count", this.element);
    badge.textContent = String(count);
    badge.setAttribute("aria-hidden", "true");
    put(badge, [box.left, box.top]);
    badge.style.zIndex = String(Math.round(box.top + box.height) * 100 + 20_000);
    return [badge];
  }

  /** A star on a stack in which a leader lies below others. */
  private leader({ box, led }: Pile): HTMLElement[] {
    if (!led) return [];
    const badge = div("board-leader", this.element);
    badge.textContent = "★";
    badge.setAttribute("aria-hidden", "true");
    put(badge, [box.left + box.width, box.top]);
    badge.style.zIndex = String(Math.round(box.top + box.height) * 100 + 20_000);
    return [badge];
  }

  private bank({ box, entrenched, colour }: Pile): HTMLElement[] {
    if (!entrenched) return [];
    const bank = div("board-bank", this.element);
    bank.setAttribute("aria-hidden", "true");
    bank.innerHTML = trenchMarkup(box.width + 10, colour);
    put(bank, [box.left - 5, box.top + box.height]);
    bank.style.zIndex = String(Math.round(box.top + box.height) * 100 + 15_000);
    return [bank];
  }
}

/** Where a counter lies, and how much larger than usual it is. */
interface Laid {
  at: Point;
  grown: number;
}

function put(element: HTMLElement, [x, y]: Point): void {
  element.style.left = `${short(x)}px`;
  element.style.top = `${short(y)}px`;
}

/** Shows the way from where it lay. */
function slide(element: HTMLElement, from: Laid, to: Laid, duration: number): void {
  const [dx, dy] = [from.at[0] - to.at[0], from.at[1] - to.at[1]];
  const start = `translate(${short(dx)}px,${short(dy)}px) scale(${short(from.grown)})`;
  const end = `translate(0,0) scale(${short(to.grown)})`;
  element.animate([{ transform: start }, { transform: end }], { duration, easing: "cubic-bezier(.3,.7,.3,1)" });
}

/** A bank of earth with teeth, in the colour of its army. */
function trenchMarkup(wide: number, colour: string): string {
  const teeth = Math.max(4, Math.round(wide / 9));
  const half = short(wide / teeth / 2);
  const zigzag = `l${half} 7l${half} -7`.repeat(teeth);
  return (
    `<svg width="${short(wide)}" height="18" viewBox="0 -8 ${short(wide)} 18" overflow="visible">` +
    `<path d="M0 -7V2${zigzag}V-7L${short(wide - 5)} -2H5Z" fill="#7a5230" stroke="#2f1e0e" stroke-width="1.2" stroke-linejoin="round"/>` +
    `<path d="M3 .4H${short(wide - 3)}" stroke="${escaped(colour || "#444")}" stroke-width="2.6"/></svg>`
  );
}
