// Who plays over days leaves an address to be told at; only their own seat is shown it, and it is gone when they clear it.

import { scrollTo } from "../hands.mjs";
import { assert, PHONE, scene } from "../scene.mjs";

const MAIL = "grandfather@example.org";

/** Open the part of the table where the people are, and there what is told to whom. */
async function openForm(page) {
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByText("Notify me when it is my turn").click();
}

await scene(import.meta.url, async (stage) => {
  stage.listening = true;
  const { game, links } = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const british = await stage.sit("british", game, links.british);
  await openForm(british);
  const mail = british.getByLabel("By e-mail");
  const form = british.locator(".notices form", { has: mail });
  assert.ok(await form.getByRole("button", { name: "Save" }).isDisabled());

  await mail.fill("somewhere");
  stage.outage(true); // a refusal stands on the console, too
  await mail.press("Enter");
  await form.getByText("That is not an e-mail address").waitFor();
  await stage.shot(british, "refused");
  stage.outage(false);

  await mail.fill(MAIL);
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  await stage.shot(british, "kept");

  await british.reload();
  await openForm(british);
  await british.waitForFunction((address) => document.querySelector(".notices input[type=email]")?.value === address, MAIL);

  const american = await stage.sit("american", game, links.american, PHONE);
  await openForm(american);
  assert.equal(await american.getByLabel("By e-mail").inputValue(), "");
  await scrollTo(american.getByLabel("By webhook"));
  await stage.shot(american, "phone");
  const watching = await stage.sit("spectator", game, null);
  await watching.getByRole("tab", { name: "Table" }).click();
  assert.equal(await watching.getByText("Notify me when it is my turn").count(), 0);
  for (const page of [american, watching]) assert.ok(!stage.heard.get(page).some((text) => text.includes(MAIL)), "another was told the address");

  // The link of a notice leads the browser that has played to its seat, and tells any other what it lacks.
  await british.goto(`${stage.server.url}/table/${game}/mine`);
  await british.getByText("Your turn").first().waitFor();
  assert.equal(new URL(british.url()).hash, `#${links.british}`);
  await openForm(british);
  const stranger = await stage.person("stranger");
  await stranger.goto(`${stage.server.url}/table/${game}/mine`);
  await stranger.getByRole("heading", { name: "This browser does not know your seat" }).waitFor();
  await stage.shot(stranger, "unknown-seat");
  await stranger.getByRole("link", { name: "Watch the game" }).click();
  await stranger.getByText("You are watching").waitFor();

  await mail.fill("");
  await form.getByRole("button", { name: "Clear" }).click();
  await form.getByText("Cleared").waitFor();
  await british.reload();
  await openForm(british);
  assert.equal(await mail.inputValue(), "");
});
