import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole } from "#tests/support/console-page";
import { linkOf, type Mailbox, openMailbox } from "#tests/support/mailbox";

const PASSWORD = "a perfectly long password";
const NEW_PASSWORD = "another perfectly long password";

/** Mails that come by themselves, and the screens that their links open. */
describe.skipIf(!hasBrowser)(`A person who opens a link in a mail (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let mailbox: Mailbox;

	beforeAll(async () => {
		mailbox = await openMailbox();
		ui = await openConsole({ SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@school.example>" });
	}, 60_000);
	afterEach(() => ui.clear());
	afterAll(async () => {
		await ui?.close();
		await mailbox?.close();
	});

	const post = (path: string, sent: unknown, token?: string) => clientAt(ui.base, token).post(path, sent);
	const login = (email: string, password: string) => post("/auth/login", { email, password });
	const nextLink = async (email: string) => linkOf(await mailbox.next(email)).url;
	const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
	const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

	test("creates an account, confirms its address, and comes to a new password", async () => {
		const email = "ada@school.example";
		const page = await ui.open("sign-in", { locale: "de-DE" });
		await page.getByRole("link", { name: "Konto anlegen" }).click();
		await heading(page, "Konto anlegen");
		await expectWhole(page);
		await page.getByLabel("Ihr Name").fill("Ada");
		await page.getByLabel("E-Mail-Adresse").fill(email);
		await page.getByLabel("Passwort").fill(PASSWORD);
		await page.keyboard.press("Enter");
		await heading(page, "Prüfen Sie Ihren Posteingang");
		const confirming = await nextLink(email);
		await page.getByRole("link", { name: "Anmelden" }).click();
		await page.getByLabel("E-Mail-Adresse").fill(email);
		await page.getByLabel("Passwort").fill(PASSWORD);
		await page.keyboard.press("Enter");
		await page.getByRole("link", { name: "Keine Nachricht? Noch eine senden" }).waitFor();

		await page.goto(confirming);
		await heading(page, "E-Mail-Adresse bestätigen");
		await expectWhole(page);
		await press(page, "Adresse bestätigen");
		await heading(page, "Ihre Adresse ist bestätigt");
		await page.getByRole("link", { name: "Anmelden" }).click();
		await page.getByRole("link", { name: "Passwort vergessen?" }).click();
		await heading(page, "Neues Passwort wählen");
		await page.getByLabel("E-Mail-Adresse").fill(email);
		await expectWhole(page);
		await press(page, "Link senden");
		await heading(page, "Prüfen Sie Ihren Posteingang");
		const link = await nextLink(email);

		// A mail that was sent when the screens were pages elsewhere: the token is still behind the `#`.
		const old = link.replace("/console/", "/account/");
		const choosing = await ui.visit(old, { locale: "en-GB" });
		await choosing.waitForURL(link);
		await choosing.locator("input[name=password]:focus").waitFor();
		await choosing.getByText("15 characters or more").waitFor();
		await choosing.getByLabel("New password").fill("aaaaaaaaaaaaaaaa");
		await press(choosing, "Save password");
		await choosing.locator("[aria-invalid]").waitFor();
		await expectWhole(choosing);
		await choosing.getByLabel("New password").fill(NEW_PASSWORD);
		await press(choosing, "Save password");
		await heading(choosing, "Your password has been changed");
		await choosing.goto("about:blank");
		await choosing.goto(old);
		await choosing.getByLabel("New password").fill(PASSWORD);
		await press(choosing, "Save password");
		await choosing.getByText("This link no longer works").waitFor();
		await expectWhole(choosing);

		expect((await login(email, NEW_PASSWORD)).status).toBe(200);
		expect(ui.alarms).toEqual([]);
	}, 120_000);

	test("confirms a new address with the password of the account, and gets another link where one was used", async () => {
		const [email, next] = ["joan@school.example", "joan@elsewhere.example"];
		await post("/auth/register", { email, password: PASSWORD, name: "Joan" });
		const replaced = await nextLink(email);
		await post("/auth/verify-email/resend", { email });
		const second = await nextLink(email);
		const page = await ui.visit(replaced);
		await press(page, "Confirm address");
		await page.getByText("This link no longer works").waitFor();
		await press(page, "Get a new link");
		await page.getByLabel("E-mail address").fill(email);
		await expectWhole(page);
		// Pasted over the link before: it starts again.
		await page.goto(second);
		await press(page, "Confirm address");
		await heading(page, "Your address is confirmed");
		const { access_token: token } = (await login(email, PASSWORD)).body;
		const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
		await fetch(`${ui.base}/auth/update-profile`, { method: "PATCH", headers, body: JSON.stringify({ email: next }) });

		await page.goto(await nextLink(next));
		await press(page, "Confirm address");
		await page.getByLabel("Password").fill("not the right password");
		await press(page, "Confirm address");
		await page.locator("[aria-invalid], [role=alert]").first().waitFor();
		await expectWhole(page);
		await page.getByLabel("Password").fill(PASSWORD);
		await press(page, "Confirm address");
		await heading(page, "Your address is confirmed");

		expect((await login(next, PASSWORD)).status).toBe(200);
		expect(ui.alarms).toEqual([]);
	}, 120_000);

	test("accepts an invitation with a new account, another with that account, and one more when signed in", async () => {
		const email = "grace@school.example";
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const invite = (name: string) => post("/orgs", { name, orgType: "education", ownerEmail: email }, admin);
		await invite("One <b>School");
		let page = await ui.visit(await nextLink(email));
		await heading(page, "Join One <b>School");
		await page.getByText("15 characters or more").waitFor();
		await page.getByRole("button", { name: "Show Password" }).click();
		await expectWhole(page);
		await page.getByLabel("Your name").fill("Grace");
		await page.getByLabel("Password").fill(PASSWORD);
		await press(page, "Accept invitation");
		await heading(page, "Welcome to One <b>School");
		// The new member is signed in.
		await page.getByRole("link", { name: "Continue" }).click();
		await heading(page, "Welcome, Grace");

		await invite("Another School");
		await ui.clear();
		page = await ui.visit(await nextLink(email));
		await press(page, "I already have an account");
		await expectWhole(page);
		expect(await page.getByLabel("E-mail address").inputValue()).toBe(email);
		await page.getByLabel("Password").fill(PASSWORD);
		await press(page, "Sign in and accept");
		await heading(page, "Welcome to Another School");

		await invite("Third School");
		const third = await nextLink(email);
		await page.goto(third);
		await heading(page, "Join Third School");
		await press(page, "Accept invitation");
		await heading(page, "Welcome to Third School");
		await page.getByRole("link", { name: "Continue" }).click();
		await page.getByRole("navigation").first().waitFor();
		await page.goto(third);
		await heading(page, "This invitation no longer works");
		await expectWhole(page);

		expect(ui.alarms).toEqual([]);
	}, 120_000);
});
