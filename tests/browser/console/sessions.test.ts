import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";

const PASSWORD = "a perfectly long password";

describe.skipIf(!hasBrowser)(`Who is signed in to the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let admin: Client;
	const orgs: string[] = [];
	/** The owner of both organizations, and a member of the first. */
	const owner = { email: "olga@school.example", password: PASSWORD };
	const member = { email: "mei@school.example", password: PASSWORD };
	const guest = { email: "gus@elsewhere.example", password: PASSWORD };

	/** Adds somebody to an organization, who makes an account or has one. */
	async function join(orgId: string, { email, password }: typeof owner, role: string, token?: string) {
		const { body } = await admin.post(`/orgs/${orgId}/invitations`, { email, role });
		const account = token === undefined ? { name: email, password } : {};
		const path = `/auth/invitations/${body.data.token}/accept`;
		expect((await clientAt(ui.base, token).post(path, account)).status).toBe(200);
	}

	beforeAll(async () => {
		ui = await openConsole();
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		for (const name of ["Green Valley", "Blue Hill"])
			orgs.push((await admin.post("/orgs", { name, orgType: "education" })).body.data.id);
		const [first = "", second = ""] = orgs;
		await join(first, owner, "owner");
		await join(second, owner, "owner", (await clientAt(ui.base).post("/auth/login", owner)).body.access_token);
		await join(first, member, "member");
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	test("sees what the role may do, and nothing that it may not", async () => {
		const page = await ui.openAs(member, `o/${orgs[0]}/meetings`);
		await page.getByRole("heading", { level: 1, name: "Meetings" }).waitFor();

		expect(await page.getByRole("button", { name: "Upload a recording" }).count()).toBe(0);
		expect(await page.getByRole("navigation").getByRole("link").allTextContents()).toEqual([
			"Home",
			"Meetings",
			"Series",
			"Search",
			"Workspaces",
			"Holidays",
			"Leave the organization",
		]);
		await page.getByRole("link", { name: "Leave the organization" }).click();
		await page.getByRole("heading", { level: 1, name: "Leave the organization" }).waitFor();
		await page.getByRole("button", { name: "Leave the organization" }).waitFor();
		await expectWhole(page);
		await page.getByRole("link", { name: "Home" }).click();
		await page.getByText("You see the meetings of your workspaces, and those you are invited to.").waitFor();
		await page.goto(`${ui.base}/console/o/${orgs[0]}/members`);
		await page.getByRole("alert").getByText("Your role does not allow this.").waitFor();
		expect(await violationsOf(page)).toEqual([]);
	});

	test("as a guest comes to the meetings they are invited to, and back to the start", async () => {
		// Of its own: others have no meeting.
		const orgId = (await admin.post("/orgs", { name: "Red Rock", orgType: "education" })).body.data.id;
		await join(orgId, guest, "guest");
		const page = await ui.openAs(guest, `o/${orgId}`);
		await page.getByText("You join meetings by invitation").waitFor();
		await page.getByText("Nothing new.").waitFor();
		await expectWhole(page);

		const inside = (await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId })).body.access_token;
		const host = clientAt(ui.base, inside);
		const workspaceId = (await host.post(`/orgs/${orgId}/workspaces`, { name: "Physics" })).body.data.id;
		const { meeting } = (await host.post(`/workspaces/${workspaceId}/meetings`, { title: "Optics" })).body.data;
		const { userId } = (await host.get(`/orgs/${orgId}/members?q=gus`)).body.data[0];
		expect((await host.post(`/meetings/${meeting.id}/participants`, { userId })).status).toBe(201);
		await page.reload();
		await page.getByRole("link", { name: "You have been invited to “Optics”." }).click();
		await page.getByRole("heading", { level: 1, name: "Optics" }).waitFor();
		await page.getByText("Meetings have one if they were recorded or had live captions.").waitFor();
		expect(await page.getByRole("link", { name: "All meetings" }).count()).toBe(0);
		await page.getByRole("main").getByRole("link", { name: "Home" }).click();
		await page.getByText("You join meetings by invitation").waitFor();
	});

	test("is in an organization of their own in each tab, also after a reload", async () => {
		const first = await ui.openAs(owner, `o/${orgs[0]}/members`);
		const second = await first.context().newPage();
		await second.goto(`${ui.base}/console/o/${orgs[1]}/members`);
		await second.getByTitle("Switch organization").first().getByText("Blue Hill").waitFor();
		await second.getByText(owner.email).first().waitFor();
		await first.reload();

		await first.getByText(member.email).first().waitFor();
		await first.getByTitle("Switch organization").first().getByText("Green Valley").waitFor();
		expect(await second.getByText(member.email).count()).toBe(0);
	});

	test("is signed out in all tabs at once, and comes back to where they were", async () => {
		const first = await ui.openAs(owner, `o/${orgs[0]}/workspaces`);
		const second = await first.context().newPage();
		await second.goto(`${ui.base}/console/o/${orgs[1]}/members`);
		await second.getByRole("heading", { level: 1, name: "Members" }).waitFor();

		await first.bringToFront();
		await first.getByTitle("Account").first().click();
		await first.getByRole("menuitem", { name: "Sign out" }).click();
		await first.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
		await second.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();

		const kept = "document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })";
		expect(await first.evaluate(kept)).not.toMatch(/token|eyJ/);
		await second.goto(`${ui.base}/console/o/${orgs[1]}/members`);
		await second.getByLabel("E-mail address").fill(owner.email);
		await second.getByLabel("Password").fill(PASSWORD);
		await second.keyboard.press("Enter");
		await second.getByRole("heading", { level: 1, name: "Members" }).waitFor();
		expect(second.url()).toBe(`${ui.base}/console/o/${orgs[1]}/members`);
	});

	test("is led to an address of the console only", async () => {
		for (const next of ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
			const page = await ui.openAs(member, `sign-in?next=${encodeURIComponent(next)}`);
			await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor();
			expect(page.url().startsWith(`${ui.base}/console/`)).toBe(true);
		}
	});

	test("works by keyboard alone: skips to the content, opens a dialog, and comes back to its button", async () => {
		const page = await ui.openAs(owner, `o/${orgs[0]}/workspaces`);
		const create = page.getByRole("button", { name: "New workspace" }).first();
		await create.waitFor();
		await page.reload();
		await create.waitFor();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await page.locator("#main:focus").waitFor();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").locator("input[name=name]:focus").waitFor();
		await page.keyboard.press("Escape");
		// The browser gives the focus back before the dialog is gone, and until then its button opens none. Not by its role: a
		// closed one has none, although it is still there.
		await page.locator("dialog.dialog").waitFor({ state: "detached" });
		await page.locator("main header button:focus").waitFor();
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").locator("input:focus").waitFor();
		await page.keyboard.type("Chemistry");
		await page.keyboard.press("Enter");

		await page.getByRole("link", { name: "Chemistry" }).waitFor();
	});

	test("is told what failed, and goes on once it works again", async () => {
		const page = await ui.openAs(owner, `o/${orgs[0]}/workspaces`);
		await page.getByRole("heading", { level: 1, name: "Workspaces" }).waitFor();
		const failure = {
			status: "error",
			message: "x",
			error: { code: "forbidden", detail: "The list is out of order." },
		};
		const path = (url: URL) => url.pathname === "/api/dev/meetings";
		await page.route(path, (route) => route.fulfill({ status: 500, json: { ...failure, requestId: "r-1" } }));

		await page.getByRole("link", { name: "Meetings" }).click();
		await page.getByRole("alert").getByText("The list is out of order.").waitFor();
		expect(await page.getByRole("alert").textContent()).toContain("Request r-1");
		expect(await violationsOf(page)).toEqual([]);
		await page.unroute(path);
		await page.getByRole("button", { name: "Try again" }).click();

		await page.getByRole("heading", { name: "There is no meeting yet" }).waitFor();
	});

	test("still gets into an organization that is suspended, and is told", async () => {
		expect((await admin.post(`/orgs/${orgs[1]}/suspend`, { reason: "unpaid" })).status).toBe(200);

		const page = await ui.openAs(owner, `o/${orgs[1]}/members`);

		await page.getByText("This organization is suspended").waitFor();
		expect(await violationsOf(page)).toEqual([]);
	});

	test("follows a calendar at an address, saves the own data, and closes the account", async () => {
		const kim = { email: "kim@school.example", password: owner.password };
		await join(orgs[0] ?? "", kim, "member");
		const page = await ui.openAs(kim, "me");
		const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
		await page.getByRole("button", { name: "Create address" }).click();
		const url = await page.getByRole("textbox", { name: "Calendar" }).inputValue();
		expect(await (await fetch(url)).text()).toStartWith("BEGIN:VCALENDAR");
		await page.getByRole("button", { name: "Remove address" }).click();
		await confirm("Remove address");
		await page.getByRole("button", { name: "Create address" }).waitFor();
		expect((await fetch(url)).status).toBe(404);

		await page.getByRole("button", { name: "Export my data" }).click();
		const [file] = await Promise.all([page.waitForEvent("download"), confirm("Export my data")]);
		expect(file.suggestedFilename()).toBe("parley-account.zip");
		await page.getByRole("button", { name: "Close account" }).click();
		await page.getByLabel(`Type ${kim.email} to confirm`).fill("kim");
		await confirm("Close account");
		await page.locator("[name=confirm][aria-invalid]").waitFor();
		await page.getByLabel(`Type ${kim.email} to confirm`).fill(kim.email);
		await expectWhole(page);
		await confirm("Close account");

		await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
		expect((await clientAt(ui.base).post("/auth/login", kim)).status).toBe(401);
	});
});
