import { expect } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { closePages, openBrowser, openProfile, STEP_MS } from "./browser.ts";
import { freePort } from "./free-port.ts";
import { FIRST_ADMIN, install } from "./installation.ts";
import { descendantsOf } from "./processes.ts";

/** The console of an installation of its own under a path prefix, in a browser. */
export interface Console {
	/** Address of the API. */
	readonly base: string;
	/** What must never happen: requests to other hosts, breaches of the content policy, errors that nothing caught. */
	readonly alarms: string[];
	/** Opens a screen in a browser of its own: `open("system/organizations")`. */
	open(screen: string, options?: BrowserContextOptions): Promise<Page>;
	/** Opens a screen as the first administrator, or as somebody else. */
	openAs(person: { readonly email: string; readonly password: string }, screen: string): Promise<Page>;
	/** Opens another page of the server in a browser of its own, by its address. */
	visit(address: string, options?: BrowserContextOptions): Promise<Page>;
	/** Opens a page in a process of its own, with these flags: a microphone is one of a process. */
	visitBeside(address: string, flags: readonly string[]): Promise<Page>;
	/** Opens a page in a browser with a profile in a folder, which outlives it. */
	visitWith(folder: string, address: string, flags: readonly string[]): Promise<KillablePage>;
	/** Stops the server, and starts it again on its data. @param meanwhile runs while it is gone */
	restart(meanwhile?: () => Promise<void>): Promise<void>;
	/** Closes all pages; for `afterEach`. */
	clear(): Promise<void>;
	close(): Promise<void>;
}

const AXE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const PERSON: BrowserContextOptions = { locale: "en-GB", reducedMotion: "reduce" };

/** A page in a process that can be killed. */
export interface KillablePage {
	readonly page: Page;
	/** Kills the browser by SIGKILL: nothing in it learns of that. */
	kill(): Promise<void>;
	close(): Promise<void>;
}

/** What browsers write of connections that come to nothing, as they do while a server is down. A refused handshake is no such line. */
const UNREACHABLE = new RegExp(
	[
		"^Failed to load resource",
		"^WebSocket connection to '[^']*' failed: Error in connection establishment: net::ERR_(?:CONNECTION_|EMPTY_RESPONSE)",
		"^WebSocket connection to '[^']*' failed: Connection closed before receiving a handshake response",
	].join("|"),
);

/** Runs before any script of a page; its policy does not apply to it. */
const WATCH = `addEventListener("securitypolicyviolation", (e) => console.error("CSP " + e.effectiveDirective + " " + e.blockedURI))`;

/** What a page returns of a run of axe: one line for each element that breaks a rule. All else it found is many times as much. */
const RUN_AXE = `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] }).then(({ violations }) =>
	violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`;

/** Returns what axe finds wrong with a page as it is, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
	// A document keeps it until the next one is loaded.
	if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${AXE}; null`);
	return page.evaluate(RUN_AXE);
}

/** Asserts that a screen is accessible and whole: as it is, and in the dark at the width of a phone. */
export async function expectWhole(page: Page): Promise<void> {
	expect(await violationsOf(page)).toEqual([]);
	const before = page.viewportSize();
	await page.setViewportSize({ width: 390, height: 800 });
	await page.emulateMedia({ colorScheme: "dark" });
	expect(await violationsOf(page)).toEqual([]);
	expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	if (before) await page.setViewportSize(before);
	await page.emulateMedia({ colorScheme: "light" });
}

/** Starts a server with these variables and a browser with these flags. @param start of the server */
export async function openConsole(
	more: Readonly<Record<string, string>> = {},
	flags: readonly string[] = [],
	start = install,
): Promise<Console> {
	const port = freePort();
	const base = `http://localhost:${port}/api/dev`;
	const server = await start({ PORT: String(port), PUBLIC_URL: base, ...more });
	const browser: Browser = await openBrowser(flags);
	const beside: Browser[] = [];
	const alarms: string[] = [];

	const open = (screen: string, options?: BrowserContextOptions) => visit(`${base}/console/${screen}`, options);

	const visit = (address: string, options?: BrowserContextOptions) => visitIn(browser, address, options);

	async function visitIn(of: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
		// Of a context, so that further tabs can be opened beside it.
		return firstPage(await of.newContext({ ...PERSON, ...options }), address);
	}

	async function firstPage(context: BrowserContext, address: string): Promise<Page> {
		await context.addInitScript(WATCH);
		context.on("page", watch);
		context.setDefaultTimeout(STEP_MS);
		const page = await context.newPage();
		await page.goto(address);
		return page;
	}

	function watch(page: Page): void {
		page.on("request", (request) => {
			const url = request.url();
			if (!/^(data|blob):/.test(url) && !url.startsWith(base)) alarms.push(url);
		});
		page.on("pageerror", (error) => alarms.push(error.message));
		page.on("console", (line) => {
			if (line.type() === "error" && !UNREACHABLE.test(line.text())) alarms.push(line.text());
		});
	}

	return {
		base,
		alarms,
		open,
		visit,
		async visitBeside(address, flagsBeside) {
			const other = await openBrowser(flagsBeside);
			beside.push(other);
			return visitIn(other, address);
		},
		async visitWith(folder, address, ownFlags) {
			const context = await openProfile(folder, ownFlags, PERSON);
			return {
				page: await firstPage(context, address),
				async kill() {
					const closed = new Promise((resolve) => context.once("close", resolve));
					for (const { pid, command } of descendantsOf(process.pid))
						if (command.includes(folder)) process.kill(pid, "SIGKILL");
					await closed;
				},
				close: () => context.close(),
			};
		},
		restart: server.restart,
		async openAs({ email, password }, screen) {
			const page = await open(screen);
			await page.getByLabel("E-mail address").fill(email);
			await page.getByLabel("Password").fill(password);
			await page.keyboard.press("Enter");
			await page.getByRole("navigation").waitFor();
			return page;
		},
		async clear() {
			await Promise.all([closePages(browser), ...beside.splice(0).map((other) => other.close())]);
		},
		async close() {
			await browser.close();
			await server.close();
		},
	};
}

export { FIRST_ADMIN };
