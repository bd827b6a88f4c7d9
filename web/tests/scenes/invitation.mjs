// A seat is given away by an invitation, which its first taker spends; games are removed from the list and put back.

import { assert, PHONE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  const card = page.locator("article", { has: page.locator('a[href="/new/revolution/eutaw/historical"]') });
  await card.getByRole("button", { name: "Invite a friend" }).click();
  const dialog = page.getByRole("dialog");
  const link = await dialog.getByRole("textbox").inputValue();
  assert.match(new URL(link).pathname, /^\/join\/\w+$/);
  await dialog.getByText("This link works on this computer only.").waitFor(); // the server of a scene listens to nobody else
  await dialog.getByText("QR code", { exact: true }).click();
  await dialog.getByRole("img", { name: /^QR code/ }).locator("svg").waitFor();
  await stage.shot(page, "invited");

  // Where there is no clipboard the page says so, and selects the link.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("The link could not be copied.").waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()), link);
  await stage.shot(page, "not-copied");
  await dialog.getByRole("button", { name: "Sit down at the table" }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByText("invited; nobody has taken the seat yet").waitFor();
  await stage.shot(page, "table");

  // Another invitation in its place: the first is refused, and says why.
  await page.getByRole("button", { name: "New invitation" }).click();
  const field = page.getByRole("textbox", { name: /^Link for American/ });
  await page.waitForFunction(([was, box]) => box.value !== was, [link, await field.elementHandle()]);
  const renewed = await field.inputValue();
  stage.refusals(true);
  const friend = await stage.person("friend", { ...PHONE, colorScheme: "dark" });
  await friend.goto(link);
  await friend.getByText("This invitation was withdrawn").waitFor();
  await stage.shot(friend, "withdrawn");

  // Two open the same one; the first has the seat, and everybody sees that it is taken.
  const late = await stage.person("late");
  for (const guest of [friend, late]) await guest.goto(renewed);
  await late.getByRole("button", { name: "Play American" }).waitFor();
  await stage.shot(friend, "join");
  await friend.getByRole("button", { name: "Play American" }).click();
  await friend.waitForURL(/\/table\/.+#.+/);
  assert.notEqual(new URL(friend.url()).hash, new URL(renewed).hash);
  await late.getByRole("button", { name: "Play American" }).click();
  await late.getByText("which is spent now").waitFor();
  await stage.shot(late, "spent");
  await page.getByText("invited; nobody has taken the seat yet").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("button", { name: "New invitation" }).count(), 0);
  await friend.goto(renewed); // the browser that took the seat is let in again
  await friend.waitForURL(/\/table\/.+#.+/);

  // A game in progress is removed only after a question; undo brings it back, and so does the list of removed games.
  await page.goto(stage.server.url);
  const mine = page.locator("section", { has: page.getByRole("heading", { name: "Your games" }) });
  const remove = mine.getByRole("button", { name: /^Remove Eutaw/ });
  await remove.click();
  await page.getByRole("dialog").getByText("is still in progress").waitFor();
  await stage.shot(page, "remove");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assert.equal(await remove.count(), 1);
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await mine.getByRole("button", { name: "Undo" }).waitFor();
  await stage.shot(page, "removed");
  await mine.getByRole("button", { name: "Undo" }).click();
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.reload();
  await mine.getByText("1 removed game").click();
  await mine.getByRole("button", { name: /^Put back: Eutaw/ }).click();
  await mine.getByRole("link", { name: /Eutaw/ }).click();
  await page.waitForURL(/\/table\/.+#.+/);

  // Both seats in one browser: everybody sees it.
  await page.goto(stage.server.url);
  await card.getByRole("button", { name: "Hot seat" }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  const spectator = await stage.sit("spectator", new URL(page.url()).pathname.split("/").at(-1), null);
  await spectator.getByRole("tab", { name: "Table" }).click();
  await spectator.getByText("Both seats are held by one person.").waitFor();
  await stage.shot(spectator, "both");

  // A lesson that was begun stands among the lessons, by its game, and not among the games.
  await page.goto(stage.server.url);
  await page.locator("[data-next-lesson]").first().click();
  await page.waitForURL(/\/table\/.+#.+/);
  await page.getByRole("region", { name: "Guide" }).waitFor();
  await page.goto(stage.server.url);
  const lesson = page.locator("a[data-next-lesson]");
  await lesson.getByText(/^Go on: /).waitFor();
  assert.notEqual((await lesson.locator(".game").innerText()).trim(), "");
  assert.equal(await mine.locator(".listed li").count(), 2);
  await stage.shot(page, "home");
  const phone = await stage.person("phone", { ...PHONE, colorScheme: "dark" });
  await phone.goto(stage.server.url);
  await phone.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), await page.evaluate(() => ({ ...localStorage })));
  await phone.reload();
  await phone.locator("a[data-next-lesson]").waitFor();
  await stage.shot(phone, "home-phone");
});
