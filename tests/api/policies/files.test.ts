import { describe, expect, test } from "bun:test";
import { openHarness, type TestResponse, useHarness } from "#tests/support/harness";

const api = await useHarness({ env: { PUBLIC_URL: "http://localhost:3000/api/dev" } });
const crossOrigin = await useHarness({ env: { CORS_ORIGINS: "https://app.example.edu" } });

/** Every file, by what a cache may do with it. */
const FILES = {
	"/console/": "no-cache",
	"/swagger": "no-cache",
	"/swagger/json": "no-cache",
	"/swagger/assets/page.js": "no-cache",
	"/swagger/assets/page.css": "no-cache",
	"/swagger/assets/swagger-ui-bundle.js": "public, max-age=86400",
	"/swagger/assets/swagger-ui.css": "public, max-age=86400",
	"/console/sign-in": "no-store",
	"/console/register": "no-store",
	"/console/forgot-password": "no-store",
	"/console/verify-email": "no-store",
	"/console/reset-password": "no-store",
	"/console/invitation": "no-store",
	"/account/assets/page.css": "no-cache",
};
const PATHS = Object.keys(FILES);
/** Pages that are the same for everybody, but have a parameter in their path: requests for them count. */
const COUNTED = ["/c/:link", "/console/*", "/meet/:id", "/notifications/unsubscribe/:token"];
/** What people open first leads to the console; as a file, it counts against nothing. */
const LEADING = ["", "/", "/console"];
/** Screens of the console that were pages elsewhere: mails that were sent long ago lead there. */
const MOVED = ["sign-in", "register", "forgot-password", "verify-email", "reset-password", "invitation"];

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
	api.request(method, path, { headers });
const tagOf = ({ headers }: TestResponse) => headers.get("etag") ?? "";

describe.each(Object.entries(FILES))("%s", (path, cacheControl) => {
	test("is the same text in every encoding, compressed to less than half or a small file", async () => {
		const plain = await get(path);
		const answers = await Promise.all(["br", "gzip"].map((encoding) => get(path, { "accept-encoding": encoding })));

		expect(plain.headers.get("content-encoding")).toBeNull();
		expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip"]);
		for (const { text, bytes, headers, status } of answers) {
			expect(status).toBe(200);
			expect(text).toBe(plain.text);
			expect(bytes.length).toBeLessThan(Math.max(1000, plain.bytes.length / 2));
			expect(headers.get("content-type")).toBe(plain.headers.get("content-type"));
			expect(headers.get("content-security-policy")).toBe(plain.headers.get("content-security-policy"));
		}
	});

	test("has a strong tag of its own in each encoding, the same the next time", async () => {
		const ask = () =>
			Promise.all(["br", "gzip", "identity"].map((encoding) => get(path, { "accept-encoding": encoding })));

		const tags = (await ask()).map(tagOf);
		const again = (await ask()).map(tagOf);

		expect(new Set(tags).size).toBe(3);
		expect(tags.join(" ")).toMatch(/^"[\w-]{22}" "[\w-]{22}" "[\w-]{22}"$/);
		expect(again).toEqual(tags);
	});

	test("is not sent again to who has it", async () => {
		const first = await get(path, { "accept-encoding": "br" });

		const again = await get(path, { "accept-encoding": "br", "if-none-match": `"other", W/${tagOf(first)}` });
		const head = await get(path, { "accept-encoding": "br", "if-none-match": tagOf(first) }, "HEAD");

		for (const { status, text, headers } of [again, head]) {
			expect([status, text]).toEqual([304, ""]);
			// A browser replaces the headers it has by these.
			for (const name of ["etag", "vary", "cache-control", "content-security-policy"])
				expect(headers.get(name)).toBe(first.headers.get(name));
			for (const name of ["content-type", "content-encoding", "content-length"]) expect(headers.get(name)).toBeNull();
		}
	});

	test("is sent to who has it in another encoding", async () => {
		const plain = await get(path);

		const response = await get(path, { "accept-encoding": "gzip", "if-none-match": tagOf(plain) });

		expect([response.status, response.text]).toEqual([200, plain.text]);
	});

	test("tells by HEAD what a GET would send", async () => {
		const headers = { "accept-encoding": "gzip" };
		const full = await get(path, headers);

		const head = await get(path, headers, "HEAD");

		const shown = ["content-type", "content-encoding", "etag", "vary", "cache-control"];
		expect([head.status, head.bytes.length]).toEqual([200, 0]);
		expect(head.headers.get("content-length")).toBe(String(full.bytes.length));
		expect(shown.map((name) => head.headers.get(name))).toEqual(shown.map((name) => full.headers.get(name)));
		expect(full.headers.get("cache-control")).toBe(cacheControl);
		expect(full.headers.get("vary")).toBe("Accept-Encoding");
	});
});

