// The language is switched, by a setting and by the browser's own wish; the page says which one it speaks.

import { assert, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("me");
  await page.goto(stage.server.url);
  await page.getByRole("button", { name: "Play against the computer" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  const english = await page.locator("main").innerText();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("it");
  await page.waitForFunction(() => document.documentElement.lang === "it");
  await page.locator("article").first().waitFor();
  await stage.shot(page, "italian");
  assert.notEqual(await page.locator("main").innerText(), english);

  const spaniard = await stage.person("spaniard", { locale: "es" });
  await spaniard.goto(stage.server.url);
  await spaniard.locator("article").first().waitFor();
  assert.equal(await spaniard.evaluate(() => document.documentElement.lang), "es");
  await stage.shot(spaniard, "spanish");
});
