/** How much room there is. */

export type Mode = "wide" | "medium" | "small";

export function modeFor(width: number, height: number): Mode {
  if (width >= 1180 && height >= 480) return "wide";
  return width >= 760 && width > height * 0.95 ? "medium" : "small";
}

export class Screen {
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  readonly mode: Mode = $derived(modeFor(this.width, this.height));

  constructor() {
    $effect(() => {
      const measure = (): void => {
        [this.width, this.height] = [window.innerWidth, window.innerHeight];
      };
      window.addEventListener("resize", measure);
      return () => window.removeEventListener("resize", measure);
    });
  }
}