/** Paths of all files, without the prefix. */
const files = api.parley.router.routes
	.filter(({ method, path }) => api.parley.access.get(`${method} ${path}`)?.file)
	.map(({ path }) => path.replace("/api/dev", ""));
/** Files whose names the build of the console has chosen. */
const isOfConsole = (path: string) => path.startsWith("/console/assets/");

describe("files", () => {
	test("are all in this list: nothing else is served without counting", () => {
		expect(files.filter((path) => !isOfConsole(path)).sort()).toEqual(
			[...PATHS, ...LEADING, ...COUNTED, ...MOVED.map((screen) => `/account/${screen}`)].sort(),
		);
	});

	test.each(LEADING)("at %p lead to the console, with whatever query", async (path) => {
		const { status, headers } = await get(`${path}?from=mail`, { accept: "text/html" });

		expect([status, headers.get("location")]).toEqual([302, "/api/dev/console/"]);
	});

	test.each(MOVED)("at /account/%s lead to the screen of the console, and no cache keeps that", async (screen) => {
		const { status, headers } = await get(`/account/${screen}?error=access_denied%0d%0a`, { accept: "text/html" });

		const location = `/api/dev/console/${screen}?error=access_denied%0d%0a`;
		expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([302, location, "no-store"]);
	});

	test("of the console that have a hash in their names never change", async () => {
		const assets = files.filter(isOfConsole);
		const answers = await Promise.all(assets.map((path) => get(path)));

		expect(assets.length).toBeGreaterThan(10);
		for (const [index, { status, headers }] of answers.entries()) {
			const isHashed = /-[0-9a-z]{8}\.\w+$/.test(assets[index] ?? "");
			const cached = isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600";
			expect([status, headers.get("cache-control")]).toEqual([200, cached]);
		}
	});

	test("asked for by many at once are made once, and all get the same", async () => {
		const fresh = await openHarness();
		const ask = () => fresh.request("GET", "/swagger/json", { headers: { "accept-encoding": "br" } });

		const answers = await Promise.all(Array.from({ length: 20 }, ask));
		await fresh.close();

		expect(new Set(answers.map(({ status, headers, text }) => `${status} ${headers.get("etag")} ${text}`)).size).toBe(
			1,
		);
	});

	test("vary by origin as well where pages of other sites may read them", async () => {
		const { headers } = await crossOrigin.request("GET", "/swagger/json");

		expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
	});

	test("are the only thing that is compressed: other answers may hold secrets beside what somebody else wrote", async () => {
		const token = await api.signInSystem();

		const answers = await Promise.all(
			["/auth/profile", "/orgs", "/nowhere"].map((path) =>
				api.request("GET", path, { token, headers: { "accept-encoding": "br, gzip" } }),
			),
		);

		const shown = answers.map(({ headers }) => [headers.get("content-encoding"), headers.get("vary")]);
		// Failures are in the language of the reader.
		const failure = [null, "Accept, Accept-Language"];
		expect(shown).toEqual([[null, null], [null, null], failure]);
	});
});
