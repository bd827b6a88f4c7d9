import { mount } from "svelte";
import "./styles/base.css";
import App from "./App.svelte";
import { speak } from "./api/client";
import { settings } from "./table/settings.svelte";
import { languageFor, useLanguage } from "./texts";

/** The words first, then the pages. */
async function begin(): Promise<void> {
  const language = languageFor(settings.language, navigator.languages);
  await useLanguage(language).catch(() => undefined); // without its file a language is said in English
  speak(language);
  document.documentElement.lang = language;
  mount(App, { target: document.getElementById("app")! });
}

void begin();
