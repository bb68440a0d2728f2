import type { Page } from "playwright-core";
import type { OpenApiDocument } from "#http/openapi/document";
import { openBrowser } from "./browser.ts";
import { clientAt } from "./client.ts";
import { install, type OperationResult } from "./installation.ts";

/**
 * Swagger UI of a newly installed server, in a real browser.
 *
 * Each operation takes the page a second or two, most of it to render all that the document describes. A test therefore uses
 * the page only for the operations under test, and {@link post} for their preparation; a file of tests names what it uses.
 */
export interface SwaggerPage {
	/** Requests that left the host. */
	readonly foreign: readonly string[];
	/** Opens an operation, fills it in, executes it, and closes it again. */
	execute(tag: string, id: string, params?: Record<string, string>, body?: unknown): Promise<OperationResult>;
	/** Enters a token, or an API key, into the Authorize dialog. */
	authorize(token: string): Promise<void>;
	/** Signs in by the form of the page, and waits until it says who is signed in. */
	signIn(credentials: Credentials): Promise<void>;
	readonly page: Page;
	/** Origin of the server. */
	readonly url: string;
	/** Posts to the same server without the page. */
	post(path: string, body: unknown, token?: string): Promise<OperationResult>;
	close(): Promise<void>;
}

/** Timeout of a test that executes at most three operations in the page, in ms: ten times its usual duration. */
export const WALK_MS = 120_000;

/** What a person signs in with. */
export type Credentials = Readonly<Record<"email" | "password", string>>;

/** Options of {@link openSwaggerPage}. */
interface PageOptions {
	/** Environment of the installation. */
	readonly variables?: Readonly<Record<string, string>>;
	/** The only operations that the page knows of, which makes it fast. Default: all. */
	readonly operations?: readonly string[];
}

/** Installs, starts and opens the page. Close it in `afterAll`. */
export async function openSwaggerPage({ variables = {}, operations }: PageOptions = {}): Promise<SwaggerPage> {
	const server = await install(variables);
	const browser = await openBrowser();
	const page = await browser.newPage();
	const foreign: string[] = [];
	page.on("request", (request) => {
		if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) foreign.push(request.url());
	});
	await page.route("**/swagger/json", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: reduced(await response.json(), operations) });
	});
	await page.goto(`${server.url}/swagger`);
	await page.locator(".opblock-tag").first().waitFor();

	return {
		foreign,
		execute: (tag, id, params, body) => execute(page, tag, id, params, body),
		authorize: (token) => authorize(page, token),
		signIn: (credentials) => signIn(page, credentials),
		page,
		url: server.url,
		post: (path, body, token) => clientAt(server.url, token).post(path, body),
		async close() {
			await browser.close();
			await server.close();
		},
	};
}

const ANY_RESPONSE = { default: { description: "A response" } };

/** Returns the document without its responses and the components that only they use. @param only ids of the operations to keep; default: all */
function reduced({ components, paths, ...rest }: OpenApiDocument, only?: readonly string[]): object {
	const kept = Object.entries(paths).flatMap(([path, item]) => {
		const asked = Object.entries(item).filter(([, { operationId }]) => only?.includes(operationId) ?? true);
		const operations = asked.map(([method, operation]) => [method, { ...operation, responses: ANY_RESPONSE }]);
		return operations.length > 0 ? [[path, Object.fromEntries(operations)]] : [];
	});
	const { schemas, parameters, securitySchemes } = components;
	const known = { schemas, parameters };
	const used = only === undefined ? known : usedBy(kept, known);
	return { ...rest, paths: Object.fromEntries(kept), components: { ...used, securitySchemes } };
}

/** Returns those of the components that a part of the document refers to, or that they refer to. */
function usedBy(part: unknown, components: Readonly<Record<string, Readonly<Record<string, unknown>>>>): object {
	const used: Record<string, Record<string, unknown>> = {};
	const waiting = [part];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		for (const [, kind = "", name = ""] of JSON.stringify(next).matchAll(/"#\/components\/(\w+)\/([^"/]+)/g)) {
			const component = components[kind]?.[name];
			if (component === undefined || used[kind]?.[name] !== undefined) continue;
			used[kind] = { ...used[kind], [name]: component };
			waiting.push(component);
		}
	}
	return used;
}

/** Enters a token, or an API key, into the Authorize dialog of a page, replacing the previous one. */
export async function authorize(page: Page, token: string): Promise<void> {
	await page.locator(".auth-wrapper .authorize").click();
	const loggedIn = page.locator(".modal-ux .auth-btn-wrapper button", { hasText: "Logout" });
	if ((await loggedIn.count()) > 0) await loggedIn.first().click();
	await page.locator(".modal-ux input").fill(token);
	await page.locator(".modal-ux .auth-btn-wrapper .authorize").click();
	await page.locator(".modal-ux .btn-done").click();
}

/** Fills in the form of a page, and sends it. */
export async function submitSignIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, value] of Object.entries(values)) await page.locator(`.sign-in input[name="${name}"]`).fill(value);
	await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in by the form of a page, and waits until it says who is signed in. */
async function signIn(page: Page, credentials: Credentials): Promise<void> {
	await submitSignIn(page, credentials);
	await page.getByText("Signed in as").waitFor();
}

/** Opens or closes a group of operations of a page. */
const toggle = (page: Page, tag: string): Promise<void> =>
	page.locator(`[id="operations-tag-${tag.replaceAll(" ", "_")}"]`).click();

/** Opens an operation of a page, fills it in, executes it, and closes it again. */
export async function execute(
	page: Page,
	tag: string,
	id: string,
	params: Record<string, string> = {},
	body?: unknown,
): Promise<OperationResult> {
	const operation = page.locator(`[id="operations-${tag.replaceAll(" ", "_")}-${id}"]`);
	await toggle(page, tag);
	const summary = operation.locator(".opblock-summary-control");
	const clear = operation.locator(".btn-clear");
	await summary.click();
	await operation.locator(".execute").waitFor();
	if ((await clear.count()) > 0) await clear.click(); // so that the new response is read
	for (const [name, value] of Object.entries(params))
		await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
	if (body !== undefined) await operation.locator("textarea.body-param__text").fill(JSON.stringify(body));
	await operation.locator(".execute").click();
	const response = operation.locator(".live-responses-table tbody");
	await response.locator(".response-col_status").first().waitFor();
	const status = Number.parseInt((await response.locator(".response-col_status").first().textContent()) ?? "", 10);
	const text = status === 204 ? null : await response.locator("code").first().textContent();
	// What stays open is rendered again with every change of the page.
	await summary.click();
	await toggle(page, tag);
	return { status, body: text === null ? undefined : JSON.parse(text) };
}
