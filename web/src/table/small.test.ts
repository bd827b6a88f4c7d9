import { describe, expect, it } from "vitest";

import type { AnySheet, Table } from "../api/types";
import { mustHandOver } from "./hotseat.svelte";
import { actOf, KEYS } from "./keys";
import { modeFor } from "./screen.svelte";
import { scrollFor } from "./tabs";
import { bestArrangement, bestTurn } from "./turning";

const key = (name: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => actOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe("keys", () => {
  it("do what the list says, each something else", () => {
    const keys = KEYS.filter((entry) => entry.act).flatMap((entry) => entry.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const entry of KEYS) if (entry.act) for (const name of entry.keys) expect(key(name === "Esc" ? "Escape" : name)).toBe(entry.act);
  });

  it("leave the browser its own", () => {
    expect(key("r", { ctrlKey: true })).toBeNull();
    expect(key("q")).toBeNull();
  });

  it("number the inspections", () => {
    expect(key("3")).toBe(3);
    expect(key("0")).toBeNull();
    expect(key("=")).toBe("zoomin");
  });
});

describe("room", () => {
  const map = (columns: number, rows: number, north = "up") => ({ kind: "hexes", columns, rows, first_column: 1, first_row: 1, north }) as AnySheet;

  it("is made for phone, tablet and desk", () => {
    expect(modeFor(390, 844)).toBe("small");
    expect(modeFor(820, 1180)).toBe("small");
    expect(modeFor(1024, 768)).toBe("medium");
    expect(modeFor(1440, 900)).toBe("wide");
    expect(modeFor(640, 400)).toBe("medium"); // a screen of 1280 by 800 with everything twice as large
  });

  it("lays a high map on its side in a broad room, with north up if it can", () => {
    expect(bestTurn(map(24, 32, "left"), { width: 1000, height: 600 })).toBe(1);
    expect(bestTurn(map(24, 32, "right"), { width: 1000, height: 600 })).toBe(3);
    expect(bestTurn(map(24, 32), { width: 500, height: 900 })).toBe(0);
    expect(bestTurn(map(32, 24), { width: 1000, height: 600 })).toBe(0);
    expect(bestTurn(map(32, 24), { width: 0, height: 0 })).toBe(0);
  });

  it("sets the panels where they leave more map", () => {
    const broad = { kind: "areas", width: 404, height: 240 } as AnySheet;
    expect(bestArrangement(broad, { width: 700, height: 850 }, { width: 1000, height: 660 })).toBe("strip");
    expect(bestArrangement(map(30, 26), { width: 700, height: 850 }, { width: 1000, height: 600 })).toBe("column");
    expect(bestArrangement(null, { width: 1, height: 1 }, { width: 1, height: 1 })).toBe("column");
  });
});

describe("a row of tabs", () => {
  const starts = [0, 80, 130, 210, 270];

  it("is scrolled no farther than it must, to where a tab begins", () => {
    expect(scrollFor(80, 50, starts, 0, 200)).toBe(0);
    expect(scrollFor(210, 60, starts, 0, 200)).toBe(80);
    expect(scrollFor(270, 60, starts, 80, 200)).toBe(130);
    expect(scrollFor(270, 60, starts, 140, 200)).toBe(130);
    expect(scrollFor(0, 80, starts, 130, 200)).toBe(0);
    expect(scrollFor(210, 300, starts, 0, 200)).toBe(210);
  });
});

describe("two at one screen", () => {
  const table = (pieces: unknown, sealed = false) => ({ pieces, decision: { sealed } }) as unknown as Table;

  it("hand over only where the other sees or chooses what the first may not know", () => {
    expect(mustHandOver(table("same"), table("same"))).toBe(false);
    expect(mustHandOver(table("same"), table("other"))).toBe(true);
    expect(mustHandOver(table("same"), table("same", true))).toBe(true);
  });
});
