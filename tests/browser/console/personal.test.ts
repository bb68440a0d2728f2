import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { addAuthenticator } from "#tests/support/authenticator";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { until } from "#tests/support/until";

const PASSWORD = "a perfectly long password";

describe.skipIf(!hasBrowser)(`What is one's own in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let owner: Client;
	let orgId: string;
	let workspaceId: string;
	const olga = { email: "olga@school.example", password: PASSWORD, name: "Olga Laurent" };
	const mei = { email: "mei@school.example", password: PASSWORD, name: "Mei Chen" };
	const ben = { email: "ben@school.example", password: PASSWORD, name: "Ben Okafor" };

	const signIn = async ({ email, password }: { email: string; password: string }) => {
		const { body } = await clientAt(ui.base).post("/auth/login", { email, password });
		return clientAt(ui.base, body.access_token);
	};
	/** Makes the account of somebody who was invited. */
	async function join(inviting: Client, { email, password, name }: typeof olga, role: string): Promise<void> {
		const { body } = await inviting.post(`/orgs/${orgId}/invitations`, { email, role });
		const accepted = await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, { name, password });
		expect(accepted.status).toBe(200);
	}
	const menu = async (page: Page, item: string) => {
		await page.locator(".side .person").first().click();
		await page.getByRole("menuitem", { name: item }).click();
		await page.getByRole("heading", { level: 1, name: item }).waitFor();
	};

	beforeAll(async () => {
		ui = await openConsole();
		const admin = await signIn(FIRST_ADMIN);
		orgId = (await admin.post("/orgs", { name: "Green Valley", orgType: "education" })).body.data.id;
		await join(admin, olga, "owner");
		owner = await signIn(olga);
		await join(owner, mei, "member");
		await join(owner, ben, "teacher");
		workspaceId = (await owner.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b", kind: "class" })).body.data.id;
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	test("name, language and zone are changed in the profile; a wrong zone is told at its field", async () => {
		const page = await ui.openAs(mei, `o/${orgId}/workspaces`);
		await menu(page, "Profile");
		await page.getByLabel("Name", { exact: true }).fill("Mei Lin Chen");
		await page.getByLabel("Time zone", { exact: true }).fill("Mars/Base");
		await page.getByRole("button", { name: "Save" }).click();

		await page.locator("[name=timezone][aria-invalid]:focus").waitFor();
		await page.getByLabel("Time zone", { exact: true }).fill("Europe/Madrid");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
		await page.getByRole("button", { name: "Save" }).click();

		await page.getByRole("heading", { level: 1, name: "Profil", exact: true }).waitFor();
		await page.locator(".side .person").first().getByText("Mei Lin Chen").waitFor();
		const { data } = (await (await signIn(mei)).get("/auth/profile")).body;
		expect(data).toMatchObject({ name: "Mei Lin Chen", locale: "de-DE", timezone: "Europe/Madrid" });
		await page.getByRole("button", { name: "Adresse ändern" }).click();
		await page.getByLabel("Neue E-Mail-Adresse").fill("mei.chen@school.example");
		await page.getByLabel("Aktuelles Passwort").fill("wrong");
		await page.getByRole("dialog").getByRole("button", { name: "Adresse ändern" }).click();
		await page.getByRole("dialog").getByRole("alert").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Abbrechen" }).click();
		await expectWhole(page);
	});

	test("an authenticator is set up from its QR code, and asks again when the sign-in is old", async () => {
		const page = await ui.openAs(ben, "me/security");
		await page.getByRole("button", { name: "Set up an authenticator" }).click();
		// As if the sign-in was long ago: the words of the API.
		const stale = {
			code: "forbidden",
			detail: "This requires fresh authentication.",
			meta: { reason: "stale_sign_in" },
		};
		const json = { status: "error", message: "x", error: stale };
		await page.route("**/auth/mfa/totp", (route) => route.fulfill({ status: 403, json }), { times: 1 });
		await page.getByRole("button", { name: "Continue" }).click();
		await page.locator("[name=proof]:focus").fill("not the password");
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("alert").getByText("The password or code is wrong.").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.locator("[name=proof]").fill(PASSWORD);
		await page.getByRole("button", { name: "Continue" }).click();

		await page.getByRole("img", { name: "QR code" }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		const secret = await page.getByRole("textbox", { name: "Copy" }).inputValue();
		const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
		await page.locator("[name=code]:focus").fill(code);
		await page.getByRole("button", { name: "Turn on" }).click();
		await page.getByRole("list", { name: "Recovery codes" }).waitFor();
		expect(await page.getByRole("listitem").locator("code").count()).toBe(10);
		await page.getByRole("button", { name: "Done" }).click();
		await page.getByText("10 recovery codes left").waitFor();

		await page.getByRole("button", { name: "Remove authenticator" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove authenticator" }).click();
		await page.getByText("off", { exact: true }).waitFor();
	});

	test("passkeys are added and removed, and other sessions ended", async () => {
		const other = await signIn(mei);
		const page = await ui.openAs(mei, "me/security");
		await addAuthenticator(page);
		await page.getByRole("button", { name: "Add a passkey" }).click();
		await page.getByRole("dialog").getByLabel("Name").fill("Mei's laptop");
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("row", { name: /Mei's laptop/ }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Remove Mei's laptop" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).click();
		await page.getByText("You have no passkey.").waitFor();

		await page.getByRole("button", { name: "Sign out everywhere else" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere else" }).click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Sign out everywhere else" }).waitFor({ state: "detached" });
		expect((await other.get("/auth/profile")).status).toBe(401);
		await page.getByRole("row", { name: /Chrome · .*this one/ }).waitFor();
		await page.getByLabel("Current password").fill("wrong");
		await page.getByLabel("New password").fill(PASSWORD);
		await page.getByRole("button", { name: "Change password" }).click();
		await page.locator("[name='password/current'][aria-invalid]").waitFor();
		await expectWhole(page);
	});

	test("notifications are read, and chosen", async () => {
		const page = await ui.openAs(ben, "me/notifications");
		await page.getByRole("heading", { name: "There are no notifications" }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		const reader = await signIn(ben);
		const userId = (await reader.get("/auth/profile")).body.data.id;
		for (const title of ["Optics", "Mechanics"]) {
			const { body } = await owner.post(`/workspaces/${workspaceId}/meetings`, { title });
			expect((await owner.post(`/meetings/${body.data.meeting.id}/participants`, { userId })).status).toBe(201);
		}
		await until(async () => (await reader.get("/notifications")).body.data.length === 2);
		await page.reload();

		await page.getByRole("button", { name: /^Mark as read: .*Optics/ }).click();
		await page.getByRole("button", { name: /^Mark as read: .*Optics/ }).waitFor({ state: "detached" });
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Preferences" }).click();
		await page.getByRole("switch", { name: "A summary is ready: Mail" }).uncheck();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const { kinds } = (await reader.get("/notifications/preferences")).body.data;
		expect(kinds["summary.ready"]).toEqual({ inApp: true, mail: false });
		await expectWhole(page);
		await page.getByRole("link", { name: /Mechanics/ }).click();
		await page.getByRole("heading", { level: 1, name: "Mechanics" }).waitFor();
		await until(async () => (await reader.get("/notifications?unread=true")).body.data.length === 0);
	});

	test("the start shows what comes and what is unread; a workspace has its people and meetings", async () => {
		const page = await ui.openAs(olga, "");
		await page.getByRole("heading", { level: 1, name: "Welcome, Olga Laurent" }).waitFor();
		await page.getByText("No meeting is scheduled.").waitFor();
		const scheduledStart = new Date(Date.now() + 86_400_000).toISOString();
		const own = (await owner.post(`/orgs/${orgId}/workspaces`, { name: "Chemistry", kind: "class" })).body.data.id;
		const path = `/workspaces/${own}/meetings`;
		expect((await owner.post(path, { title: "Solutions", scheduledStart })).status).toBe(201);
		await page.reload();
		await page.getByRole("region", { name: "Next" }).getByRole("link", { name: "Solutions" }).waitFor();
		expect(await violationsOf(page)).toEqual([]);

		await page.getByRole("link", { name: "Workspaces" }).click();
		await page.getByRole("link", { name: "Chemistry" }).click();
		await page.getByRole("region", { name: "Meetings" }).getByRole("link", { name: "Solutions" }).waitFor();
		await page.getByRole("button", { name: "Add member" }).click();
		await page.getByRole("dialog").getByLabel("Person").selectOption({ label: "Ben Okafor (ben@school.example)" });
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
		await page.getByRole("button", { name: "Actions for Ben Okafor" }).click();
		await page.getByRole("menuitem", { name: "Change role" }).click();
		await page.getByRole("dialog").getByLabel("Role").selectOption("Host");
		await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
		await page.getByRole("row", { name: /Ben Okafor Host/ }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Actions for Ben Okafor" }).click();
		await page.getByRole("menuitem", { name: "Remove" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
		await page.getByRole("row", { name: /Ben Okafor/ }).waitFor({ state: "detached" });

		// Somebody else has changed it since it was read.
		expect((await owner.patch(`/workspaces/${own}`, { description: "Salts and acids" })).status).toBe(200);
		await page.getByRole("button", { name: "Change", exact: true }).click();
		await page.getByLabel("Name", { exact: true }).fill("Chemistry II");
		await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
		await page.getByRole("alert").getByText("Another person has changed this workspace").waitFor();
		await page.getByText("Salts and acids").waitFor();
		await page.getByRole("button", { name: "Change", exact: true }).click();
		await page.getByLabel("Name", { exact: true }).fill("Chemistry II");
		expect(await page.getByLabel("Description").inputValue()).toBe("Salts and acids");
		await page.getByLabel("Who sees it").selectOption("Everyone in the organization");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
		await page.getByRole("heading", { level: 1, name: "Chemistry II" }).waitFor();
		expect((await owner.get(`/workspaces/${own}`)).body.data).toMatchObject({
			visibility: "org",
			description: "Salts and acids",
		});
		await page.getByRole("button", { name: "Archive" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
		await page.getByText("This workspace is archived").waitFor();
		await page.getByRole("button", { name: "Restore" }).click();
		await page.getByRole("button", { name: "Archive" }).waitFor();
		await expectWhole(page);
	});

	test("invitations are resent and withdrawn, passwords of members reset; a member who may not sees none of it", async () => {
		expect(
			(await owner.post(`/orgs/${orgId}/invitations`, { email: "ada@school.example", role: "teacher" })).status,
		).toBe(201);
		const page = await ui.openAs(olga, `o/${orgId}/members`);
		await page.getByRole("main").getByRole("link", { name: "Invitations" }).click();
		await page
			.getByRole("row", { name: /ada@school.example/ })
			.getByText("pending")
			.waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Actions for ada@school.example" }).click();
		await page.getByRole("menuitem", { name: "Show a link" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Show a link" }).click();
		expect(await page.getByRole("textbox", { name: "Copy" }).inputValue()).toContain("/console/invitation#");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Done" }).click();
		await page.getByRole("button", { name: "Actions for ada@school.example" }).click();
		await page.getByRole("menuitem", { name: "Withdraw" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
		await page
			.getByRole("row", { name: /ada@school.example/ })
			.getByText("withdrawn")
			.waitFor();
		await page.getByLabel("State").selectOption("requested");
		await page.getByRole("heading", { name: "No match" }).waitFor();
		await expectWhole(page);

		// No mail is sent here: the administrator passes the link on.
		await page.goto(`${ui.base}/console/o/${orgId}/members`);
		await page.getByRole("button", { name: `Actions for ${olga.name}` }).click();
		await page.getByRole("menuitem", { name: "Change role" }).waitFor();
		expect(await page.getByRole("menuitem", { name: "Reset the password" }).count()).toBe(0);
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: `Actions for ${ben.name}` }).click();
		await page.getByRole("menuitem", { name: "Reset the password" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Reset the password" }).click();
		const link = await page.getByRole("dialog").getByRole("textbox", { name: "Reset the password" }).inputValue();
		await expectWhole(page);
		const choosing = await ui.visit(link);
		const chosen = { email: ben.email, password: "another perfectly long password" };
		await choosing.getByLabel("New password").fill(chosen.password);
		await choosing.keyboard.press("Enter");
		await choosing.getByRole("link", { name: "Sign in" }).waitFor();
		expect((await clientAt(ui.base).post("/auth/login", chosen)).status).toBe(200);

		const other = await ui.openAs(mei, `o/${orgId}/invitations`);
		await other.getByRole("alert").getByText("Your role does not allow this.").waitFor();
	});
});
