import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { startDnsServer, type TestDnsServer } from "#tests/support/dns-server";
import { linkOf, type Mailbox, openMailbox } from "#tests/support/mailbox";

const PASSWORD = "a perfectly long password";
const DOMAIN = "valley.example.edu";

describe.skipIf(!hasBrowser)(`People who join in the console (needs ${CHROMIUM})`, () => {
	let dns: TestDnsServer;
	let mailbox: Mailbox;
	let ui: Console;
	let admin: Client;
	/** The school that has proved the domain, and another one. */
	let school: string;
	let other: string;
	const mei = { email: `mei@${DOMAIN}`, password: PASSWORD, name: "Mei Chen" };
	const ben = { email: `ben@${DOMAIN}`, password: PASSWORD, name: "Ben Okafor" };
	const ada = { email: "ada@pupils.example", password: PASSWORD, name: "Ada Laurent" };
	const lee = { email: "lee@pupils.example", password: PASSWORD, name: "Lee Okafor" };

	/** Makes the account of a person whose address is proved: the invitation was mailed there. */
	async function invite(org: string, { email, password, name }: typeof mei, role: string): Promise<void> {
		expect((await admin.post(`${org}/invitations`, { email, role })).status).toBe(201);
		const { token } = linkOf(await mailbox.next(email));
		const accepted = await clientAt(ui.base).post(`/auth/invitations/${token}/accept`, { name, password });
		expect(accepted.status).toBe(200);
	}
	const memberOf = async (org: string, { email }: typeof mei) =>
		(await admin.get(`${org}/members?q=${encodeURIComponent(email)}`)).body.data[0];

	beforeAll(async () => {
		[dns, mailbox] = await Promise.all([startDnsServer(), openMailbox()]);
		ui = await openConsole({ DNS_RESOLVERS: dns.address, SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" });
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		const create = async (name: string) =>
			`/orgs/${(await admin.post("/orgs", { name, orgType: "education" })).body.data.id}`;
		school = await create("Green Valley");
		other = await create("Blue Hill");
		const { challenge } = (await admin.post(`${school}/domains`, { domain: DOMAIN })).body.data;
		dns.publish(challenge.name, challenge.value);
		expect((await admin.post(`${school}/domains/${DOMAIN}/verify`, {})).status).toBe(200);
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(async () => {
		await ui.close();
		await Promise.all([dns.close(), mailbox.close()]);
	});

	const suggest = async (enrollmentMode: string) =>
		expect((await admin.patch(`${school}/domains/${DOMAIN}`, { enrollmentMode })).status).toBe(200);

	test("the sign-in names the organization of an address; without another one, they join it at once", async () => {
		await invite(other, mei, "member");
		expect((await admin.delete(`${other}/members/${(await memberOf(other, mei)).userId}`)).status).toBe(204);
		await suggest("suggest");
		const page = await ui.open("sign-in");
		await page.getByLabel("E-mail address").fill(mei.email);
		await page.keyboard.press("Tab");
		await page.getByText(`Your address belongs to Green Valley (${DOMAIN})`).waitFor();
		await expectWhole(page);
		await page.getByLabel("Password").fill(mei.password);
		await page.keyboard.press("Enter");

		await page.getByRole("heading", { level: 1, name: "You belong to no organization yet" }).waitFor();
		await page.getByRole("region", { name: "Organizations of your address" }).getByText("Role: Member").waitFor();
		await expectWhole(page);
		await page.getByRole("button", { name: "Join Green Valley" }).click();

		await page.getByRole("heading", { level: 1, name: "Welcome, Mei Chen" }).waitFor();
		expect(await memberOf(school, mei)).toMatchObject({ role: "member" });
	});

	test("who belongs elsewhere asks in the account, where a failure can be tried again", async () => {
		await invite(other, ben, "member");
		await suggest("request");
		const page = await ui.openAs(ben, "");
		const failure = { status: "error", message: "x", error: { code: "server_error", detail: "It is out of order." } };
		await page.route("**/suggested-organizations", (route) => route.fulfill({ status: 500, json: failure }));
		await page.goto(`${ui.base}/console/me`);
		await page.getByRole("alert").getByText("It is out of order.").waitFor();
		await page.unroute("**/suggested-organizations");
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("button", { name: "Ask to join Green Valley" }).click();

		await page.getByRole("listitem").getByText("Requested: you get an invitation").waitFor();
		expect((await admin.get(`${school}/invitations?state=requested`)).body.data).toMatchObject([{ email: ben.email }]);
		await expectWhole(page);
	});

	test("the consent of a student's guardians is noted, changed by nobody unseen, and removed", async () => {
		await invite(school, ada, "teacher");
		await invite(school, lee, "student");
		const consent = `${school}/members/${(await memberOf(school, lee)).userId}/guardian-consent`;
		const page = await ui.openAs(FIRST_ADMIN, `${school.replace("/orgs", "o")}/members`);
		const dialog = page.getByRole("dialog");
		const choose = async (person: typeof mei) => {
			await page.getByRole("button", { name: `Actions for ${person.name}` }).click();
			await page.getByRole("menuitem", { name: "Change role" }).waitFor();
		};
		await choose(ada);
		expect(await page.getByRole("menuitem", { name: "Guardian consent" }).count()).toBe(0);
		await page.getByRole("menuitem", { name: "Reset the password" }).click();
		await dialog.getByRole("button", { name: "Reset the password" }).click();
		await page.getByText("Ada Laurent gets a mail with the link").waitFor();
		expect(linkOf(await mailbox.next(ada.email)).token).toBeDefined();
		await choose(lee);
		await page.getByRole("menuitem", { name: "Guardian consent" }).click();
		await dialog.getByLabel("Guardian", { exact: true }).fill("Chidi Okafor, father");
		await dialog.getByLabel("Day of the consent").fill("2999-01-12");
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.locator("[name=grantedOn][aria-invalid]:focus").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByLabel("Day of the consent").fill("2025-09-01");
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.waitFor({ state: "detached" });

		await choose(lee);
		await page.getByRole("menuitem", { name: "Guardian consent" }).click();
		await dialog.getByText("Last changed by").waitFor();
		const changed = { grantedBy: "Ada Okafor, mother", grantedOn: "2025-09-02" };
		expect((await admin.put(consent, changed)).status).toBe(200);
		await dialog.getByLabel("Note").fill("Form 12");
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.getByRole("alert").getByText("Another person has saved this").waitFor();
		expect(await dialog.getByLabel("Guardian", { exact: true }).inputValue()).toBe("Ada Okafor, mother");
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Remove the note" }).click();
		await dialog.getByText("Remove the note about the guardians of Lee Okafor?").waitFor();
		await dialog.getByRole("button", { name: "Remove the note" }).click();

		await page.getByText("The note was removed").waitFor();
		expect((await admin.get(consent)).status).toBe(404);
	});
});
