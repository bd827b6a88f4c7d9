/** The rule that is open over the page, and those read before it. */

import { api } from "../api/client";
import type { RulePage } from "../api/types";

class Rulebook {
  id: string | null = $state(null);
  private pages = new Map<string, Promise<RulePage>>();

  open(id: string): void {
    this.id = id;
  }

  close(): void {
    this.id = null;
  }

  /** A rule does not change: asked once. */
  page(id: string): Promise<RulePage> {
    const known = this.pages.get(id);
    if (known) return known;
    const asked = api.rule(id);
    this.pages.set(id, asked);
    asked.catch(() => this.pages.delete(id));
    return asked;
  }
}

export const rulebook = new Rulebook();
