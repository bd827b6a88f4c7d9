import { describe, expect, it } from "vitest";

import { counterSvg } from "./counters";
import { counter } from "./maps.sample";
import { looksOf } from "./looks";
import { COLOURS, SHAPES } from "./states";
import { escaped, fitted, widthOf } from "./text";

const state = (word: string, title = word) => ({ word, title });

describe("a counter", () => {
  it("shows name, arm, values and steps", () => {
    const svg = counterSvg(counter(), 80);
    for (const words of [">1st Foot<", ">3</text>", ">1</text>", ">4</text>", "<title>1st Battalion of Foot, 3-1-4</title>", "#c4463a", "#8f1f1b"]) {
      expect(svg).toContain(words);
    }
  });

  it("is well-formed whatever it is called", () => {
    const name = `<b>"O'Hara" & Co</b>`;
    const svg = counterSvg(counter({ name, words: "<script>", values: "1<2", states: [state("x", `<i>"`)], basis: `a < "b"` }), 80);
    expect(svg).not.toMatch(/<b>|<script>|<i>/);
    expect(svg).toContain("&lt;b&gt;&quot;O&#39;Hara&quot; &amp; Co&lt;/b&gt;");
    expect(balanced(svg)).toBe(true);
  });

  it("keeps colours inside their attribute", () => {
    const bad = `"/><script>`;
    const colours = { face: bad, ink: bad, band: bad, band_ink: bad };
    for (const size of [14, 24, 80]) {
      for (const symbol of ["muskets", "stars", "back"]) {
        for (const lost of [0, 1]) expect(counterSvg(counter({ colours, symbol, lost, basis: "x" }), size)).not.toContain("<script>");
      }
    }
  });

  it("writes a number below zero with a minus on a plate, as large as the others", () => {
    const svg = counterSvg(counter({ values: "2-(-1)-4" }), 80);
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"[^>]*>(2|−1|4)</g)].map(([, size, words]) => [words, size]);
    expect(sizes.map(([words]) => words)).toEqual(["2", "−1", "4"]);
    expect(new Set(sizes.map(([, size]) => size))).toEqual(new Set(["16.4"]));
    expect(svg).toContain("#fff3d6");
    expect(counterSvg(counter(), 80)).not.toContain("#fff3d6");
  });

  it("tells its states in words, in shapes of their own", () => {
    const svg = counterSvg(counter({ states: [state("disrupted", "in Unordnung"), state("pinned", "gebunden")] }), 80);
    expect(svg).toContain(">IN UNORDNUNG<");
    expect(svg).toContain(">GEBUNDEN<");
    const shapes = Object.values(SHAPES).map((shape) => shape(20, 4));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it("tells three states by letters, and a state nobody has drawn too", () => {
    const svg = counterSvg(counter({ states: [state("disrupted"), state("pinned"), state("bewildered")] }), 80);
    for (const letter of ["D", "P", "B"]) expect(svg).toContain(`>${letter}</text>`);
  });

  it("shows lost steps by hollow squares and a stripe, not by colour alone", () => {
    const [whole, reduced] = [counterSvg(counter(), 80), counterSvg(counter({ lost: 1 }), 80)];
    expect(reduced).toContain('fill="none" stroke="#ffffff"');
    expect(whole).not.toContain('fill="none" stroke="#ffffff"');
    expect(reduced).toContain("#fffdf3");
  });

  it("says where its values come from, when they are not printed and it is large enough", () => {
    const basis = "reconstructed: about 400 men";
    expect(counterSvg(counter({ basis }), 80)).toContain(`<title>${basis}</title>`);
    expect(counterSvg(counter({ basis }), 32)).not.toContain(basis);
    expect(counterSvg(counter(), 80)).not.toContain("<circle");
  });

  it("drops its name when it is small, but neither arm, values nor states", () => {
    const small = counterSvg(counter({ states: [state("disrupted")] }), 24, { untitled: true });
    expect(small).not.toContain("1st Foot");
    for (const number of ["3", "1", "4"]) expect(small).toContain(`>${number}</text>`);
    expect(small).toContain(">D</text>");
  });

  it("from afar shows its strength, and that it is not as it should be", () => {
    const far = (more = {}) => counterSvg(counter(more), 14, { untitled: true });
    expect(far()).toContain(">3</text>");
    expect(far({ values: "(-1)-2-4" })).toContain(">−1</text>");
    expect(far({ values: "4+" })).toContain(">4+</text>");
    expect(far({ states: [state("disrupted")] })).toContain(looksOf().state("disrupted").fill);
    expect(far().match(/<[a-z]/g)!.length).toBeLessThan(9);
  });

  it("face down shows nothing of its face", () => {
    const back = counterSvg(counter({ id: "", symbol: "back", name: "", values: "", title: "", words: "a unit" }), 80);
    expect(back).not.toContain("<text");
    const other = counter({ id: "", symbol: "back", name: "Jackson", values: "9-9-9", title: "", words: "a unit" });
    expect(counterSvg(other, 80)).toBe(back);
  });

  it("has few elements: there may be two hundred", () => {
    const worn = counter({ lost: 1, states: [state("disrupted"), state("fired")], basis: "x" });
    for (const one of [counter(), worn, counter({ symbol: "leader", rank: 3 })]) {
      expect(counterSvg(one, 47).match(/<[a-z]/g)!.length).toBeLessThan(36);
    }
  });

  it("shows as many stars as a leader has", () => {
    const stars = (rank: number) => counterSvg(counter({ symbol: "stars", rank }), 80).match(/Z/g)!.length;
    expect(stars(3) - stars(1)).toBe(2);
  });
});

describe("words", () => {
  it("that fit stay as they are", () => {
    expect(fitted("Foot", 40, 8, 6)).toEqual({ size: 8, squeeze: 1 });
  });

  it("too long are made smaller, then squeezed", () => {
    const long = fitted("Queen's Rangers", 40, 8, 6);
    expect(long.size).toBeLessThan(8);
    const longer = fitted("A very long name of a battalion", 40, 8, 6);
    expect(longer.size).toBe(6);
    expect(longer.squeeze).toBeLessThan(1);
    expect(widthOf("A very long name of a battalion", longer.size) * longer.squeeze).toBeLessThanOrEqual(40 + 1e-9);
  });

  it("are made safe", () => {
    expect(escaped(`<&>"'`)).toBe("&lt;&amp;&gt;&quot;&#39;");
  });
});

describe("states", () => {
  it("can be read: their ink stands out from their ground", () => {
    const own = ["#102030", "#d0b020", "#808080"].map((colour) => looksOf({ states: { weary: { colour } } }).state("weary"));
    const all = [...Object.values(COLOURS), ...[...own, looksOf().state("something new")].map(({ fill, ink }) => [fill, ink] as const)];
    for (const [fill, ink] of all) expect(contrast(fill, ink), fill).toBeGreaterThan(3.9);
    for (const [fill, ink] of Object.values(COLOURS)) expect(contrast(fill, ink), fill).toBeGreaterThan(4.5);
  });
});

/** Whether every tag that is opened is closed. */
function balanced(svg: string): boolean {
  const open: string[] = [];
  for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/gi)) {
    if (close) {
      if (open.pop() !== name) return false;
    } else if (!self) open.push(name!);
  }
  return open.length === 0;
}

/** The contrast of two colours, as the web's guidelines reckon it. */
function contrast(a: string, b: string): number {
  const light = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((i) => {
      const part = parseInt(colour.slice(i, i + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x! + 0.05) / (y! + 0.05);
}
