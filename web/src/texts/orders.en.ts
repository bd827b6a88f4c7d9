/** English: standing orders. */

export const orders = {
  "orders.about": "They answer for you what you are asked while others play, so that nobody waits for you. Nobody sees that it was an order. What cannot be done as ordered, you are asked.",
  "orders.none": "Nothing can be ordered in this game.",
  "orders.given.one": "{count} order is in force",
  "orders.given.other": "{count} orders are in force",
  "orders.given.zero": "You are asked everything",
  "orders.ask": "Ask me everything",
  "orders.computer": "Leave everything to the computer",
  "orders.keeping": "One moment…",
};
