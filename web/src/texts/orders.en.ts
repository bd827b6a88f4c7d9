/** English: standing orders. */

export const orders = {
  "orders.about": "Standing orders answer for you while others play, so that nobody has to wait. Nobody can tell that it was an order. If an order cannot be carried out, you are asked.",
  "orders.none": "There are no standing orders in this game.",
  "orders.given.one": "{count} order is in force",
  "orders.given.other": "{count} orders are in force",
  "orders.given.zero": "You are asked everything",
  "orders.ask": "Ask me everything",
  "orders.computer": "Let the computer decide everything",
  "orders.keeping": "One moment…",
};
