import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { addAuthenticator } from "#tests/support/authenticator";
import { CHROMIUM, closePages, hasBrowser, openBrowser, openPage } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { FIRST_ADMIN, freePort, type Installation, install } from "#tests/support/installation";
import { linkOf, type Mailbox, openMailbox } from "#tests/support/mailbox";

const PREFIX = "/api/dev";
const PASSWORD = "a perfectly long password";
const NEW_PASSWORD = "another perfectly long password";

/** Mails that come by themselves, links that a person opens, pages that work under a prefix. */
describe.skipIf(!hasBrowser)(`A person who opens a link in a mail (needs ${CHROMIUM})`, () => {
	const violations: string[] = [];
	let base: string;
	let mailbox: Mailbox;
	let server: Installation;
	let browser: Browser;

	beforeAll(async () => {
		const port = freePort();
		base = `http://localhost:${port}${PREFIX}`;
		mailbox = await openMailbox();
		server = await install({
			PORT: String(port),
			PUBLIC_URL: base,
			SMTP_URL: mailbox.url,
			MAIL_FROM: "Parley <parley@school.example>",
		});
		browser = await openBrowser();
	});
	afterEach(() => closePages(browser));
	afterAll(async () => {
		await browser?.close();
		await server?.close();
		await mailbox?.close();
	});

	const post = (path: string, sent: unknown, token?: string) => clientAt(base, token).post(path, sent);
	const login = (email: string, password: string) => post("/auth/login", { email, password });

	/** Opens the link of the next mail to an address. */
	async function open(email: string, locale = "en-US"): Promise<Page> {
		const page = await openPage(browser, { locale });
		page.on("console", (line) => {
			if (line.type() === "error" && !line.text().includes("status of")) violations.push(line.text());
		});
		await page.goto(linkOf(await mailbox.next(email)).url);
		await shown(page).locator("button").first().waitFor();
		return page;
	}

	/** The step that a page shows. */
	const shown = (page: Page): Locator => page.locator("section:not([hidden])");

	async function submit(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<void> {
		for (const [name, value] of Object.entries(fields)) await shown(page).locator(`input[name=${name}]`).fill(value);
		await shown(page).locator("form button").click();
	}

	/** Signs in where a page of ours leads on to. */
	async function goOn(page: Page, email: string, password: string): Promise<void> {
		await shown(page).locator("a.button").click();
		await page.waitForURL(`${base}/account/sign-in`);
		await submit(page, { email, password });
		await shown(page).getByRole("button", { name: "Sign out" }).waitFor();
	}

	test("confirms the address, later chooses a new password, and signs in from there", async () => {
		const email = "ada@school.example";
		await post("/auth/register", { email, password: PASSWORD, name: "Ada", locale: "de-DE" });

		const confirming = await open(email, "de-DE");
		const language = await confirming.locator("html").getAttribute("lang");
		await submit(confirming);
		await shown(confirming).getByText("Ihre Adresse ist bestätigt").waitFor();
		const first = await login(email, PASSWORD);
		await post("/auth/forgot-password", { email });
		const choosing = await open(email);
		await submit(choosing, { password: "short" });
		await shown(choosing).getByRole("alert").getByText("must have at least 15 characters").waitFor();
		const invalid = await shown(choosing).locator("input").getAttribute("aria-invalid");
		await submit(choosing, { password: NEW_PASSWORD });
		await shown(choosing).getByText("Your password has been changed").waitFor();
		await goOn(choosing, email, NEW_PASSWORD);

		expect([language, first.status, invalid]).toEqual(["de", 200, "true"]);
		expect(await shown(choosing).textContent()).toContain(email);
		expect(violations).toEqual([]);
	}, 120_000);

	test("confirms a new address with the password of the account that asked for it", async () => {
		const [email, next] = ["joan@school.example", "joan@elsewhere.example"];
		await post("/auth/register", { email, password: PASSWORD, name: "Joan" });
		const confirming = await open(email);
		await submit(confirming);
		await shown(confirming).getByText("Your address is confirmed").waitFor();
		const { access_token: token } = (await login(email, PASSWORD)).body;
		const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
		await fetch(`${base}/auth/update-profile`, { method: "PATCH", headers, body: JSON.stringify({ email: next }) });

		const moving = await open(next);
		await submit(moving);
		await submit(moving, { password: "not the right password" });
		await shown(moving).getByText("The password is wrong.").waitFor();
		await submit(moving, { password: PASSWORD });
		await shown(moving).getByText("Your address is confirmed").waitFor();

		expect((await login(next, PASSWORD)).status).toBe(200);
		expect(violations).toEqual([]);
	}, 120_000);

	test("gets another link where the first was used already", async () => {
		const email = "mary@school.example";
		await post("/auth/register", { email, password: PASSWORD, name: "Mary" });
		const { url } = linkOf(await mailbox.next(email));
		await post("/auth/verify-email/resend", { email });
		const page = await open(email);

		await Promise.all([page.waitForEvent("load"), page.goto(url)]); // the one before, which the second replaced
		await submit(page);
		await shown(page).getByText("This link no longer works").waitFor();
		await shown(page).getByRole("button", { name: "Get a new link" }).click();
		await submit(page, { email });
		await shown(page).getByText("Check your mail").waitFor();
		const again = await open(email);
		await submit(again);
		await goOn(again, email, PASSWORD);

		expect(violations).toEqual([]);
	}, 120_000);

	test("accepts an invitation with a new account, and another with that account", async () => {
		const email = "grace@school.example";
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const school = { name: "One <b>School", orgType: "education", ownerEmail: email };
		await post("/orgs", school, admin);

		const joining = await open(email);
		await shown(joining).getByRole("heading", { name: "Join One <b>School" }).waitFor();
		await submit(joining, { name: "Grace", password: PASSWORD });
		await shown(joining).getByRole("heading", { name: "Welcome to One <b>School" }).waitFor();
		await post("/orgs", { ...school, name: "Another School" }, admin);
		const again = await open(email);
		await submit(again, { name: "Grace", password: PASSWORD });
		await shown(again).getByText("This address already has an account.").waitFor();
		await submit(again, { password: PASSWORD });
		await shown(again).getByRole("heading", { name: "Welcome to Another School" }).waitFor();
		await shown(again).locator("a.button").click();

		await shown(again).getByText("Another School – owner").waitFor();
		expect(await shown(again).getByRole("listitem").allInnerTexts()).toEqual([
			"One <b>School – owner",
			"Another School – owner",
		]);
		expect(violations).toEqual([]);
	}, 120_000);

	test("joins by a link that somebody showed them, and confirms the address later", async () => {
		const email = "hedy@school.example";
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const orgId = (await post("/orgs", { name: "A School", orgType: "education" }, admin)).body.data.id;
		const { id } = (await post(`/orgs/${orgId}/invitations`, { email, role: "member" }, admin)).body.data;
		await mailbox.next(email); // which stops working
		const shownLink = await post(`/orgs/${orgId}/invitations/${id}/link`, {}, admin);
		const page = await openPage(browser, { locale: "en-US" });
		await page.goto(shownLink.body.data.acceptUrl);
		await shown(page).getByRole("heading", { name: "Join A School" }).waitFor();

		await submit(page, { name: "Hedy", password: PASSWORD });
		await shown(page).getByRole("heading", { name: "Welcome to A School" }).waitFor();
		await goOn(page, email, PASSWORD);
		await shown(page).locator('[data-form="confirm"] button').click();
		await shown(page).locator('[data-case="confirming"]').waitFor();
		const confirming = await open(email);
		await submit(confirming);
		await submit(confirming, { password: PASSWORD });
		await shown(confirming).getByText("Your address is confirmed").waitFor();
		await goOn(confirming, email, PASSWORD);

		expect(await shown(confirming).locator('[data-case="unconfirmed"]').isVisible()).toBe(false);
		expect(violations).toEqual([]);
	}, 120_000);

	test("is told to confirm the address before the first sign-in", async () => {
		const email = "karen@school.example";
		await post("/auth/register", { email, password: PASSWORD, name: "Karen" });
		await mailbox.next(email); // Until then there may be no account: who registers is answered before.
		const page = await openPage(browser, { locale: "es-ES" });
		await page.goto(`${base}/account/sign-in`);

		await submit(page, { email, password: PASSWORD });
		await shown(page).getByText("Confirme primero su dirección").waitFor();
		await shown(page).locator('a[href$="/account/verify-email"]').click();

		await page.waitForURL(`${base}/account/verify-email`);
	}, 120_000);

	test("signs in with a passkey, until it is removed", async () => {
		const { access_token: token } = (await post("/auth/login", FIRST_ADMIN)).body;
		const page = await openPage(browser, { locale: "en-US" });
		await page.goto(`${base}/account/sign-in`);
		const device = await addAuthenticator(page);
		const credential = await device.create((await post("/auth/passkeys/register/options", {}, token)).body.data);
		await post("/auth/passkeys/register/verify", { credential }, token);
		const usePasskey = () => shown(page).getByRole("button", { name: "Use a passkey" }).click();

		await usePasskey();
		await shown(page).getByText(FIRST_ADMIN.email).waitFor();
		await page.reload();
		await shown(page).getByRole("button", { name: "Sign out" }).click();
		const { id } = credential;
		const removed = await fetch(`${base}/auth/passkeys/${id}`, {
			method: "DELETE",
			headers: { authorization: `Bearer ${token}` },
		});
		await usePasskey();
		await shown(page).getByText("The passkey could not be used.").waitFor();

		expect(removed.status).toBe(204);
		expect(violations).toEqual([]);
	}, 120_000);
});
