/** "Your turn": in the title and the icon of the page; if wished, as a notification of the browser and as a soft sound. */

import { t } from "../texts";

export function mayNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

export async function askToNotify(): Promise<boolean> {
  if (!mayNotify()) return false;
  return Notification.permission === "granted" || (await Notification.requestPermission()) === "granted";
}

/** A notification, if the page is not being looked at. */
export function notify(title: string, words: string, tag: string): void {
  if (!mayNotify() || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const shown = new Notification(title, { body: words, tag, icon: iconAddress(true) });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones allow notifications to service workers only
  }
}

/** Two soft notes. */
export function ring(): void {
  try {
    const audio = new AudioContext();
    [523.25, 659.25].forEach((pitch, place) => {
      const start = audio.currentTime + place * 0.16;
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, start);
      loudness.gain.linearRampToValueAtTime(0.07, start + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0005, start + 0.7);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.75);
    });
    window.setTimeout(() => void audio.close(), 1500);
  } catch {
    // no sound where there is no way to make one
  }
}

/** The icon of the page: a hex; with a dot while it is the reader's turn. */
export function iconAddress(turn: boolean): string {
  const dot = turn ? '<circle cx="24" cy="8" r="7.500" fill="#e8b23a" stroke="#fff" stroke-width="1.500"/>' : "";
  const hex = '<path d="M16 1 29 8.500v15L16 31 3 23.500v-15z" fill="#7d2b20"/><path d="M16 7l7.800 4.500v9L16 25l-7.800-4.500v-9z" fill="none" stroke="#fffaf2" stroke-width="2.200"/>';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${hex}${dot}</svg>`)}`;
}

/** Put it in the title and the icon of the page. */
export function announce(title: string, turn: boolean): void {
  const name = title ? t("app.title", { title }) : t("app.name");
  document.title = turn ? t("app.title.turn", { title: name }) : name;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = iconAddress(turn);
}
