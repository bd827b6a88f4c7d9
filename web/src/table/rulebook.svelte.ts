/** The rule that is open over the page. */

class Rulebook {
  id: string | null = $state(null);

  open(id: string): void {
    this.id = id;
  }

  close(): void {
    this.id = null;
  }
}

export const rulebook = new Rulebook();
