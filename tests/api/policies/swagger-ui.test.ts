import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { useHarness } from "#tests/support/harness";
import { authorize, execute } from "#tests/support/swagger-page";

const PREFIX = "/api/dev";

// The port is not the one we listen on: the page must work under whatever name it was opened.
const api = await useHarness({ env: { PUBLIC_URL: `http://localhost:3000${PREFIX}` } });

/** What the page loads, and how long it may be kept: our own files keep their names when they change. */
const ASSETS = {
	"page.js": "no-cache",
	"page.css": "no-cache",
	"swagger-ui-bundle.js": "public, max-age=86400",
	"swagger-ui.css": "public, max-age=86400",
};

describe("GET /swagger", () => {
	test("answers a page that may run and reach nothing but its own host", async () => {
		const { status, headers, text } = await api.request("GET", "/swagger");

		const policy = headers.get("content-security-policy") ?? "";

		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain("unsafe");
		expect(text).not.toMatch(/https?:\/\//);
	});

	test.each(Object.entries(ASSETS))("gets %s from the program, to be cached", async (name, cacheControl) => {
		const { status, headers, text } = await api.request("GET", `/swagger/assets/${name}`);

		expect(status).toBe(200);
		expect(headers.get("content-type")).toMatch(/^text\/(javascript|css); charset=utf-8$/);
		expect(headers.get("cache-control")).toBe(cacheControl);
		expect(headers.has("content-range")).toBe(false);
		expect(text.length).toBeGreaterThan(300);
	});
});

describe("GET /swagger/json", () => {
	test("answers the document of this installation", async () => {
		const { status, headers, body } = await api.request("GET", "/swagger/json");

		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("application/json");
		expect(body.openapi).toBe("3.1.1");
		expect(body.servers).toEqual([{ url: `http://localhost:3000${PREFIX}`, description: expect.any(String) }]);
		expect(body.paths["/auth/profile"].get.security).toEqual([{ bearer: [] }]);
	});

	test("answers what the routes of the program say", async () => {
		const { body } = await api.request("GET", "/swagger/json");

		expect(body).toEqual(JSON.parse(JSON.stringify(await api.parley.document())));
	});

	test("does not describe the pages of the documentation itself", async () => {
		const { body } = await api.request("GET", "/swagger/json");

		expect(Object.keys(body.paths).filter((path) => path.startsWith("/swagger"))).toEqual([]);
	});
});

describe.skipIf(!hasBrowser)(`Swagger UI in a browser (needs ${CHROMIUM})`, () => {
	let browser: Browser;
	let origin: string;
	let stop: () => Promise<void>;
	// One page for all: opening it is most of the work.
	let page: Page;
	/** Requests to other hosts. */
	const foreign: string[] = [];
	/** What the browser says on its console when it is not content. */
	const complaints: string[] = [];

	beforeAll(async () => {
		browser = await openBrowser();
		// A real socket in front of the harness, so that the same test drives the sources and the binary.
		const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: forward });
		origin = server.url.origin;
		stop = () => server.stop(true);
		page = await browser.newPage();
		page.on("request", (request) => {
			if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) foreign.push(request.url());
		});
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type())) complaints.push(message.text());
		});
		page.on("pageerror", (error) => complaints.push(String(error)));
		await page.goto(`${origin}${PREFIX}/swagger`);
		await page.locator(".opblock-tag").first().waitFor();
	});

	afterAll(async () => {
		await browser.close();
		await stop();
	});

	async function forward(request: Request): Promise<Response> {
		const { pathname, search } = new URL(request.url);
		const { host: _, ...headers } = Object.fromEntries(request.headers);
		const raw = request.method === "GET" ? undefined : await request.text();
		const path = pathname.slice(PREFIX.length) + search;
		const response = await api.request(request.method, path, { headers, ...(raw !== undefined && { raw }) });
		const { status, bytes } = response;
		return new Response(status === 304 ? null : new Uint8Array(bytes), { status, headers: response.headers });
	}

	test("shows every operation, asks nobody else for anything, and breaks no rule of its policy", async () => {
		const { body } = await api.request("GET", "/swagger/json");
		const count = Object.values<object>(body.paths).flatMap((item) => Object.keys(item)).length;

		let shown = 0;
		for (const group of await page.locator(".opblock-tag").all()) {
			await group.click();
			await page.locator(".opblock").first().waitFor();
			shown += await page.locator(".opblock").count();
			await group.click();
			await page.locator(".opblock").first().waitFor({ state: "detached" });
		}

		expect(shown).toBe(count);
		expect(foreign).toEqual([]);
		expect(complaints).toEqual([]);
	});

	test("shows no operation and no schema before its group is opened", async () => {
		const atFirst = await page.locator(".opblock, .models, .model-box").count();
		const group = page.locator("#operations-tag-Meetings");
		await group.click();
		await page.locator(".opblock").first().waitFor();
		const opened = await page.locator(".opblock-body, .models, .model-box").count();
		await group.click();

		expect([atFirst, opened]).toEqual([0, 0]);
		expect(complaints).toEqual([]);
	});

	test("keeps a token over a reload", async () => {
		await authorize(page, await api.signInSystem());

		await page.reload();

		await page.locator(".auth-wrapper .authorize.locked").waitFor();
		expect(complaints).toEqual([]);
	});

	test("tries an operation out with a token", async () => {
		await authorize(page, await api.signInSystem());

		const { status, body } = await execute(page, "Auth", "getProfile");

		expect([status, body.message]).toEqual([200, "Profile retrieved"]);
		expect(foreign).toEqual([]);
		expect(complaints).toEqual([]);
	});
});
