import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Paths on Debian of Chromium without windows, and of the whole, which needs a third more processor time. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;

/** Path of the browser. */
export const CHROMIUM = PROGRAMS.find((path) => existsSync(path)) ?? PROGRAMS[0];

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

/** How long the end of a browser is waited for, in ms: Playwright kills after this what is left when the tests end. */
const CLOSE_MS = 15_000;

/** Starts a headless browser, with more flags if need be; close it in `afterAll`. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] });
	const close = browser.close.bind(browser);
	// On a busy machine its process has ended once in a hundred runs without a word of that.
	browser.close = (options) => Promise.race([close(options), Bun.sleep(CLOSE_MS)]);
	return browser;
}

/** Starts a headless browser with a profile in a folder, which outlives it. */
export const openProfile = (
	folder: string,
	flags: readonly string[],
	options: BrowserContextOptions,
): Promise<BrowserContext> =>
	chromium.launchPersistentContext(folder, { ...options, executablePath: CHROMIUM, args: [...FLAGS, ...flags] });

/** How long a page may take for one step: less than a test may, so that its failure names the step. */
export const STEP_MS = 20_000;

/** Opens a page of its own, whose steps fail after 20 s each. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(STEP_MS);
	return page;
}

/** Closes all pages of a browser; call it in `afterEach`, since a machine that runs engines has no memory to spare. */
export async function closePages(browser: Browser): Promise<void> {
	await Promise.all(browser.contexts().map((context) => context.close()));
}
