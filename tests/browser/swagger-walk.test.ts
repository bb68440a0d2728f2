import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { loadConfig } from "#src/config";
import { type RunningServer, startServer } from "#src/serve";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { createTestDatabase } from "#tests/support/database";

const ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** What a person with a fresh machine does first, with nothing but the page that the first start names. */
describe.skipIf(!hasBrowser)(`A person at Swagger UI (needs ${CHROMIUM})`, () => {
	const folder = mkdtempSync(join(tmpdir(), "parley-walk-"));
	let server: RunningServer;
	let browser: Browser;
	let page: Page;
	const foreign: string[] = [];

	beforeAll(async () => {
		const database = await createTestDatabase("empty");
		const variables: Record<string, string> = {
			PORT: "0",
			DATA_DIR: folder,
			DATABASE_URL: database.url.replace(/^file:/, "sqlite:"),
			LOG_LEVEL: "error",
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
		};
		server = await startServer(loadConfig((name) => variables[name], Object.keys(variables), false));
		browser = await openBrowser();
		page = await browser.newPage();
		page.on("request", (request) => {
			if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) foreign.push(request.url());
		});
		await page.goto(`${server.url}/swagger`);
		await page.locator(".opblock").first().waitFor();
	});

	afterAll(async () => {
		await browser?.close();
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	/** Fills an operation in and executes it. */
	async function execute(tag: string, id: string, params: Record<string, string> = {}, body?: unknown) {
		const operation = page.locator(`[id="operations-${tag}-${id}"]`);
		await operation.locator(".opblock-summary-control").click();
		for (const [name, value] of Object.entries(params))
			await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
		if (body !== undefined) await operation.locator("textarea.body-param__text").fill(JSON.stringify(body));
		await operation.locator(".execute").click();
		const answer = operation.locator(".live-responses-table tbody");
		await answer.locator(".response-col_status").first().waitFor();
		const status = Number.parseInt((await answer.locator(".response-col_status").first().textContent()) ?? "", 10);
		const text = await answer.locator("code").first().textContent();
		return { status, body: JSON.parse(text ?? "") };
	}

	test("signs in, makes a school, changes, suspends, resumes, deletes and restores it", async () => {
		const { body: session } = await execute("Auth", "login", {}, ADMIN);
		await page.locator(".auth-wrapper .authorize").click();
		await page.locator(".modal-ux input").fill(session.access_token);
		await page.locator(".modal-ux .auth-btn-wrapper .authorize").click();
		await page.locator(".modal-ux .btn-done").click();

		const school = { name: "Green Valley High School", orgType: "education", ownerEmail: "ada@school.example" };
		const created = await execute("Organizations", "createOrganization", {}, school);
		const orgId = created.body.data.id;
		const settings = { timezone: "America/New_York", aiSummaries: "enhanced" };
		const changed = await execute("Organizations", "updateOrganizationSettings", { orgId }, settings);
		const read = await execute("Organizations", "getOrganization", { orgId });
		const suspended = await execute("Organizations", "suspendOrganization", { orgId }, { reasonCode: "other" });
		const resumed = await execute("Organizations", "resumeOrganization", { orgId });
		const deleted = await execute("Organizations", "deleteOrganization", { orgId });
		const restored = await execute("Organizations", "restoreOrganization", { orgId });

		expect(created.status).toBe(201);
		expect(changed.body.data).toMatchObject(settings);
		expect(read.body.data).toMatchObject({ name: school.name, settings });
		expect(suspended.body.data.state).toBe("suspended");
		expect(resumed.body.data.state).toBe("active");
		expect(deleted).toMatchObject({ status: 202, body: { data: { state: "pending_deletion" } } });
		expect(restored.body.data.state).toBe("active");
		expect(foreign).toEqual([]);
	}, 60_000);
});
