import type { Texts } from "./index";

/** Italian, as far as it goes; the rest is said in English. */
export const it: Texts = {
  "app.tagline": "I giochi di guerra da tavolo, con le loro vere regole",
  "home.games": "Giochi",
  "home.mine": "Le tue partite",
  "home.play": "Gioca contro il computer",
  "home.play.solitaire": "Gioca",
  "home.friend": "Invita un amico",
  "home.hotseat": "In due a questo schermo",
  "table.undo": "Annulla",
  "table.yours": "Tocca a te",
  "panel.log": "Cronaca",
  "panel.chat": "Chat",
  "panel.notes": "Note",
  "panel.rules": "Regole",
  "panel.legend": "Legenda",
  "settings.title": "Impostazioni",
  "settings.language": "Lingua",
  "lessons.title": "Imparare a giocare",
  "lessons.taken": "Fatta",
  "lesson.named": "Lezione: {title}",
  "lesson.again": "Ricomincia",
  "lesson.next": "Prossima lezione: {title}",
  "lesson.finished": "Lezione finita",
};
