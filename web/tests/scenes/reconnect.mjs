// The server is killed under two browsers: both say so, a choice made meanwhile is sent again, and all go on where they were.

import { anything } from "../guest.mjs";
import { showAll, unfold, waitForQuestion } from "../hands.mjs";
import { assert, PATIENCE, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const { game, links, seats } = await stage.guest.create("revolution/eutaw/historical", { british: "human", american: "human" });
  const pages = {};
  for (const seat of Object.keys(seats)) pages[seat] = await stage.sit(seat, game, links[seat]);
  for (let round = 0; round < 3; round += 1) {
    const { seat, table } = await whoIsAsked(seats);
    const page = pages[seat];
    await showAll(page);
    await waitForQuestion(page, table);

    await stage.server.kill();
    for (const each of Object.values(pages)) await each.getByText("The connection is lost").first().waitFor({ timeout: PATIENCE });
    const choice = anything(table.decision.choices.filter((each) => !each.fight));
    await unfold(page, page.locator(`button[data-action="${choice.action}"]`));
    await page.locator(`button[data-action="${choice.action}"]`).click();
    await page.waitForTimeout(600);
    if (round === 0) await stage.shots("server-gone");
    await stage.server.start();

    for (const each of Object.values(pages)) await each.getByText("The connection is lost").first().waitFor({ state: "hidden", timeout: PATIENCE });
    await until(async () => (await seats[seat].table()).seq === table.seq + 1, "the choice was not sent again");
    await new Promise((go) => setTimeout(go, 1500));
    assert.equal((await seats[seat].table()).seq, table.seq + 1, "the choice acted more than once");
  }
  const { seat, table } = await whoIsAsked(seats);
  await showAll(pages[seat]);
  await waitForQuestion(pages[seat], table);
  await stage.shots("server-back");
});

async function whoIsAsked(seats) {
  for (const [seat, guest] of Object.entries(seats)) {
    const table = await guest.table();
    if (table.decision) return { seat, table };
  }
  throw new Error("nobody is asked");
}

async function until(holds, complaint) {
  const deadline = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, complaint);
    await new Promise((go) => setTimeout(go, 100));
  }
}
