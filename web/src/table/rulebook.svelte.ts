/** The rule that is open over the page. */

class Rulebook {
  id: string | null = $state(null);
  /** The scenario at the table, whose own rulebooks are read first. */
  scenario = $state("");

  open(id: string): void {
    this.id = id;
  }

  close(): void {
    this.id = null;
  }
}

export const rulebook = new Rulebook();
