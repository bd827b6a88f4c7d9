import { expect, it } from "vitest";

import type { ScenarioCard } from "../api/types";
import { orderFor, seated, usualWishes } from "./starting";

const CARD = {
  id: "box/field", title: "The Field",
  seats: [{ name: "red", title: "Reds", colour: "" }, { name: "white", title: "Whites", colour: "" }],
  players: [{ name: "weak", title: "", about: "" }, { name: "strong", title: "", about: "" }],
  options: [{ name: "fog", title: "", about: "", value: false, values: [], cites: [] }, { name: "bid", title: "", about: "", value: 0, values: [], cites: [] }],
} as unknown as ScenarioCard;

it("takes the first side against the strongest opponent for granted", () => {
  const order = orderFor(CARD, "computer", usualWishes(CARD));
  expect(order).toMatchObject({ scenario: "box/field", seats: { red: "human", white: "strong" }, options: {} });
  expect(order.nonce).toMatch(/^[0-9a-f]{32}$/);
});

it("sends only the options that were changed", () => {
  const wishes = { ...usualWishes(CARD), options: { fog: true, bid: 0 }, side: "white", opponent: "weak" };
  expect(orderFor(CARD, "computer", wishes)).toMatchObject({ seats: { red: "weak", white: "human" }, options: { fog: true } });
});

it("keeps the own link and gives the other away; at one screen it keeps both", () => {
  const table = { game: "g", links: { red: "R", white: "W" } };
  const wishes = usualWishes(CARD);
  expect(seated(CARD, "friend", wishes, table)).toMatchObject({ seats: [{ name: "red", token: "R" }], friends: { white: "W" } });
  expect(seated(CARD, "hotseat", wishes, table)).toMatchObject({ seats: [{ name: "red", token: "R" }, { name: "white", token: "W" }], friends: {} });
});
