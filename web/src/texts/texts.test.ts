import { describe, expect, it } from "vitest";

import { en } from "./en";
import { es } from "./es";
import { history } from "./history.en";
import { it as italian } from "./it";
import { filled, has, languageFor, percent, say, signed, t } from "./index";

const SOURCES = import.meta.glob<string>(["../*.{svelte,ts}", "../{pages,panels,table,texts,history,rules,orders,lessons}/*.{svelte,ts}", "!../**/*.test.ts", "!../texts/{en,it,es,*.en}.ts"], {
  query: "?raw", import: "default", eager: true,
});
const FILES = Object.entries(SOURCES).map(([name, text]) => ({ name, text }));

/** Every key a file asks for; one with a changing part as a pattern. */
function keysIn(text: string): RegExp[] {
  const called = [...text.matchAll(/\b(?:t|say|counted)\(\s*(["'`])((?:(?!\1).)+)\1/g)].map((found) => found[2]!);
  const listed = [...text.matchAll(/\bwords: "([\w.-]+)", act|\bwords: "(keys\.[\w.-]+)"/g)].map((found) => (found[1] ?? found[2])!);
  return [...called, ...listed].map((key) => new RegExp(`^${key.replaceAll(".", "\\.").replace(/\$\{[^}]+\}/g, ".+")}(\\.(one|other))?$`));
}

describe("the texts", () => {
  const keys = Object.keys(en);

  it("are there for every key that a page uses", () => {
    const missing = FILES.flatMap(({ name, text }) => keysIn(text).filter((key) => !keys.some((each) => key.test(each))).map((key) => `${name}: ${key.source}`));
    expect(missing).toEqual([]);
  });

  it("are all used", () => {
    const called = FILES.flatMap(({ text }) => keysIn(text));
    const written = (key: string): boolean => FILES.some(({ text }) => text.includes(`"${key}"`));
    expect(keys.filter((key) => !(key in history) && !called.some((pattern) => pattern.test(key)) && !written(key))).toEqual([]);
  });

  it("of other languages have no key that English lacks, and the same places to fill", () => {
    for (const language of [italian, es])
      for (const [key, text] of Object.entries(language)) {
        expect(has(key), key).toBe(true);
        expect(text!.match(/\{\w+\}/g) ?? [], key).toEqual(en[key as keyof typeof en].match(/\{\w+\}/g) ?? []);
      }
  });

  it("stand nowhere in the components themselves", () => {
    const found = FILES.filter(({ name }) => name.endsWith(".svelte")).flatMap(({ name, text }) => wordsIn(text).map((words) => `${name}: ${words}`));
    expect(found).toEqual([]);
  });
});

/** Words for readers that are written into a component: between tags, or in an attribute that is read. */
function wordsIn(component: string): string[] {
  const markup = component
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
    .replace(/<svg[\s\S]*?<\/svg>/g, "");
  const attributes = [...markup.matchAll(/\s(?:title|aria-label|placeholder|alt|label)="([^"]*)"/g)].map((found) => withoutCode(found[1]!));
  const between = withoutTags(withoutCode(markup)).split("\n");
  return [...attributes, ...between].map((words) => words.trim()).filter((words) => /\p{L}{2,}/u.test(words));
}

/** Without what stands in braces, however deep. */
function withoutCode(text: string): string {
  let depth = 0;
  let kept = "";
  for (const letter of text) {
    if (letter === "{") depth += 1;
    if (!depth) kept += letter;
    if (letter === "}") depth -= 1;
  }
  return kept;
}

function withoutTags(text: string): string {
  return text.replace(/<[^>]*>/g, "\n");
}

describe("words", () => {
  it("are filled in", () => {
    expect(t("and", { first: "a", last: "b" })).toBe("a and b");
    expect(filled("{a} {b}", { a: 1 })).toBe("1 {b}");
  });

  it("of the board are found, and an unknown key says its last word", () => {
    expect(say("board.zoom-in")).toBe("Zoom in");
    expect(say("legend.old_mill")).toBe("old mill");
  });

  it("are those that a player would say", () => {
    expect(["ledger.results", "ledger.sealed", "ledger.sum", "settings.theme", "odds.title"].map((key) => say(key))).toEqual([
      "Possible results", "Assumed tactics", "Total", "Theme", "All possible outcomes",
    ]);
    expect(t("prompt.waiting", { who: "the British" })).toBe("Waiting for the British");
  });

  it("tell chances and signs as people read them", () => {
    expect(percent(0.25)).toBe("25%");
    expect(percent(0.001)).toBe("<1%");
    expect(percent(0)).toBe("0%");
    expect(percent(0.999)).toBe(">99%");
    expect(percent(1)).toBe("100%");
    expect([signed(2), signed(-1), signed(0)]).toEqual(["+2", "−1", "0"]);
  });

  it("come in a language that there is", () => {
    expect(languageFor("it")).toBe("it");
    expect(languageFor("", ["de-CH", "es-MX"])).toBe("es");
    expect(languageFor("xx", ["fr"])).toBe("en");
  });
});
