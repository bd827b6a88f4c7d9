/** The buttons on the board: zoom, fit, turn (with the north arrow), hide, magnify. */

import { div } from "./dom";
import type { Direction } from "./geometry";
import type { Text } from "./types";

export interface Acts {
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  turn(): void;
  hide(): void;
  magnify(): void;
  measure(): void;
}

const ICONS = {
  zoomIn: '<svg viewBox="0 0 24 24"><path d="M5 12H19M12 5V19"/></svg>',
  zoomOut: '<svg viewBox="0 0 24 24"><path d="M5 12H19"/></svg>',
  fit: '<svg viewBox="0 0 24 24"><path d="M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15"/></svg>',
  hide: '<svg viewBox="0 0 24 24"><rect x="5" y="5" width="14" height="14" rx="2" stroke-dasharray="3 3.2"/><path d="M4 20L20 4"/></svg>',
  measure: '<svg viewBox="0 0 24 24"><path d="M3 16.500L16.500 3L21 7.500L7.500 21ZM6.500 13L8.500 15M9.500 10L12.500 13M12.500 7L14.500 9"/></svg>',
  magnify: '<svg viewBox="0 0 24 24"><circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21M8 10.5H13M10.5 8V13"/></svg>',
};
const TURNS: Record<Direction, number> = { up: 0, right: 90, down: 180, left: 270 };
const LETTERS: Record<Direction, [number, number]> = { up: [0, -9], right: [12, 3], down: [0, 15], left: [-12, 3] };

export class Buttons {
  private readonly element: HTMLElement;
  private readonly buttons: Record<keyof typeof ICONS | "turn", HTMLButtonElement>;

  constructor(parent: HTMLElement, acts: Acts) {
    this.element = div("board-buttons", parent);
    this.element.setAttribute("role", "toolbar");
    this.element.setAttribute("aria-orientation", "vertical");
    this.buttons = {
      turn: this.button("", acts.turn, "compass"),
      zoomIn: this.button(ICONS.zoomIn, acts.zoomIn),
      zoomOut: this.button(ICONS.zoomOut, acts.zoomOut),
      fit: this.button(ICONS.fit, acts.fit, "fit"),
      hide: this.button(ICONS.hide, acts.hide),
      magnify: this.button(ICONS.magnify, acts.magnify),
      measure: this.button(ICONS.measure, acts.measure, "measure"),
    };
  }

  set(text: Text, north: Direction, hidden: boolean, magnified: boolean, shown: "all" | "compass" | "none", measuring: boolean | null): void {
    this.element.dataset.shown = shown;
    this.element.setAttribute("aria-label", text("board.buttons"));
    this.name("zoomIn", text("board.zoom-in"));
    this.name("zoomOut", text("board.zoom-out"));
    this.name("fit", text("board.fit"));
    this.name("hide", text("board.hide"));
    this.name("magnify", text("board.magnify"));
    this.name("measure", text("board.measure"));
    this.buttons.measure.hidden = measuring === null;
    this.buttons.fit.hidden = shown === "compass" && measuring === null; // on a phone it is needed where a tap may come near
    this.buttons.measure.setAttribute("aria-pressed", String(measuring === true));
    this.name("turn", text("board.turn", { north: text(`board.north.${north}`) }));
    this.buttons.turn.innerHTML = compass(north, text("board.north.letter"));
    this.buttons.hide.setAttribute("aria-pressed", String(hidden));
    this.buttons.magnify.setAttribute("aria-pressed", String(magnified));
  }

  private name(button: keyof Buttons["buttons"], words: string): void {
    this.buttons[button].setAttribute("aria-label", words);
    this.buttons[button].title = words;
  }

  private button(icon: string, act: () => void, className = ""): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = className;
    button.innerHTML = icon;
    button.addEventListener("click", act);
    this.element.append(button);
    return button;
  }
}

/** A needle that points to where north is; the letter stands upright. */
function compass(north: Direction, letter: string): string {
  const [x, y] = LETTERS[north];
  const [dx, dy] = { up: [0, 4], right: [-4, 0], down: [0, -4], left: [4, 0] }[north] as [number, number];
  return (
    `<svg viewBox="-17 -17 34 34"><g transform="translate(${dx} ${dy}) rotate(${TURNS[north]})" stroke-width="1.3">` +
    '<path d="M0 -10L5 3L0 0.4L-5 3Z" fill="currentColor"/><path d="M0 .4V10"/></g>' +
    `<text x="${x}" y="${y}">${letter}</text></svg>`
  );
}
