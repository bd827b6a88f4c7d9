/** How this person likes the table. Kept in the browser. */

import { recall, remember } from "./local_storage";

export interface Settings {
  theme: "auto" | "light" | "dark";
  language: string;
  ledger: "always" | "never"; // the odds before a fight is begun
  ends: "final" | "always" | "never"; // when an end is asked about that leaves something undone
  pace: number; // milliseconds to look at each thing that others do; STEPWISE: each when it is asked for
  name: string; // what this person is called at a table
  notify: boolean;
  sound: boolean;
  dice: number; // milliseconds for each thing of a roll that is shown; 0: at once
  diceSound: boolean;
  motion: "auto" | "less";
  left: number; // widths of the columns in pixels
  right: number;
  strip: number; // height of the strip below the map
  panels: "auto" | "column" | "strip"; // where log and tracks stand on a wide screen
  turns: Record<string, number>; // how each map was turned last, in quarters
}

/** What others do is shown step by step, each when the player asks for it. */
export const STEPWISE = -1;

const KEY = "grognard.settings";

export const USUAL: Settings = {
  theme: "auto", language: "", ledger: "always", ends: "final", pace: 350, name: "", notify: false, sound: false, dice: 450, diceSound: false, motion: "auto", left: 300, right: 364, strip: 158, panels: "auto", turns: {},
};

export const settings: Settings = $state({ ...USUAL, ...recall<Partial<Settings>>(KEY, {}) });

export function keepSettings(): void {
  remember(KEY, { ...settings });
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && darkness.now);
}

/** What the system prefers, followed as it changes. */
const asked = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
const darkness = $state({ now: asked?.matches ?? false });
asked?.addEventListener("change", (event) => (darkness.now = event.matches));

/** Whether fewer movements are wished, by the system or here. */
export function isStill(): boolean {
  return settings.motion === "less" || (typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}
