// The first three turns of Hurrah for Old Joe with the mouse, against the automaton, from the list of games.

import { busy, Guest } from "../guest.mjs";
import { byMouse, showAll, waitForQuestion } from "../hands.mjs";
import { assert, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const page = await stage.person("lee");
  await page.goto(stage.server.url);
  await page.locator("article", { hasText: "Hurrah for Old Joe" }).getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/table\/.+#.+/);
  const url = new URL(page.url());
  const lee = new Guest(stage.server.url, url.pathname.split("/").at(-1), url.hash.slice(1));

  const chosen = { map: 0, both: 0, list: 0 };
  let table = await lee.table();
  while (table.when.turn < 4 && !table.over) {
    assert.ok(table.decision, "nobody else is asked");
    await showAll(page);
    await waitForQuestion(page, table);
    const { how } = await byMouse(page, busy(table.decision.choices, (chosen.map + chosen.both) % 12 === 11), table);
    chosen[how] += 1;
    const next = await lee.table();
    if (next.when.turn !== table.when.turn) await stage.shot(page, `turn-${next.when.turn}`);
    table = next;
  }
  console.log(`chosen on the map ${chosen.map}, on the map and in the list ${chosen.both}, in the list ${chosen.list}`);
  assert.ok(chosen.map >= 10, "hardly anything could be chosen on the map");
});
