/** How much room there is, for letters of the size that the reader wants. */

export type Mode = "wide" | "medium" | "small";

export function modeFor(width: number, height: number): Mode {
  if (width >= 1180 && height >= 480) return "wide";
  const low = height < 560 && width >= 560; // too low for a sheet below the map
  return low || (width >= 760 && width > height * 0.95) ? "medium" : "small";
}

const USUAL = 16; // pixels of letters that nobody made larger

export class Screen {
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  /** How much larger than usual the letters are. */
  scale = $state(lettersNow());
  readonly mode: Mode = $derived(modeFor(this.width / this.scale, this.height / this.scale));

  constructor() {
    $effect(() => {
      const measure = (): void => {
        [this.width, this.height, this.scale] = [window.innerWidth, window.innerHeight, lettersNow()];
      };
      window.addEventListener("resize", measure);
      return () => window.removeEventListener("resize", measure);
    });
  }
}

function lettersNow(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL || 1;
}
