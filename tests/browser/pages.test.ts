import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { type Installation, install } from "#tests/support/installation";

const PREFIX = "/api/dev";
/** Pages of an installation without a mail transport, under a prefix, on the narrowest screen. */
describe.skipIf(!hasBrowser)(`A person at our pages (needs ${CHROMIUM})`, () => {
	let base: string;
	let server: Installation;
	let browser: Browser;
	let context: BrowserContext;
	/** What went wrong on any page: scripts, policies, requests to other hosts. */
	const problems: string[] = [];

	beforeAll(async () => {
		const port = freePort();
		base = `http://localhost:${port}${PREFIX}`;
		server = await install({ PORT: String(port), PUBLIC_URL: base });
		browser = await openBrowser();
	});
	afterAll(async () => {
		await browser?.close();
		await server?.close();
	});

	/** Opens a page in a browser of its own, which has no cookie. */
	async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
		context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...options });
		const page = await context.newPage();
		page.on("pageerror", (error) => problems.push(String(error)));
		page.on("console", (line) => {
			if (line.type() === "error" && !line.text().includes("status of")) problems.push(line.text());
		});
		page.on("request", (request) => {
			const url = request.url();
			if (!url.startsWith(base) && !url.startsWith("data:")) problems.push(url);
		});
		await page.goto(path.startsWith("http") ? path : base + path);
		return page;
	}

	test("turns mails off without any script, and is told when the link turns nothing off", async () => {
		const page = await open("/notifications/unsubscribe/nonsense", { javaScriptEnabled: false });

		const [response] = await Promise.all([
			page.waitForResponse((each) => each.request().method() === "POST"),
			page.locator("button").click(),
		]);

		await page.getByRole("heading", { name: "This unsubscribe link does not work" }).waitFor();
		expect(response.status()).toBe(404);
		expect(problems).toEqual([]);
		await context.close();
	});
});
