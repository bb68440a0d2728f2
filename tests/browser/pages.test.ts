import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { FIRST_ADMIN, freePort, type Installation, install } from "#tests/support/installation";

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

	/** A school with a host who is signed in, and a meeting of theirs that runs. */
	async function openMeeting(more: object = {}) {
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const email = `host${crypto.randomUUID().slice(0, 8)}@school.example`;
		const school = await post("/orgs", { name: "A School", orgType: "business", ownerEmail: email }, admin);
		const { id: orgId, ownerInvitation } = school.body.data;
		await post(`/auth/invitations/${ownerInvitation.token}/accept`, { name: "Host", password: PASSWORD });
		const { access_token: token } = (await post("/auth/login", { email, password: PASSWORD })).body;
		const workspace = (await post(`/orgs/${orgId}/workspaces`, { name: "Physics" }, token)).body.data;
		const request = { title: "Optics", access: "link", transcription: { live: true }, ...more };
		const { meeting } = (await post(`/workspaces/${workspace.id}/meetings`, request, token)).body.data;
		const say = (text: string) => post(`/meetings/${meeting.id}/captions`, { segments: [{ text }] }, token);
		/** Decides about the guest who waits. */
		async function decide(method: string, path: string): Promise<void> {
			const headers = { authorization: `Bearer ${token}` };
			const participants = `${base}/meetings/${meeting.id}/participants`;
			const waiting = await fetch(`${participants}?state=waiting`, { headers });
			const { data } = (await waiting.json()) as { data: { id: string }[] };
			await fetch(`${participants}/${data[0]?.id}${path}`, { method, headers });
		}
		const end = () => post(`/meetings/${meeting.id}/end`, {}, token);
		return { joinUrl: meeting.joinUrl as string, email, say, decide, end };
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

	test("waits as a guest until the host lets them in, and reads what is said until the end", async () => {
		const meeting = await openMeeting({ lobby: true });

		const page = await open(meeting.joinUrl);
		await submit(page, { name: "Grace" });
		await shown(page).getByRole("heading", { name: "Please wait" }).waitFor();
		await meeting.decide("POST", "/admit");
		await shown(page).getByRole("heading", { name: "You are in the meeting" }).waitFor();
		await meeting.say("Light <b>bends</b>.");
		await shown(page).getByText("Light <b>bends</b>.").waitFor();
		await meeting.end();
		await shown(page).getByRole("heading", { name: "The meeting is over" }).waitFor();

		expect(problems).toEqual([]);
		await context.close();
	}, 120_000);

	test("is told when the host does not let them in", async () => {
		const meeting = await openMeeting({ lobby: true });
		const page = await open(meeting.joinUrl);
		await submit(page, { name: "Mallory" });
		await shown(page).getByRole("heading", { name: "Please wait" }).waitFor();

		await meeting.decide("DELETE", "");

		await shown(page).getByRole("heading", { name: "You cannot join a meeting with this link" }).waitFor();
		expect(problems).toEqual([]);
		await context.close();
	}, 120_000);

	test("who comes from a learning platform is in the meeting at once, and their token is not in the address", async () => {
		const meeting = await openMeeting();
		const [address = "", code] = meeting.joinUrl.split("#");
		const { access_token: token } = (await post("/meetings/join", { code, name: "Grace" })).body;

		const page = await open(`${address}#launch=${token}`);
		await shown(page).getByRole("heading", { name: "You are in the meeting" }).waitFor();
		const shownAddress = page.url();
		await shown(page).getByRole("button", { name: "Leave" }).click();
		await shown(page).getByRole("heading", { name: "Open the link in your learning platform" }).waitFor();

		expect(shownAddress).toEndWith("#launch");
		expect(problems).toEqual([]);
		await context.close();
	}, 120_000);

	test("opens a meeting with their account, and is told that it has not started or that there is none", async () => {
		const scheduledStart = new Date(Date.now() + 3_600_000).toISOString();
		const [running, scheduled] = [await openMeeting(), await openMeeting({ scheduledStart })];
		const page = await open(running.joinUrl.replace(/#.*/, ""));
		await submit(page, { email: running.email, password: PASSWORD });
		await shown(page).getByText("Optics").waitFor();

		const early = await open(scheduled.joinUrl);
		await submit(early, { name: "Grace" });
		await shown(early).getByRole("heading", { name: "The meeting has not started" }).waitFor();
		const unknown = await open("/meet/mtg_01jd0z7v9gf2nbrexx3vqjhp41#nonsense");
		await submit(unknown, { name: "Grace" });
		await shown(unknown).getByRole("heading", { name: "You cannot join a meeting with this link" }).waitFor();

		expect(await shown(page).getByRole("heading", { level: 1 }).textContent()).toBe("You are in the meeting");
		expect(problems).toEqual([]);
		for (const each of browser.contexts()) await each.close();
	}, 120_000);

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
