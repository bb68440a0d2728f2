import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { loadConfig } from "#src/config";
import { type RunningServer, startServer } from "#src/serve";
import { openBrowser } from "./browser.ts";
import { createTestDatabase } from "./database.ts";
import type { Answer } from "./harness.ts";

/** What an operation answered in the page. */
export type Shown = Pick<Answer, "status" | "body">;

/** Swagger UI of a server that was just installed, in a real browser: what a person sees who has nothing else. */
export interface SwaggerPage {
	/** Requests that left the host. */
	readonly foreign: readonly string[];
	/** Fills an operation in and executes it. */
	execute(tag: string, id: string, params?: Record<string, string>, body?: unknown): Promise<Shown>;
	/** Puts a token, or an API key, into the Authorize dialog. */
	authorize(token: string): Promise<void>;
	close(): Promise<void>;
}

/** The administrator of the installation. */
export const FIRST_ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** Installs, starts and opens the page. Close it in `afterAll`. */
export async function openSwaggerPage(): Promise<SwaggerPage> {
	const folder = mkdtempSync(join(tmpdir(), "parley-walk-"));
	const server = await install(folder);
	const browser: Browser = await openBrowser();
	const page = await browser.newPage();
	const foreign: string[] = [];
	page.on("request", (request) => {
		if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) foreign.push(request.url());
	});
	await page.goto(`${server.url}/swagger`);
	await page.locator(".opblock").first().waitFor();

	return {
		foreign,
		execute: (tag, id, params = {}, body = undefined) => execute(page, tag, id, params, body),
		async authorize(token) {
			await page.locator(".auth-wrapper .authorize").click();
			const loggedIn = page.locator(".modal-ux .auth-btn-wrapper button", { hasText: "Logout" });
			if ((await loggedIn.count()) > 0) await loggedIn.first().click();
			await page.locator(".modal-ux input").fill(token);
			await page.locator(".modal-ux .auth-btn-wrapper .authorize").click();
			await page.locator(".modal-ux .btn-done").click();
		},
		async close() {
			await browser.close();
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function install(folder: string): Promise<RunningServer> {
	const database = await createTestDatabase("empty");
	const variables: Record<string, string> = {
		PORT: "0",
		DATA_DIR: folder,
		DATABASE_URL: database.url.replace(/^file:/, "sqlite:"),
		LOG_LEVEL: "error",
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
	};
	return startServer(loadConfig((name) => variables[name], Object.keys(variables), false));
}

async function execute(
	page: Page,
	tag: string,
	id: string,
	params: Record<string, string>,
	body: unknown,
): Promise<Shown> {
	const operation = page.locator(`[id="operations-${tag.replaceAll(" ", "_")}-${id}"]`);
	const clear = operation.locator(".btn-clear");
	if ((await operation.locator(".opblock-body").count()) === 0)
		await operation.locator(".opblock-summary-control").click();
	else if ((await clear.count()) > 0) await clear.click(); // so that the answer that is read is the new one
	for (const [name, value] of Object.entries(params))
		await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
	if (body !== undefined) await operation.locator("textarea.body-param__text").fill(JSON.stringify(body));
	await operation.locator(".execute").click();
	const answer = operation.locator(".live-responses-table tbody");
	await answer.locator(".response-col_status").first().waitFor();
	const status = Number.parseInt((await answer.locator(".response-col_status").first().textContent()) ?? "", 10);
	if (status === 204) return { status, body: undefined };
	return { status, body: JSON.parse((await answer.locator("code").first().textContent()) ?? "") };
}
