// Every game in play, by day and by night, on a screen and on a tablet: pictures to look at.

import { eager, playUntil } from "../guest.mjs";
import { scene } from "../scene.mjs";

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };

await scene(import.meta.url, async (stage) => {
  const games = [["revolution/guilford/historical", 60], ["revolution/eutaw/historical", 60], ["chancellorsville/perfect-plan", 25]];
  for (const [scenario, moves] of games) {
    const card = (await stage.guest.good("GET", "scenarios")).find((each) => each.id === scenario);
    const { game, links, seats } = await stage.guest.create(scenario, Object.fromEntries(card.seats.map((seat) => [seat.name, "human"])));
    const { seat } = await playUntil(seats, (table) => table.seq >= moves, eager);
    const name = scenario.replaceAll("/", "-");
    for (const [look, options] of [["day", {}], ["night", { colorScheme: "dark" }], ["tablet", TABLET]]) {
      const page = await stage.sit(`${name}-${look}`, game, links[seat], options);
      await page.locator("[role=application] [data-counter]").first().waitFor();
      await page.waitForTimeout(1200); // until the map is painted
      await stage.shot(page, `${name}-${look}`);
      await page.context().close();
    }
  }
});
