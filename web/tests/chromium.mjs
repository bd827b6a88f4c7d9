// A Chromium that needs nothing installed: the one of @sparticuz/chromium, with its own libraries and fonts.
//
// It is unpacked once into node_modules, where nobody else unpacks: the package itself would use the folder for temporary
// files, and two tests that begin together would find there half a browser.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const modules = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules");
const version = JSON.parse(readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8")).version;
const home = join(modules, `.chromium-${version}`);

const FLAGS = [
  "--no-sandbox", // containers seldom let it make its own
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-pings",
  "--font-render-hinting=none",
];

/** Started with `options` of playwright's launch; whoever starts it closes it. */
export async function launch(options = {}) {
  await unpack();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [join(home, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
    FONTCONFIG_FILE: join(home, "fonts.conf"),
    XDG_CACHE_HOME: join(home, "cache"),
  };
  const args = [...FLAGS, ...(options.args ?? [])];
  return chromium.launch({ ...options, executablePath: join(home, "chromium"), args, env, headless: true });
}

async function unpack() {
  if (existsSync(home)) return;
  const mine = `${home}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = mine;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    const packed = join(modules, "@sparticuz/chromium/bin");
    for (const name of ["chromium.br", "fonts.tar.br", "al2023.tar.br", "swiftshader.tar.br"]) await inflate(join(packed, name));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  writeFileSync(join(mine, "fonts.conf"), fonts());
  try {
    renameSync(mine, home); // all at once
  } catch (error) {
    if (!existsSync(home)) throw error;
    rmSync(mine, { recursive: true }); // another was faster
  }
}

/** The fonts of the machine, if it has any, and those of the package. */
function fonts() {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(home, "fonts")}</dir>
  <cachedir>${join(home, "cache")}</cachedir>
</fontconfig>
`;
}
