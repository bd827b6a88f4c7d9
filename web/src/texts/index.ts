/** The words of the pages by key, in the language of the reader; what a language lacks is said in English. */

import { board } from "./board.en";
import { en } from "./en";

export type Key = keyof typeof en;
export type Texts = Partial<Record<Key, string>>;
export type Args = Record<string, string | number>;

/** The languages there are, each in its own name; English is in the first page, the others come when they are asked for. */
export const LANGUAGES: Record<string, { title: string; load: () => Promise<Texts> }> = {
  en: { title: "English", load: async () => en },
  it: { title: "Italiano", load: async () => (await import("./it")).it },
  es: { title: "Español", load: async () => (await import("./es")).es },
};

let texts: Texts = en;
let language = "en";

/** The language wished for, or that of the browser, if we have it. */
export function languageFor(wished: string, browser: readonly string[] = []): string {
  return [wished, ...browser.map((tag) => tag.split("-")[0]!)].find((tag) => tag in LANGUAGES) ?? "en";
}

export async function useLanguage(wanted: string): Promise<void> {
  texts = await LANGUAGES[wanted]!.load();
  language = wanted;
}

export function t(key: Key, args: Args = {}): string {
  return filled(texts[key] ?? en[key] ?? key, args); // a word that is missing is no reason for a page that is
}

/** For keys that come from elsewhere: the text, or the key's last word if there is none. */
export function say(key: string, args: Args = {}): string {
  if (has(key)) return t(key, args);
  return filled(board[key] ?? (key.split(".").at(-1) ?? key).replace(/[-_]/g, " "), args);
}

export function has(key: string): key is Key {
  return key in en;
}

/** A counted thing: `turns.one` or `turns.other`, by the language's own rules. */
export function counted(stem: string, count: number, args: Args = {}): string {
  const form = `${stem}.${new Intl.PluralRules(language).select(count)}`;
  return t((form in en ? form : `${stem}.other`) as Key, { count, ...args });
}

export function filled(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

/** A chance as people read it: "42 %", "<1 %". */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return t("chance.little");
  if (chance < 1 && chance > 0.995) return t("chance.nearly");
  return new Intl.NumberFormat(language, { style: "percent" }).format(chance);
}

/** A number with its sign: "+2", "−1", "0". */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${Math.abs(value)}` : "0";
}

export function whenSaid(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  const minutes = Math.round((then.getTime() - now.getTime()) / 60_000);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  if (Math.abs(minutes) < 60 * 24) return relative.format(Math.round(minutes / 60), "hour");
  return relative.format(Math.round(minutes / 60 / 24), "day");
}

export function clock(iso: string): string {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}
