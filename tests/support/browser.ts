import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Debian's browser. */
export const CHROMIUM = "/usr/bin/chromium";

/** Without a browser the tests that need one are skipped, which CI does not accept. */
export const hasBrowser = existsSync(CHROMIUM);

/** Without these the browser itself calls home, and no test could tell whose request it was. */
const FLAGS = [
	"--no-sandbox",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Starts a headless browser; close it in `afterAll`. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
