import type { Page } from "playwright-core";
import type { OpenApiDocument } from "#http/openapi/document";
import { openBrowser } from "./browser.ts";
import { install, post, type Shown } from "./installation.ts";

/**
 * Swagger UI of a server that was just installed, in a real browser: what a person sees who has nothing else.
 *
 * An operation costs the page a second or two of computing: it resolves the whole document to show one. A test does there
 * what it is about, and by {@link post} what has to be done before.
 */
export interface SwaggerPage {
	/** Requests that left the host. */
	readonly foreign: readonly string[];
	/** Opens an operation, fills it in, executes it, and closes it again. */
	execute(tag: string, id: string, params?: Record<string, string>, body?: unknown): Promise<Shown>;
	/** Puts a token, or an API key, into the Authorize dialog. */
	authorize(token: string): Promise<void>;
	/** Posts to the same server without the page. */
	post(path: string, body: unknown, token?: string): Promise<Shown>;
	close(): Promise<void>;
}

/** How long a test may take that executes at most three operations in the page, in ms: ten times what it does take. */
export const WALK_MS = 60_000;

/** Installs, starts and opens the page. Close it in `afterAll`. */
export async function openSwaggerPage(): Promise<SwaggerPage> {
	const server = await install();
	const browser = await openBrowser();
	const page = await browser.newPage();
	const foreign: string[] = [];
	page.on("request", (request) => {
		if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) foreign.push(request.url());
	});
	await page.route("**/swagger/json", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: withoutAnswers(await response.json()) });
	});
	await page.goto(`${server.url}/swagger`);
	await page.locator(".opblock").first().waitFor();

	return {
		foreign,
		execute: (tag, id, params, body) => execute(page, tag, id, params, body),
		authorize: (token) => authorize(page, token),
		post: (path, body, token) => post(server.url, path, body, token),
		async close() {
			await browser.close();
			await server.close();
		},
	};
}

const ANY_ANSWER = { default: { description: "An answer" } };

/** What a document says of requests, and no more components than that needs. */
function withoutAnswers({ components, paths, ...rest }: OpenApiDocument): object {
	const asked = Object.entries(paths).map(([path, item]) => {
		const operations = Object.entries(item).map(([method, operation]) => [
			method,
			{ ...operation, responses: ANY_ANSWER },
		]);
		return [path, Object.fromEntries(operations)];
	});
	const { schemas, parameters, securitySchemes } = components;
	return { ...rest, paths: Object.fromEntries(asked), components: { schemas, parameters, securitySchemes } };
}

/** Puts a token, or an API key, into the Authorize dialog of a page, in place of the one that is there. */
export async function authorize(page: Page, token: string): Promise<void> {
	await page.locator(".auth-wrapper .authorize").click();
	const loggedIn = page.locator(".modal-ux .auth-btn-wrapper button", { hasText: "Logout" });
	if ((await loggedIn.count()) > 0) await loggedIn.first().click();
	await page.locator(".modal-ux input").fill(token);
	await page.locator(".modal-ux .auth-btn-wrapper .authorize").click();
	await page.locator(".modal-ux .btn-done").click();
}

/** Opens an operation of a page, fills it in, executes it, and closes it again. */
export async function execute(
	page: Page,
	tag: string,
	id: string,
	params: Record<string, string> = {},
	body?: unknown,
): Promise<Shown> {
	const operation = page.locator(`[id="operations-${tag.replaceAll(" ", "_")}-${id}"]`);
	const summary = operation.locator(".opblock-summary-control");
	const clear = operation.locator(".btn-clear");
	await summary.click();
	await operation.locator(".execute").waitFor();
	if ((await clear.count()) > 0) await clear.click(); // so that the answer that is read is the new one
	for (const [name, value] of Object.entries(params))
		await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
	if (body !== undefined) await operation.locator("textarea.body-param__text").fill(JSON.stringify(body));
	await operation.locator(".execute").click();
	const answer = operation.locator(".live-responses-table tbody");
	await answer.locator(".response-col_status").first().waitFor();
	const status = Number.parseInt((await answer.locator(".response-col_status").first().textContent()) ?? "", 10);
	const text = status === 204 ? null : await answer.locator("code").first().textContent();
	// What stays open is rendered again with every change of the page.
	await summary.click();
	return { status, body: text === null ? undefined : JSON.parse(text) };
}
