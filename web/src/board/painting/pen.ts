/**
 * A pen that writes SVG and is held like a canvas: what the painters paint on the map it puts into a small picture for the
 * legend, which needs no canvas, and no image that a strict page would refuse. It knows what the painters use, and no more.
 */

import type { Point } from "../../api/types";
import { escaped } from "./text";

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface Hand {
  matrix: Matrix;
  fillStyle: string | Spread;
  strokeStyle: string | Spread;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  dash: number[];
  groups: number; // opened since the last save
}

/** A gradient: a small picture shows only its middle colour. */
class Spread {
  private readonly stops: [number, string][] = [];

  addColorStop(at: number, colour: string): void {
    this.stops.push([at, colour]);
  }

  get colour(): string {
    const nearest = [...this.stops].sort((a, b) => Math.abs(a[0] - 0.5) - Math.abs(b[0] - 0.5))[0];
    return nearest ? nearest[1] : "none";
  }
}

let pictures = 0;

export class Pen implements Hand {
  matrix: Matrix = [1, 0, 0, 1, 0, 0];
  fillStyle: string | Spread = "#000";
  strokeStyle: string | Spread = "#000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign = "start";
  textBaseline = "alphabetic";
  dash: number[] = [];
  groups = 0;
  private path = "";
  private clips = 0;
  private readonly name = `pen-${++pictures}`;
  private readonly hands: Hand[] = [];
  private readonly parts: string[] = [];

  /** All that was drawn, as the inside of an SVG. */
  get drawing(): string {
    return this.parts.join("") + "</g>".repeat(this.groups);
  }

  // ------------------------------------------------------------ the hand

  save(): void {
    const { matrix, fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textAlign, dash, groups } = this;
    const look = { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, dash };
    this.hands.push({ matrix, font, textAlign, groups, ...look });
    this.groups = 0;
  }

  restore(): void {
    const before = this.hands.pop();
    if (!before) return;
    this.parts.push("</g>".repeat(this.groups));
    Object.assign(this, before);
  }

  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const [p, q, r, s, t, u] = this.matrix;
    this.matrix = [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u];
  }

  translate(x: number, y: number): void {
    this.transform(1, 0, 0, 1, x, y);
  }

  scale(x: number, y: number): void {
    this.transform(x, 0, 0, y, 0, 0);
  }

  rotate(turn: number): void {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    this.transform(cos, sin, -sin, cos, 0, 0);
  }

  setLineDash(dash: number[]): void {
    this.dash = dash;
  }

  private at(x: number, y: number): Point {
    const [a, b, c, d, e, f] = this.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  private get size(): number {
    const [a, b, c, d] = this.matrix;
    return Math.sqrt(Math.abs(a * d - b * c));
  }

  // ------------------------------------------------------------ paths

  beginPath(): void {
    this.path = "";
  }

  private step(sign: string, ...numbers: number[]): void {
    const points: string[] = [];
    for (let i = 0; i < numbers.length; i += 2) points.push(this.at(numbers[i]!, numbers[i + 1]!).map(short).join(" "));
    this.path += sign + points.join(" ");
  }

  moveTo(x: number, y: number): void {
    this.step("M", x, y);
  }

  lineTo(x: number, y: number): void {
    this.step(this.path ? "L" : "M", x, y);
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.step("Q", cx, cy, x, y);
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.step("C", ax, ay, bx, by, x, y);
  }

  closePath(): void {
    if (this.path) this.path += "Z";
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.step("M", x, y);
    for (const [px, py] of [[x + width, y], [x + width, y + height], [x, y + height]] as const) this.step("L", px, py);
    this.path += "Z";
  }

  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.ellipse(x, y, radius, radius, 0, from, to);
  }

  /** In curves of at most a quarter. */
  ellipse(x: number, y: number, wide: number, high: number, turn: number, from: number, to: number): void {
    const whole = Math.min(to - from, Math.PI * 2);
    const count = Math.max(1, Math.ceil(whole / (Math.PI / 2) - 1e-6));
    const each = whole / count;
    const bow = (4 / 3) * Math.tan(each / 4);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const on = (across: number, down: number): Point => {
      const [dx, dy] = [across * wide, down * high];
      return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
    };
    this.step(this.path ? "L" : "M", ...on(Math.cos(from), Math.sin(from)));
    for (let i = 0; i < count; i++) {
      const [a, b] = [from + i * each, from + (i + 1) * each];
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
      this.step("C", ...on(ca - bow * sa, sa + bow * ca), ...on(cb + bow * sb, sb - bow * cb), ...on(cb, sb));
    }
  }

  fill(rule?: string): void {
    this.put(`fill="${colourOf(this.fillStyle)}"${rule === "evenodd" ? ' fill-rule="evenodd"' : ""}`);
  }

  stroke(): void {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.map((one) => short(one * this.size)).join(" ")}"` : "";
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    const join = this.lineJoin === "miter" ? "" : ` stroke-linejoin="${this.lineJoin}"`;
    this.put(`${this.line}${cap}${join}${dash}`);
  }

  private get line(): string {
    return `fill="none" stroke="${colourOf(this.strokeStyle)}" stroke-width="${short(this.lineWidth * this.size)}"`;
  }

  private put(look: string): void {
    if (this.path) this.parts.push(`<path d="${this.path}" ${look}${this.faint}/>`);
  }

  private get faint(): string {
    return this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : "";
  }

  /** What follows, until the hand is restored, is drawn within the path. */
  clip(rule?: string): void {
    const id = `${this.name}-${++this.clips}`;
    const holes = rule === "evenodd" ? ' clip-rule="evenodd"' : "";
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"${holes}/></clipPath><g clip-path="url(#${id})">`);
    this.groups += 1;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }

  createRadialGradient(): Spread {
    return new Spread();
  }

  createLinearGradient(): Spread {
    return new Spread();
  }

  // ------------------------------------------------------------ words

  fillText(words: string, x: number, y: number): void {
    this.write(words, x, y, `fill="${colourOf(this.fillStyle)}"`);
  }

  strokeText(words: string, x: number, y: number): void {
    this.write(words, x, y, `${this.line} stroke-linejoin="round"`);
  }

  private write(words: string, x: number, y: number, look: string): void {
    const size = parseFloat(/([\d.]+)px/.exec(this.font)?.[1] ?? "10") * this.size;
    const family = this.font.split("px ")[1] ?? "sans-serif";
    const bold = this.font.includes("bold") ? ' font-weight="bold"' : "";
    const italic = this.font.includes("italic") ? ' font-style="italic"' : "";
    const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] ?? "start";
    const [px, py] = this.at(x, y).map(short);
    const turn = (Math.atan2(this.matrix[1], this.matrix[0]) * 180) / Math.PI;
    const turned = Math.abs(turn) > 0.05 ? ` transform="rotate(${short(turn)} ${px} ${py})"` : "";
    const font = `font-size="${short(size)}" font-family="${escaped(family)}" text-anchor="${anchor}"${bold}${italic}`;
    this.parts.push(`<text x="${px}" y="${py}" ${font} ${look}${turned}${this.faint}>${escaped(words)}</text>`);
  }
}

function colourOf(style: string | Spread): string {
  return escaped(typeof style === "string" ? style : style.colour);
}

function short(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === "-0" ? "0" : text;
}

/** A pen in the place of a canvas. */
export function penAsCanvas(pen: Pen): CanvasRenderingContext2D {
  return pen as unknown as CanvasRenderingContext2D;
}
