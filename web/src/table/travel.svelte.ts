/** Going from page to page without loading everything anew. */

import { routeOf, type Route } from "../router";

class Travel {
  route: Route = $state.raw(routeOf(location));

  constructor() {
    window.addEventListener("popstate", this.arrive);
    window.addEventListener("hashchange", this.arrive);
    document.addEventListener("click", this.follow);
  }

  arrive = (): void => {
    this.route = routeOf(location);
  };

  go(address: string): void {
    history.pushState(null, "", address);
    this.arrive();
    window.scrollTo(0, 0);
  }

  /** Another address for the page that is open, such as a moment of the game. */
  rename(address: string): void {
    history.replaceState(null, "", address);
  }

  /** Links of our own are followed here; those that are to open elsewhere, or leave the pages, are left to the browser. */
  private follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|schema)\b/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const travel = new Travel();
