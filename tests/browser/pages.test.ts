import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { freePort, type Installation, install } from "#tests/support/installation";

const PREFIX = "/api/dev";
const PASSWORD = "a perfectly long password";
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

	const post = (path: string, sent: unknown, token?: string) => clientAt(base, token).post(path, sent);
	/** The step that a page shows. */
	const shown = (page: Page): Locator => page.locator("section:not([hidden])");

	async function submit(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<void> {
		for (const [name, value] of Object.entries(fields)) await shown(page).locator(`input[name=${name}]`).fill(value);
		await shown(page).locator("form button").click();
	}

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

	test("is not promised a mail where none is sent", async () => {
		const page = await open("/account/forgot-password");
		const forgot = await shown(page).textContent();
		await page.goto(`${base}/account/register`);
		await submit(page, { name: "Ada", email: "ada@school.example", password: PASSWORD });
		await shown(page).getByRole("heading", { name: "Your account is ready" }).waitFor();
		const ready = await shown(page).textContent();

		expect(forgot).toContain("This server does not send mail.");
		expect(`${forgot}${ready}`).not.toContain("Check your mail");
		expect(await shown(page).locator("form").count()).toBe(0);
		expect(problems).toEqual([]);
		await context.close();
	});

	test("signs in with a second factor, stays signed in over pages, and signs out", async () => {
		const credentials = { email: "mary@school.example", password: PASSWORD };
		await post("/auth/register", { ...credentials, name: "Mary" });
		const { access_token: token } = (await post("/auth/login", credentials)).body;
		const { secret } = (await post("/auth/mfa/totp", {}, token)).body.data;
		const totp = new TOTP({ secret: Secret.fromBase32(secret) });
		const { recoveryCodes } = (await post("/auth/mfa/totp/confirm", { code: totp.generate() }, token)).body.data;

		const page = await open("/account/sign-in");
		await submit(page, { ...credentials, password: "not the right password" });
		await shown(page).getByRole("alert").getByText("The e-mail address or password is wrong.").waitFor();
		await submit(page, credentials);
		await shown(page).getByRole("heading", { name: "Enter your code" }).waitFor();
		await submit(page, { code: "000 000" });
		await shown(page).getByRole("alert").getByText("The code is wrong.").waitFor();
		await submit(page, { code: recoveryCodes[0] });
		await shown(page).getByText("mary@school.example").waitFor();
		await page.goto(`${base}/account/sign-in`);
		await shown(page).getByText("mary@school.example").waitFor();
		await submit(page);
		await shown(page).getByRole("heading", { name: "Sign in" }).waitFor();
		await page.reload({ waitUntil: "networkidle" });

		expect(await shown(page).getByRole("heading").textContent()).toBe("Sign in");
		expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe(
			"{}",
		);
		expect(problems).toEqual([]);
		await context.close();
	}, 120_000);

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

	test("who signs in with the initial password chooses one of their own before anything else", async () => {
		const [port, folder] = [freePort(), temporaryDirectory()];
		const url = `http://localhost:${port}`;
		const none = { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" };
		const fresh = await install({ PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder.path, ...none });
		const initial = readFileSync(join(folder.path, "initial-password"), "utf8").trim();

		const page = await browser.newPage();
		await page.goto(`${url}/account/sign-in`);
		await submit(page, { email: "admin@parley.local", password: initial });
		await shown(page).getByText("signed in with a generated password").waitFor();
		await submit(page, { current: initial, new: "short" });
		await shown(page).getByRole("alert").getByText("must have at least 15 characters").waitFor();
		await submit(page, { current: initial, new: PASSWORD });
		await shown(page).getByText("You are a system administrator of this server.").waitFor();

		const signedIn = await clientAt(url).post("/auth/login", { email: "admin@parley.local", password: PASSWORD });
		await page.close();
		await fresh.close();
		folder.remove();
		expect(signedIn.status).toBe(200);
	}, 120_000);
});
