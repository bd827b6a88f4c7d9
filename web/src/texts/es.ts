import type { Texts } from "./index";

/** Spanish, as far as it goes; the rest is said in English. */
export const es: Texts = {
  "app.tagline": "Los juegos de guerra de mesa, con sus verdaderas reglas",
  "home.games": "Juegos",
  "home.mine": "Tus partidas",
  "home.play": "Jugar contra el ordenador",
  "home.play.solitaire": "Jugar",
  "home.friend": "Invitar a un amigo",
  "home.hotseat": "Dos ante esta pantalla",
  "table.undo": "Deshacer",
  "table.yours": "Te toca",
  "panel.log": "Crónica",
  "panel.chat": "Chat",
  "panel.notes": "Notas",
  "panel.rules": "Reglas",
  "panel.legend": "Leyenda",
  "settings.title": "Ajustes",
  "settings.language": "Idioma",
  "lessons.title": "Aprender a jugar",
  "lessons.taken": "Hecha",
  "lesson.named": "Lección: {title}",
  "lesson.again": "Empezar de nuevo",
  "lesson.next": "Siguiente lección: {title}",
  "lesson.finished": "Lección terminada",
};
