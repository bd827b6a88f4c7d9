// Who tells colours badly, or not at all, still sees whose counters are whose, what can be chosen and what is.
//
// The browser shows the page as such eyes see it; what is asserted is read from the pixels, by their luminance alone.

import { join } from "node:path";
import { eager, playUntil } from "../guest.mjs";
import { BOARD } from "../hands.mjs";
import { assert, PAINTED, PICTURES, scene } from "../scene.mjs";

// Red, which stands for attacks, is darkest to the first two.
const EYES = { going: ["none", "tritanopia", "achromatopsia"], fighting: ["protanopia", "deuteranopia", "achromatopsia"] };
const SEEN = 40; // of 255: by so much a pixel is lighter or darker if somebody sees it to be another
const SHARE = 0.012; // of the pixels about a mark: the line about an area is thin, and its room is large

const MARKS = [
  ".board-side", ".board-under .choice.go", ".board-under .choice.attack", ".board-under .choice.place",
  ".board-counter.can", ".board-counter.is", ".board-over .arrow.attack"
];

await scene(import.meta.url, async (stage) => {
  const desk = await stage.browser.newPage(); // where pictures are read
  for (const scenario of ["revolution/guilford/historical", "chancellorsville/perfect-plan"]) {
    const card = (await stage.guest.good("GET", "scenarios")).find((each) => each.id === scenario);
    const sides = card.seats.map((seat) => seat.name);
    const { game, links, seats } = await stage.guest.create(scenario, Object.fromEntries(sides.map((name) => [name, "human"])));
    const name = scenario.replaceAll("/", "-");

    const going = await playUntil(seats, (table) => table.decision.choices.some((choice) => choice.places.length) && isPeopled(table, sides));
    await looked(stage, desk, game, links[going.seat], name, "going", async (eyes) => {
      await everySideIsKnown(eyes, sides, going.table.pieces);
      await everyMarkIsSeen(eyes);
    });
    const fighting = await playUntil(seats, (table) => table.decision.choices.some((choice) => choice.fight && choice.places.length), eager);
    await looked(stage, desk, game, links[fighting.seat], name, "fighting", async (eyes) => {
      await everyMarkIsSeen(eyes);
      await attacksHaveTheirShape(eyes);
    });
  }
  await desk.close();
});

/** Whether both sides have counters on the map, and some of them show their faces. */
function isPeopled({ pieces }, sides) {
  const faces = pieces.stacks.flatMap(({ counters }) => counters.filter(({ id }) => id));
  return faces.length > 3 && sides.every((name) => pieces.stacks.some(({ side }) => side === name));
}

/** A page seen with all eyes, one after another. */
async function looked(stage, desk, game, token, name, doing, story) {
  const page = await stage.sit(`${name}-${doing}`, game, token, PAINTED);
  await page.locator(`${BOARD} [data-counter]`).first().waitFor();
  await page.waitForTimeout(1500); // until the map is painted and the view rests
  const lens = await page.context().newCDPSession(page);
  for (const type of EYES[doing]) {
    await lens.send("Emulation.setEmulatedVisionDeficiency", { type });
    await page.waitForTimeout(250);
    await story({ page, desk, type, file: join(stage.artefacts, `${stage.name}-${name}-${doing}-${type}.png`) });
  }
  await page.context().close();
}

// ---------------------------------------------------------------- what must be seen

/** The counters of the first side are square, those of the second have an ear. */
async function everySideIsKnown({ page }, sides, pieces) {
  const eared = await page.evaluate((board) => Object.fromEntries([...document.querySelectorAll(`${board} [data-piece]`)].map((each) => [each.dataset.piece, !!each.querySelector(".board-side")])), BOARD);
  const known = pieces.stacks.flatMap(({ side, counters }) => counters.filter(({ id }) => id).map(({ id }) => ({ id, side })));
  assert.ok(known.length, "no counter is known");
  for (const { id, side } of known) assert.equal(eared[id], side === sides[1], `${id} of ${side}`);
  const hidden = pieces.stacks.reduce((count, { side, counters }) => count + (side === sides[1] ? counters.filter(({ id }) => !id).length : 0), 0);
  assert.equal(await page.locator(`${BOARD} [data-counter]:not([data-piece]) .board-side`).count(), hidden);
}

