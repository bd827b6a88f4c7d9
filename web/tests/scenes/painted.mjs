// Whoever moves the map while it is being painted finds it whole as soon as he rests.

import { BOARD } from "../hands.mjs";
import { assert, PAINTED, PICTURES, scene } from "../scene.mjs";

await scene(import.meta.url, async (stage) => {
  const { game } = await stage.guest.create("revolution/guilford/historical", { british: "human", american: "human" });
  const page = await stage.sit("restless", game, null, PAINTED);
  await page.locator(`${BOARD} [data-counter]`).first().waitFor();
  const box = await page.locator(BOARD).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400); // near enough that the map fills the view
  await page.waitForTimeout(1500);
  const slow = await page.context().newCDPSession(page);
  for (let round = 0; round < (PICTURES ? 2 : 1); round += 1) {
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 20 }); // so that painting a tile takes its time
    await page.mouse.wheel(0, round % 2 ? 40 : -40); // all has to be painted anew
    for (let step = 0; step < 10; step += 1) {
      await page.waitForTimeout(170 + 9 * (step % 7)); // and often the next move comes in the middle of a tile
      await drag(page, x, y, step % 2 ? 12 : -12);
    }
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await isWhole(page);
  }
  await stage.shot(page, "at-rest");
});

async function drag(page, x, y, way) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + way, y + way / 2, { steps: 2 });
  await page.mouse.up();
}

async function isWhole(page) {
  const deadline = Date.now() + 10_000;
  let missing = await holes(page);
  while (missing.length && Date.now() < deadline) {
    await page.waitForTimeout(200);
    missing = await holes(page);
  }
  assert.deepEqual(missing, [], "parts of the map were never painted");
}

/** Points of the view, within the map, that no painted tile covers. */
function holes(page) {
  return page.evaluate((board) => {
    const view = document.querySelector(board).getBoundingClientRect();
    const tiles = [...(document.querySelector(".board-tiles:last-of-type")?.children ?? [])].map((tile) => tile.getBoundingClientRect());
    const found = [];
    for (let x = view.left + 5; x < view.right; x += 40)
      for (let y = view.top + 5; y < view.bottom; y += 40)
        if (!tiles.some((tile) => x >= tile.left && x <= tile.right && y >= tile.top && y <= tile.bottom)) found.push([Math.round(x), Math.round(y)]);
    return found;
  }, BOARD);
}
