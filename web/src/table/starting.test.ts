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
  expect(order).toMatchObject({ scenario: "box/field", seats: { red: "human", white: "strong" }, options: {}, invite: [] });
  expect(order.nonce).toMatch(/^[0-9a-f]{32}$/);
});

it("sends only the options that were changed", () => {
  const wishes = { ...usualWishes(CARD), options: { fog: true, bid: 0 }, side: "white", opponent: "weak" };
  expect(orderFor(CARD, "computer", wishes)).toMatchObject({ seats: { red: "weak", white: "human" }, options: { fog: true } });
});

it("invites a friend to the seat that is left; at one screen both are ours", () => {
  const wishes = { ...usualWishes(CARD), side: "white" };
  expect(orderFor(CARD, "friend", wishes)).toMatchObject({ seats: { red: "human", white: "human" }, invite: ["red"] });
  expect(orderFor(CARD, "hotseat", wishes)).toMatchObject({ seats: { red: "human", white: "human" }, invite: [] });
});

it("keeps the links of our own seats, and the invitations to the others until they are taken", () => {
  const invited = { game: "g", links: { red: "R" }, invitations: { white: "I" } };
  expect(seated(CARD, invited)).toMatchObject({ seats: [{ name: "red", token: "R" }], invitations: { white: "I" } });
  const both = { game: "g", links: { red: "R", white: "W" }, invitations: {} };
  expect(seated(CARD, both)).toMatchObject({ seats: [{ name: "red", token: "R" }, { name: "white", token: "W" }], invitations: {} });
});