/** Every kind of mark changes the picture where it lies, whatever its colour. */
async function everyMarkIsSeen({ page, desk, type, file }) {
  const marks = [];
  for (const kind of MARKS) {
    const mark = await inSight(page, kind);
    if (mark) marks.push({ kind, mark, box: wider(await mark.boundingBox(), 8) }); // what is about a counter is drawn around it
  }
  assert.ok(marks.length, "nothing is marked on the map");
  const clip = around(marks.map(({ box }) => box));
  if (PICTURES) await page.screenshot({ path: file });
  const marked = await pictureOf(page, desk, clip);
  for (const each of marks) each.classes = await each.mark.evaluate(withoutMark);
  const plain = await pictureOf(page, desk, clip);
  for (const { mark, classes } of marks) await mark.evaluate(withMark, classes);
  for (const { kind, box } of marks) {
    const share = await marked.differs(plain, box);
    assert.ok(share > SHARE, `${type}: ${kind} is hardly seen: only ${(share * 100).toFixed(1)} % of its place look different`);
  }
}

function withoutMark(element) {
  const before = element.getAttribute("class");
  if (element.classList.contains("board-counter")) element.classList.remove("can", "is");
  else element.style.visibility = "hidden";
  return before;
}

function withMark(element, classes) {
  element.setAttribute("class", classes);
  element.style.visibility = "";
}

/** What is attacked has a shape that nothing else has: points or a second line, a cross for a dot. */
async function attacksHaveTheirShape({ page }) {
  const shapes = await page.evaluate((board) => {
    const count = (selector) => document.querySelectorAll(`${board} ${selector}`).length;
    return { attacks: count(".board-under .choice.attack"), sharp: count(".board-under .choice.attack :is(.teeth, .core)"), blunt: count(".board-under .choice:not(.attack) :is(.teeth, .core)") };
  }, BOARD);
  assert.ok(shapes.attacks, "nothing can be attacked");
  assert.equal(shapes.sharp, shapes.attacks);
  assert.equal(shapes.blunt, 0);
}

// ---------------------------------------------------------------- pictures

/** The first of its kind that lies wholly in the view, and not below another counter. */
async function inSight(page, kind) {
  const view = await page.locator(BOARD).boundingBox();
  for (const mark of await page.locator(`${BOARD} ${kind}`).elementHandles()) {
    const box = await mark.boundingBox();
    if (box && box.x > view.x + 80 && box.y > view.y + 12 && box.x + box.width < view.x + view.width - 12 && box.y + box.height < view.y + view.height - 12 && (await mark.evaluate(liesOnTop))) return mark;
  }
  return null;
}

function liesOnTop(element) {
  const counter = element.closest("[data-counter]");
  if (!counter) return true;
  const box = counter.getBoundingClientRect();
  return document.elementFromPoint(box.right - 2, box.y + box.height / 2)?.closest("[data-counter]") === counter;
}

function wider({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The part of the screen, in whole pixels, that all these lie in. */
function around(boxes) {
  const [left, top] = ["x", "y"].map((side) => Math.floor(Math.min(...boxes.map((box) => box[side]))));
  const right = Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)));
  const bottom = Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A part of the screen as it is seen now, kept where its pixels can be read. */
async function pictureOf(page, desk, clip) {
  const bytes = await page.screenshot({ animations: "disabled", clip });
  const picture = await desk.evaluateHandle(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    paper.drawImage(bitmap, 0, 0);
    const pixels = paper.getImageData(0, 0, bitmap.width, bitmap.height);
    return { wide: bitmap.width, light: Float32Array.from({ length: bitmap.width * bitmap.height }, (_, at) => 0.2126 * pixels.data[4 * at] + 0.7152 * pixels.data[4 * at + 1] + 0.0722 * pixels.data[4 * at + 2]) };
  }, bytes.toString("base64"));
  return {
    handle: picture,
    /** The share of the pixels of a part that are clearly lighter or darker than in another picture. */
    differs: (other, { x, y, width, height }) =>
      picture.evaluate(({ wide, light }, [other, left, top, right, bottom, seen]) => {
        let [changed, count] = [0, 0];
        for (let y = Math.round(top); y < bottom; y += 1)
          for (let x = Math.round(left); x < right; x += 1) [changed, count] = [changed + Number(Math.abs(light[y * wide + x] - other.light[y * wide + x]) > seen), count + 1];
        return changed / count;
      }, [other.handle, x - clip.x, y - clip.y, x - clip.x + width, y - clip.y + height, SEEN]),
  };
}
