import { expect, it } from "vitest";
import type { Counter, PlaneSheet, Pieces } from "../api/types";
import type { Overlays } from "./overlays";
import { Ruler } from "./ruler";
import { Scene } from "./scene";
import type { BoardConfig } from "./types";

const sheet = { kind: "plane", id: "", title: "", width: 100, height: 60, base: 1.5, step: 1, grounds: [], lines: [], objectives: [], rears: [] } as unknown as PlaneSheet;
const man = (id: string): Counter => ({ id, name: id, title: id, colours: {}, states: [], words: id, rank: 0 }) as unknown as Counter;
const pieces = { stacks: [{ place: "20,30", counters: [man("a")] }, { place: "60,30", counters: [man("b")] }], markers: [], flags: [], groups: [], additions: [], ways: [], sky: [], trays: [] } as unknown as Pieces;

function table() {
  const [drawn, said, measured]: [string[], string[], unknown[]] = [[], [], []];
  const text: BoardConfig["text"] = (key, args) => `${key} ${Object.values(args ?? {}).join("|")}`.trim();
  const scene = new Scene({
    map: { sheet, words: {}, legend: [] }, pieces, choices: [{ place: "40.35,31.9", kind: "go" }], choosable: [], selected: null, marks: [],
    hidden: false, magnified: false, dark: false, text, on: { measured: (...args) => void measured.push(args) },
  });
  const overlays = { ruler: (markup: string) => void drawn.push(markup) } as unknown as Overlays;
  return { scene, ruler: new Ruler(scene, overlays, (words) => void said.push(words)), drawn, said, measured };
}

it("measures centimetres and snaps to whoever stands near", () => {
  const { scene, ruler, drawn, said, measured } = table();
  const [ax, ay] = scene.geometry.centre("20,30");
  ruler.begin([ax + 8, ay - 6]);
  ruler.reach(scene.geometry.centre("40,45"));
  expect(drawn.at(-1)).toContain("25.0");
  ruler.reach([scene.geometry.centre("60,30")[0] + 9, ay]);
  ruler.end();
  expect(said).toEqual(["board.measured 40.0"]);
  expect(measured).toEqual([["a", "60,30", "b"]]);
});

it("keeps what was measured until another begins or it is put away", () => {
  const { scene, ruler, drawn } = table();
  ruler.begin(scene.geometry.centre("10,10"));
  ruler.reach(scene.geometry.centre("10,20"));
  ruler.end();
  expect(ruler.measuring).toBe(false);
  ruler.reach(scene.geometry.centre("10,50"));
  expect(drawn.at(-1)).toContain("10.0");
  expect(ruler.putAway()).toBe(true);
  expect(drawn.at(-1)).toBe("");
  expect(ruler.putAway()).toBe(false);
});

it("takes a click within the ring about a choice for that choice", () => {
  const { scene } = table();
  const [x, y] = scene.geometry.centre("40.35,31.9");
  expect(scene.chosenNear([x + 15, y - 10])).toBe("40.35,31.9");
  expect(scene.chosenNear([x + 40, y])).toBeNull();
  expect(scene.standing("60,30")?.id).toBe("b");
  expect(scene.standing("40,30")).toBeNull();
});
