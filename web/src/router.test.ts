import { expect, it } from "vitest";

import { joinAddress, newAddress, reportAddress, routeOf, rulesAddress, tableAddress } from "./router";

const route = (address: string) => routeOf(new URL(address, "http://table.example"));

it("knows its pages", () => {
  expect(route("/")).toEqual({ page: "home" });
  expect(route(newAddress("a/b/c"))).toEqual({ page: "new", scenario: "a/b/c" });
  expect(route("/nothing/here")).toEqual({ page: "unknown" });
  expect(route("/table")).toEqual({ page: "unknown" });
  expect(route(rulesAddress("S12.23-4a"))).toEqual({ page: "rules", id: "S12.23-4a" });
  expect(route(rulesAddress())).toEqual({ page: "rules", id: "" });
});

it("takes the seat from behind the #, and nothing that is no token", () => {
  expect(route(tableAddress("g_1", "abc-DEF_9"))).toEqual({ page: "table", game: "g_1", token: "abc-DEF_9", moment: null });
  expect(route("/table/g#<script>")).toEqual({ page: "table", game: "g", token: null, moment: null });
  expect(route(reportAddress("g", "t"))).toEqual({ page: "report", game: "g", token: "t" });
});

it("leads whoever was told of their turn to their own seat", () => {
  expect(route("/table/g_1/mine")).toEqual({ page: "mine", game: "g_1" });
});

it("leads whoever is invited to where they can take the seat", () => {
  expect(route(joinAddress("g_1", "abc-DEF_9"))).toEqual({ page: "join", game: "g_1", invitation: "abc-DEF_9" });
  expect(route("/join/g_1")).toEqual({ page: "join", game: "g_1", invitation: null });
});

it("leads to a moment", () => {
  expect(route(tableAddress("g", "t", 12))).toEqual({ page: "table", game: "g", token: "t", moment: 12 });
  expect(route("/table/g?moment=soon")).toMatchObject({ moment: null });
});

it("survives an address that is no address", () => {
  expect(route("/table/%E0%A4%A")).toMatchObject({ page: "table" });
});
