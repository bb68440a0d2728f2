import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { type Installation, install } from "#tests/support/installation";
import { type SignInProvider, startSignInProvider } from "#tests/support/sign-in-provider";

const PREFIX = "/api/dev";

/** A real browser between the running service and a real provider: what cookies and redirects are worth in practice. */
describe.skipIf(!hasBrowser)(`A person who signs in at the provider (needs ${CHROMIUM})`, () => {
	let base: string;
	let provider: SignInProvider;
	let server: Installation;
	let browser: Browser;
	let context: BrowserContext;

	beforeAll(async () => {
		const port = freePort();
		// The provider is at 127.0.0.1: the walk is between two sites.
		base = `http://localhost:${port}${PREFIX}`;
		provider = await startSignInProvider(base);
		server = await install({ ...provider.env, PORT: String(port) });
		browser = await openBrowser();
	});
	afterAll(async () => {
		await browser?.close();
		await server?.close();
		await provider?.close();
	});
	beforeEach(async () => {
		context = await browser.newContext();
	});
	afterEach(() => context.close());

	/** Fills in what the provider asks, until it sends the browser back. Answers what the callback answered. */
	async function signInAt(page: Page, login: string) {
		const response = page.waitForResponse((response) => response.url().startsWith(`${base}/auth/callback`));
		await page.bringToFront(); // a tab behind another draws one picture a second, and a click waits for several
		if (await page.locator("input[name=login]").isVisible()) {
			await page.locator("input[name=login]").fill(login);
			await page.locator("input[name=password]").fill("any");
			await page.locator("button[type=submit]").click();
		}
		// One who agreed before is not asked again.
		const consent = page.locator("button[type=submit]", { hasText: "Continue" });
		await Promise.race([response, consent.waitFor().catch(() => undefined)]);
		if (await consent.isVisible()) await consent.click();
		return response;
	}

	test("gets a token, and a refresh cookie that the page cannot read", async () => {
		const page = await context.newPage();
		await page.goto(`${base}/auth/authorize`);

		const response = await signInAt(page, "ada");

		const cookies = await context.cookies(`${base}/auth/refresh`);
		expect(response.status()).toBe(200);
		expect(Object.keys(await response.json())).toEqual(["access_token", "token_type", "expires_in", "user"]);
		expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
			{ name: "parley_refresh", httpOnly: true, sameSite: "Lax" },
		]);
		expect(await page.evaluate("document.cookie")).toBe("");
	}, 120_000);

	test("signs in in two tabs at once", async () => {
		const [left, right] = [await context.newPage(), await context.newPage()];
		await left.goto(`${base}/auth/authorize`);
		await right.goto(`${base}/auth/authorize`);

		const second = await signInAt(right, "grace");
		const first = await signInAt(left, "grace");

		expect([first.status(), second.status()]).toEqual([200, 200]);
	}, 120_000);

	test("cannot go back to a callback that was used", async () => {
		const page = await context.newPage();
		await page.goto(`${base}/auth/authorize`);
		await signInAt(page, "ada");
		await page.waitForURL(`${base}/auth/callback?*`);

		const response = await page.reload();

		expect(response?.status()).toBe(404);
		expect(await response?.json()).toMatchObject({ message: "Record Not Found" });
	}, 120_000);

	test("who declined is told so", async () => {
		const page = await context.newPage();
		await page.goto(`${base}/auth/authorize`);
		const response = page.waitForResponse((response) => response.url().startsWith(`${base}/auth/callback`));

		await page.locator("a", { hasText: "Cancel" }).click();

		expect((await response).status()).toBe(403);
	}, 120_000);

	test("comes back to the page that asked, which gets its token by the cookie", async () => {
		const page = await context.newPage();
		await page.route("**/swagger/assets/*", (route) => route.abort()); // its origin is what matters
		await page.goto(`${base}/auth/authorize?redirect=${encodeURIComponent(`${PREFIX}/swagger`)}`);
		await signInAt(page, "ada");
		await page.waitForURL(`**${PREFIX}/swagger`);

		const refreshed = await page.evaluate(async () => {
			const response = await fetch("auth/refresh", {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: "{}",
			});
			return { status: response.status, body: await response.json() };
		});

		expect(refreshed.status).toBe(200);
		expect(refreshed.body.user.email).toBe("ada@school.example");
		expect(refreshed.body.refresh_token).toBeUndefined();
	}, 120_000);

	test("without the cookie of the start is nobody's", async () => {
		const page = await context.newPage();
		await page.goto(`${base}/auth/authorize`);
		await context.clearCookies({ name: /^parley_flow_/ });

		const response = await signInAt(page, "ada");

		expect(response.status()).toBe(404);
	}, 120_000);

	test.each(["state", "code", "iss"])(
		"with a tampered %s is nobody's",
		async (name) => {
			const page = await context.newPage();
			// The protocol of the browser itself: `page.route` does not see where a redirect leads.
			const devtools = await context.newCDPSession(page);
			devtools.on("Fetch.requestPaused", ({ requestId, request }) => {
				const url = new URL(request.url);
				url.searchParams.set(name, "https://tampered.example");
				void devtools.send("Fetch.continueRequest", { requestId, url: url.href });
			});
			await devtools.send("Fetch.enable", { patterns: [{ urlPattern: `${base}/auth/callback*` }] });
			await page.goto(`${base}/auth/authorize`);

			const response = await signInAt(page, "ada");

			expect(response.status()).toBe(404);
		},
		120_000,
	);
});
