import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { FIRST_ADMIN, freePort, type Installation, install, post as postTo } from "#tests/support/installation";
import { linkOf, type Mailbox, openMailbox } from "#tests/support/mailbox";

const PREFIX = "/api/dev";
const PASSWORD = "a perfectly long password";

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
	afterAll(async () => {
		await browser?.close();
		await server?.close();
		await mailbox?.close();
	});

	const post = (path: string, sent: unknown, token?: string) => postTo(base, path, sent, token);
	const login = (email: string, password: string) => post("/auth/login", { email, password });

	/** Opens the link of the next mail to an address. */
	async function open(email: string, locale = "en-US"): Promise<Page> {
		const page = await browser.newPage({ locale });
		page.on("console", (line) => {
			if (line.type() === "error" && !line.text().includes("status of")) violations.push(line.text());
		});
		await page.goto(linkOf(await mailbox.next(email)).url);
		await page.locator("button").waitFor();
		return page;
	}

	test("confirms the address, and later chooses a new password", async () => {
		const email = "ada@school.example";
		await post("/auth/register", { email, password: PASSWORD, name: "Ada", locale: "de-DE" });

		const confirming = await open(email, "de-DE");
		await confirming.locator("button").click();
		await confirming.getByText("Die Adresse ist bestätigt.").waitFor();
		const first = await login(email, PASSWORD);
		await post("/auth/forgot-password", { email });
		const choosing = await open(email);
		await choosing.locator("input").fill("short");
		await choosing.locator("button").click();
		await choosing.getByText("at least 15 characters").waitFor();
		await choosing.locator("input").fill("another perfectly long password");
		await choosing.locator("button").click();
		await choosing.getByText("The password is changed.").waitFor();

		expect(first.status).toBe(200);
		expect((await login(email, "another perfectly long password")).status).toBe(200);
		expect(violations).toEqual([]);
	}, 20_000);

	test("confirms a new address with the password of the account that asked for it", async () => {
		const [email, next] = ["joan@school.example", "joan@elsewhere.example"];
		await post("/auth/register", { email, password: PASSWORD, name: "Joan" });
		const confirming = await open(email);
		await confirming.locator("button").click();
		await confirming.getByText("The address is confirmed.").waitFor();
		const { access_token: token } = (await login(email, PASSWORD)).body;
		const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
		await fetch(`${base}/auth/update-profile`, { method: "PATCH", headers, body: JSON.stringify({ email: next }) });

		const moving = await open(next);
		await moving.locator("button").click();
		await moving.getByText("Confirm with the password").waitFor();
		await moving.locator("input[name=password]").fill("not the right password");
		await moving.locator("button").click();
		await moving.getByText("must be the password in force").waitFor();
		await moving.locator("input[name=password]").fill(PASSWORD);
		await moving.locator("button").click();
		await moving.getByText("The address is confirmed.").waitFor();

		expect((await login(next, PASSWORD)).status).toBe(200);
		expect(violations).toEqual([]);
	}, 20_000);

	test("accepts an invitation with a new account, and another with that account", async () => {
		const email = "grace@school.example";
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const school = { name: "One School", orgType: "education", ownerEmail: email };
		await post("/orgs", school, admin);

		const joining = await open(email);
		await joining.locator("input[name=name]").fill("Grace");
		await joining.locator("input[name=password]").fill(PASSWORD);
		await joining.locator("button").click();
		await joining.getByText("Welcome!").waitFor();
		await post("/orgs", { ...school, name: "Another School" }, admin);
		const again = await open(email);
		await again.locator("input[name=name]").fill("Grace");
		await again.locator("input[name=password]").fill(PASSWORD);
		await again.locator("button").click();
		await again.locator("input[name=email]").fill(email);
		await again.locator("input[name=password]").fill(PASSWORD);
		await again.locator("button").click();
		await again.getByText("Welcome!").waitFor();

		const { access_token: token } = (await login(email, PASSWORD)).body;
		const profile = await fetch(`${base}/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
		const { data } = (await profile.json()) as { data: { memberships: { name: string }[] } };
		expect(data.memberships.map(({ name }) => name)).toEqual(["One School", "Another School"]);
		expect(violations).toEqual([]);
	}, 20_000);
});
