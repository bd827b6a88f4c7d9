// Two friends in two browsers, and a third who watches: sealed tactics stay sealed until both have chosen; then all see them.

import { anything, eager, playUntil } from "../guest.mjs";
import { byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  stage.listening = true;
  const { game, links, seats } = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const sealed = (table) => table.decision?.sealed && table.actors.length === 2 && table.decision.choices.length > 1;
  await playUntil(seats, sealed, eager);

  const pages = {};
  for (const seat of Object.keys(seats)) pages[seat] = await stage.sit(seat, game, links[seat]);
  const watching = await stage.sit("spectator", game, null);
  await watching.getByText("You are watching").waitFor();
  assert.equal(await watching.locator("button[data-action]").count(), 0);

  const [first, second] = Object.keys(seats);
  const tables = { [first]: await seats[first].table(), [second]: await seats[second].table() };
  for (const seat of [first, second]) await waitForQuestion(pages[seat], tables[seat]);
  await stage.shots("sealed");

  const others = [pages[second], watching];
  const before = new Map(others.map((page) => [page, stage.heard.get(page).length]));
  const choice = anything(tables[first].decision.choices);
  await byMouse(pages[first], choice, tables[first]);
  await pages[second].getByText("Your opponent has chosen").waitFor();
  await pages[first].waitForFunction(() => !document.querySelector("button[data-action]"));
  await stage.shots("one-has-chosen");
  for (const page of others) {
    const heard = stage.heard.get(page).slice(before.get(page));
    assert.ok(heard.length, "nothing was heard");
    assert.ok(!heard.some((text) => text.includes(choice.action) && !text.includes('"choices"')), `'${choice.action}' was told`);
  }

  await byMouse(pages[second], anything(tables[second].decision.choices), tables[second]);
  const log = await seats[first].good("GET", `games/${game}/log`);
  for (const page of [...Object.values(pages), watching]) await page.locator(".log").getByText(log.at(-1).words, { exact: true }).last().waitFor();
  await stage.shots("both-have-chosen");

  for (let count = 0; count < 12; count += 1) {
    const tables = Object.fromEntries(await Promise.all(Object.entries(seats).map(async ([seat, guest]) => [seat, await guest.table()])));
    const seat = Object.keys(tables).find((each) => tables[each].decision);
    if (!seat) break;
    await showAll(pages[seat]);
    await waitForQuestion(pages[seat], tables[seat]);
    await byMouse(pages[seat], anything(tables[seat].decision.choices), tables[seat]);
  }
  await stage.shots("in-play");

  // A name is kept in the browser and seen by the others; what is said has a tab of its own, with a mark for what is new.
  const [one, other] = [pages[first], pages[second]];
  await one.getByRole("tab", { name: "Table" }).click();
  await one.getByRole("textbox", { name: "Your name" }).fill("Old Soldier");
  await one.keyboard.press("Enter");
  for (const page of [other, watching]) {
    await page.getByRole("tab", { name: "Table" }).click();
    await page.locator(".seats").getByText("Old Soldier").waitFor();
  }
  await one.getByRole("tab", { name: "Chat" }).click();
  await one.getByRole("textbox", { name: "Write a message" }).fill("Your move!");
  await one.keyboard.press("Enter");
  const chat = other.getByRole("tab", { name: /^Chat/ });
  await chat.getByText("1").waitFor();
  await stage.shot(other, "unread");
  await other.reload();
  await chat.getByText("1").waitFor(); // it is still unread
  await chat.click();
  await other.getByText("Your move!").waitFor();
  await chat.getByText("1").waitFor({ state: "detached" });
  await stage.shot(other, "chat");
  assert.equal(await watching.getByRole("tab", { name: /^Chat/ }).count(), 0);
  await other.goto(stage.server.url);
  await other.getByText("against Old Soldier").waitFor();
  await stage.shot(other, "my-games");
});
