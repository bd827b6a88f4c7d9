/** How this person likes the table. Kept in the browser. */

import { recall, remember } from "./keepsake";

export interface Settings {
  theme: "auto" | "light" | "dark";
  language: string;
  ledger: "always" | "never"; // the odds before a fight is begun
  ends: "final" | "always" | "never"; // when an end is asked about that leaves something undone
  pace: number; // milliseconds to look at each thing that others do
  notify: boolean;
  sound: boolean;
  motion: "auto" | "less";
  left: number; // widths of the columns in pixels
  right: number;
  strip: number; // height of the strip below the map
  panels: "auto" | "column" | "strip"; // where log and tracks stand on a wide screen
  turns: Record<string, number>; // how each map was turned last, in quarters
}

const KEY = "grognard.settings";

export const USUAL: Settings = {
  theme: "auto", language: "", ledger: "always", ends: "final", pace: 350, notify: false, sound: false, motion: "auto", left: 300, right: 364, strip: 158, panels: "auto", turns: {},
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
