// The Firefox of this machine, spoken to over WebDriver BiDi.

import { firefox } from "playwright-core";

const UNKNOWN = "emulation.setMediaFeaturesOverride"; // asked of every context; Firefox cannot do it yet
const SETTINGS = { "ui.prefersReducedMotion": 1 }; // so what scenes wish is set for the whole browser

/** Started with `options` of playwright's launch; whoever starts it closes it. */
export async function launch(executablePath, options = {}) {
  const browser = await firefox.launch({ ...options, channel: "moz-firefox", executablePath, firefoxUserPrefs: SETTINGS, headless: true });
  leaveOut(browser, UNKNOWN);
  return browser;
}

/** What the browser does not know is taken for done: the playwright of our lock file would give up. */
function leaveOut(browser, command) {
  const sessions = Object.getPrototypeOf(browser._connection.toImpl(browser)._browserSession);
  const { send } = sessions;
  sessions.send = function (method, ...rest) {
    return method === command ? Promise.resolve({}) : send.call(this, method, ...rest);
  };
}
