import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole } from "#tests/support/console-page";

const OLGA = { email: "olga@hill.example", password: "a perfectly long password" };
const EXPIRED = { status: "error", message: "x", error: { code: "token_expired", detail: "The token has expired." } };

describe.skipIf(!hasBrowser)(`What interrupts a person at the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let admin: Client;
	let orgId: string;
	beforeAll(async () => {
		ui = await openConsole();
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		orgId = (await admin.post("/orgs", { name: "Blue Hill", orgType: "education" })).body.data.id;
		const { body } = await admin.post(`/orgs/${orgId}/invitations`, { email: OLGA.email, role: "owner" });
		const account = { name: "Olga", password: OLGA.password };
		const path = `/auth/invitations/${body.data.token}/accept`;
		expect((await clientAt(ui.base).post(path, account)).status).toBe(200);
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	/** Opens the workspaces with a new one half written. */
	async function halfWritten(name: string): Promise<Page> {
		const page = await ui.openAs(OLGA, `o/${orgId}/workspaces`);
		await page.getByRole("button", { name: "New workspace" }).first().click();
		await page.getByRole("dialog").getByLabel("Name").fill(name);
		return page;
	}

	/** Finishes it. */
	async function finish(page: Page, more: string): Promise<void> {
		await page.getByRole("dialog").getByLabel("Name").press("End");
		await page.keyboard.type(more);
		await page.keyboard.press("Enter");
	}

	const named = async (name: string) =>
		(await admin.get(`/orgs/${orgId}/workspaces?q=${name}`)).body.data.map((each: { name: string }) => each.name);

	test("an access token that expires is renewed once, under a half-written form as under a list", async () => {
		const page = await halfWritten("Chem");
		const refreshes: string[] = [];
		page.on("request", (request) => request.url().endsWith("/auth/refresh") && refreshes.push(request.url()));
		const expired = new Set<string>();
		await page.route("**/api/dev/**", async (route) => {
			const { authorization } = route.request().headers();
			if (authorization === undefined || refreshes.length > 0) return route.fallback();
			expired.add(authorization);
			await route.fulfill({ status: 401, json: EXPIRED });
		});

		await finish(page, "istry");

		await page.getByRole("link", { name: "Chemistry" }).waitFor();
		expect([expired.size, refreshes.length]).toEqual([1, 1]);
		expect(await named("Chemistry")).toEqual(["Chemistry"]);
		await page.getByRole("link", { name: "Members" }).click();
		await page.getByRole("cell", { name: OLGA.email }).waitFor();
	});

	test("a server that is gone is named above a dialog, which keeps what was typed; all catches up when it is back", async () => {
		const page = await halfWritten("Phys");
		await ui.restart(async () => {
			const hint = page.getByText("The server does not answer.");
			await hint.waitFor();
			await page.keyboard.press("Enter");
			await page.getByRole("dialog").getByRole("alert").getByText("The server cannot be reached.").waitFor();
			expect(await page.getByLabel("Name").inputValue()).toBe("Phys");
			await expectWhole(page);
		});
		await admin.post(`/orgs/${orgId}/workspaces`, { name: "Geology" });

		await page.getByText("The server does not answer.").waitFor({ state: "detached" });
		await page.getByRole("link", { name: "Geology", includeHidden: true }).waitFor({ state: "attached" });
		await finish(page, "ics");
		await page.getByRole("link", { name: "Physics" }).waitFor();
		expect(await named("Physics")).toEqual(["Physics"]);
	});

	test("a screen that was never shown waits for the server, in place of the one before", async () => {
		const page = await ui.openAs(OLGA, `o/${orgId}/workspaces`);
		await page.getByRole("heading", { level: 1, name: "Workspaces" }).waitFor();
		await ui.restart(async () => {
			await page.getByRole("link", { name: "Series" }).click();
			await page.getByText("The server does not answer.").waitFor();
			await page.getByRole("heading", { level: 1, name: "Workspaces" }).waitFor();
		});

		await page.getByRole("heading", { level: 1, name: "Series" }).waitFor();
	});

	test("a session that was ended on another device leads to the sign-in, and back", async () => {
		const page = await ui.openAs(OLGA, `o/${orgId}/members`);
		await page.getByRole("cell", { name: OLGA.email }).waitFor();
		const other = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", OLGA)).body.access_token);
		const sessions: { id: string; current: boolean }[] = (await other.get("/auth/sessions")).body.data;
		for (const { id, current } of sessions) if (!current) await other.delete(`/auth/sessions/${id}`);

		await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
		await page.getByLabel("E-mail address").fill(OLGA.email);
		await page.getByLabel("Password").fill(OLGA.password);
		await page.keyboard.press("Enter");
		await page.getByRole("cell", { name: OLGA.email }).waitFor();
	});

	test("an organization that is suspended says so where one is, and goes on once it is resumed", async () => {
		const page = await ui.openAs(OLGA, `o/${orgId}/workspaces`);
		await page.getByRole("link", { name: "Geology" }).waitFor();
		expect((await admin.post(`/orgs/${orgId}/suspend`, { reason: "unpaid" })).status).toBe(200);

		await page.getByRole("link", { name: "Members" }).click();
		await page
			.getByRole("alert")
			.getByText(/suspended/)
			.waitFor();
		await page.getByText("This organization is suspended").waitFor();
		await expectWhole(page);
		expect((await admin.post(`/orgs/${orgId}/resume`)).status).toBe(200);
		await page.getByRole("button", { name: "Try again" }).click();

		await page.getByRole("cell", { name: OLGA.email }).waitFor();
		await page.getByText("This organization is suspended").waitFor({ state: "detached" });
	});
});
