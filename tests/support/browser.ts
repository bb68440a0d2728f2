import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Path of Chromium on Debian. */
export const CHROMIUM = "/usr/bin/chromium";

/** Whether a browser is installed. Without one the tests that need it are skipped, which CI does not accept. */
export const hasBrowser = existsSync(CHROMIUM);

/** Flags that prevent requests by the browser itself, which tests could not distinguish from the page's. */
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
