/** The keyboard at the table: every key of the list does what the list says. */

import type { Desk } from "./desk.svelte";
import { actOf, isWriting, type Act } from "./keys";

export class Hand {
  constructor(private readonly desk: Desk) {}

  press(event: KeyboardEvent, root: HTMLElement): void {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && document.querySelector("[popover]:popover-open")) return; // it closes what is open
    const act = actOf(event);
    if (act === null || (isWriting(event.target) && act !== "widen")) return;
    event.preventDefault();
    if (typeof act === "number") this.inspect(act);
    else this.do(act, root);
  }

  private inspect(number: number): void {
    const found = this.desk.table?.inspections[number - 1];
    if (found) void this.desk.inspect(found.what);
  }

  private do(act: Act, root: HTMLElement): void {
    const { desk } = this;
    const acts: Record<Act, () => void> = {
      next: () => (desk.session.behind ? desk.session.step() : this.step(root, 1)),
      previous: () => this.step(root, -1),
      end: () => this.step(root, 0),
      undo: () => void desk.session.undo(),
      why: () => void (desk.place && desk.askWhy(desk.place, desk.piece)),
      odds: () => void this.odds(),
      log: () => this.openLog(root),
      hide: () => (desk.hidden = !desk.hidden),
      magnify: () => (desk.magnified = !desk.magnified),
      measure: () => desk.board?.measure(),
      zoomin: () => desk.board?.zoom(1.3),
      zoomout: () => desk.board?.zoom(1 / 1.3),
      rotate: () => desk.board?.rotate(),
      fit: () => desk.board?.fit(),
      filter: () => this.filter(root),
      charts: () => (desk.sheet = "charts"),
      help: () => (desk.sheet = "help"),
      widen: () => {
        desk.letGo();
        (document.activeElement as HTMLElement | null)?.blur();
      },
      skip: () => desk.session.skip(),
      again: () => desk.session.retell(),
      board: () => this.toBoard(),
    };
    acts[act]();
  }

  /** The next choice of the list, the one before, or the last of all, which usually ends something. */
  private step(root: HTMLElement, way: 1 | -1 | 0): void {
    this.desk.tab = "choices";
    this.desk.unfolded = true;
    requestAnimationFrame(() => {
      const buttons = [...root.querySelectorAll<HTMLButtonElement>("button[data-action]:not(:disabled)")];
      if (!buttons.length) return;
      const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const next = way === 0 ? buttons.length - 1 : here < 0 ? (way === 1 ? 0 : buttons.length - 1) : (here + way + buttons.length) % buttons.length;
      const button = buttons[next]!;
      button.focus();
      button.scrollIntoView({ block: "nearest" });
      const choice = this.desk.choices.find((each) => each.action === button.dataset.action);
      if (choice?.places.length) this.desk.board?.show(choice.places);
    });
  }

  /** The ledger of the choice under the focus or the pointer, or of the only fight there is. */
  private async odds(): Promise<void> {
    const fights = this.desk.shown.filter((choice) => choice.fight);
    const wanted = this.desk.preview?.fight ? this.desk.preview : fights.length ? fights[0] : null;
    if (wanted) await this.desk.ask(wanted);
  }

  private openLog(root: HTMLElement): void {
    this.desk.tab = "log";
    requestAnimationFrame(() => [...root.querySelectorAll<HTMLElement>(".log .entry button")].at(-1)?.focus());
  }

  private filter(root: HTMLElement): void {
    this.desk.tab = "choices";
    requestAnimationFrame(() => root.querySelector<HTMLInputElement>("#filter")?.focus());
  }

  private toBoard(): void {
    const { desk } = this;
    const place = desk.place ?? desk.boardChoices[0]?.place ?? desk.where.get(desk.choosable[0] ?? "") ?? desk.table?.pieces.stacks[0]?.place;
    if (place) desk.board?.focus(place);
  }
}
