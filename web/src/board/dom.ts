/** Small tools for elements. */

const SVG = "http://www.w3.org/2000/svg";

export function div(className: string, parent?: Element): HTMLDivElement {
  const element = document.createElement("div");
  element.className = className;
  parent?.append(element);
  return element;
}

export function svg(name: string, attributes: Record<string, string | number> = {}, parent?: Element): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** Text that may stand in markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** A number as short as it can be written. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
