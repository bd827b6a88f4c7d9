// Whoever comes in sees on every screen how to begin a game, and which side it is, without scrolling.

import { assert, PHONE, scene } from "../scene.mjs";

const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  night: { viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
  landscape: { viewport: { width: 1024, height: 768 }, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  phone: PHONE,
  "small-phone": { ...PHONE, viewport: { width: 360, height: 640 } },
};

await scene(import.meta.url, async (stage) => {
  for (const [name, screen] of Object.entries(SCREENS)) {
    const page = await stage.person(name, screen);
    await page.goto(stage.server.url);
    await page.locator("[data-next-lesson]").first().waitFor();
    const card = page.locator("article").first();
    const play = card.getByRole("button", { name: "Play against the computer" });
    await play.waitFor();
    await stage.shot(page, name);
    for (const [what, element] of [["the button", play], ["the side", card.locator(".side", { has: page.locator(":checked") })], ["the lesson", page.locator("[data-next-lesson]").first()]]) {
      const box = await element.boundingBox();
      assert.ok(box.y + box.height <= screen.viewport.height, `${name}: ${what} ends at ${box.y + box.height} of ${screen.viewport.height} pixels`);
    }
    await page.context().close();
  }

  // The scenarios of a game stand together; the side that is chosen is the side one gets.
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  const card = page.locator("article", { has: page.getByRole("heading", { name: "Eutaw Springs" }) });
  await card.first().waitFor();
  assert.equal(await card.count(), 1);
  await card.getByRole("radio", { name: "The campaign" }).check();
  await card.getByRole("radio", { name: "American" }).check();
  await card.getByRole("button", { name: "Play against the computer" }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  await page.getByRole("heading", { name: "Eutaw Springs: the campaign" }).waitFor();
  await page.locator(".prompt .side").getByText("American").waitFor();
});
