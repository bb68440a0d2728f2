import { afterEach, describe, expect, test } from "bun:test";
import { createBrowserClient } from "#tests/support/browser-client";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { openHarness, useHarness } from "#tests/support/harness";
import { signInAs } from "#tests/support/sso";
import { inProcessTest } from "#tests/support/target";

const PUBLIC_URL = "https://api.school.example";
const PERSON = { sub: "ada", email: "ada@corp.example", email_verified: true, name: "Ada" };

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const api = await useHarness({ env: { ...provider.env, ALLOWED_HOSTS: "localhost" } });
provider.claims = PERSON;
await createBrowserClient(api).start(); // discovery is known from here on
afterEach(() => {
	provider.override = null;
	provider.claims = PERSON;
});

const signIn = (changes: Readonly<Record<string, string>> = {}) => signInAs(api, provider, provider.claims, changes);

const page = (body: BodyInit, type: string, status = 200, headers: Record<string, string> = {}) =>
	new Response(body, { status, headers: { "content-type": type, ...headers } });

/** Streams 32 MiB in small chunks, and counts how much is read. */
function flood(count: { chunks: number }): ReadableStream {
	return new ReadableStream({
		pull(controller) {
			count.chunks++;
			if (count.chunks > 512) controller.close();
			else controller.enqueue(new Uint8Array(65_536).fill(0x20));
		},
	});
}

describe("a faulty provider during the exchange", () => {
	test.each([
		["answers HTML", () => page("<html>down for maintenance</html>", "text/html")],
		["answers an HTML error", () => page("<h1>502</h1>", "text/html", 502)],
		["answers no type", () => new Response(new Uint8Array([123, 125]))],
		["answers half a JSON text", () => page('{"id_token":', "application/json")],
		["answers a list", () => page("[]", "application/json")],
		["answers nothing", () => page("", "application/json")],
		["answers no ID token", () => Response.json({ access_token: "x", token_type: "Bearer" })],
		["fails", () => Response.json({ error: "server_error" }, { status: 500 })],
		["does not know us", () => Response.json({ error: "invalid_client" }, { status: 401 })],
		["redirects", () => page("", "application/json", 302, { location: "http://127.0.0.1:1/token" })],
		[
			"compresses what nobody asked for",
			() => page(Bun.gzipSync("{}"), "application/json", 200, { "content-encoding": "gzip" }),
		],
	])("and %s is answered with 500 and nothing of the cause", async (_, misbehave) => {
		provider.override = (path) => (path === "/token" ? misbehave() : undefined);

		const response = await signIn();

		expect(response.status).toBe(500);
		expect(response.body).toMatchObject({ message: "Server Error", error: { code: "oauth_exchange_failed" } });
		expect(response.text).not.toContain(provider.issuer);
	});

	test("with an ID token from the future is rejected, unless its clock is only slightly ahead", async () => {
		const dated = (seconds: number) => ({ ...PERSON, iat: Math.floor(api.nowMs() / 1000) + seconds });

		const ahead = await signInAs(api, provider, dated(120));
		const nearly = await signInAs(api, provider, dated(15));

		expect([ahead.status, ahead.body.error.code]).toEqual([500, "oauth_exchange_failed"]);
		expect(nearly.status).toBe(200);
	});

	test("is never sent our code after a redirect", async () => {
		const before = provider.requestedPaths.length;
		provider.override = (path) =>
			path === "/token" ? page("", "text/plain", 307, { location: `${provider.issuer}/elsewhere` }) : undefined;

		await signIn();

		expect(provider.requestedPaths.slice(before)).not.toContain("/elsewhere");
	});

	test("with an endless response is not read to the end", async () => {
		const count = { chunks: 0 };
		provider.override = (path) => (path === "/token" ? page(flood(count), "application/json") : undefined);

		const response = await signIn();

		expect(response.status).toBe(500);
		expect(count.chunks).toBeLessThan(200);
	});

	inProcessTest("has the reason logged with the request id", async () => {
		provider.override = (path) => (path === "/token" ? page("<html>", "text/html") : undefined);
		const before = api.logged.length;

		const { body } = await signIn();

		const line = api.logged.slice(before).find((text) => text.includes("a sign-in with the OIDC provider failed"));
		expect(line).toContain("text/html");
		expect(line).toContain(body.requestId);
	});

	inProcessTest("has none of its tokens logged", async () => {
		const before = api.logged.length;
		for (const response of [
			{ access_token: "SECRET", token_type: "Bearer", id_token: "SECRET.SECRET.SECRET" },
			{ access_token: "SECRET", token_type: "unheard-of", refresh_token: "SECRET" },
			{ error: "invalid_request", error_description: "no", refresh_token: "SECRET" },
		]) {
			provider.override = (path) => (path === "/token" ? Response.json(response) : undefined);
			await signIn();
		}

		const text = api.logged.slice(before).join("");
		expect(text).toContain("a sign-in with the OIDC provider failed");
		expect(text).not.toContain("SECRET");
	});

	test("does not affect the next sign-in", async () => {
		provider.override = (path) => (path === "/token" ? page("<html>", "text/html") : undefined);
		await signIn();
		provider.override = null;

		const response = await signIn();

		expect(response.status).toBe(200);
	});
});

describe("a provider without userinfo", () => {
	test("is not queried for it; one with it supplements the ID token, but never determines the identity", async () => {
		const plain = await signIn();
		const asked = [...provider.requestedPaths];

		expect(plain.status).toBe(200);
		expect(asked).not.toContain("/userinfo");
	});
});

describe("a provider that is down when a sign-in starts", () => {
	test("results in 503, and is used again once it is back", async () => {
		const away = await startFakeProvider(PUBLIC_URL);
		const fresh = await openHarness({ env: { ...away.env, ALLOWED_HOSTS: "localhost" } });
		away.override = () => page("<html>", "text/html", 503);

		const down = await fresh.request("GET", "/auth/authorize");
		away.override = null;
		const back = await fresh.request("GET", "/auth/authorize");

		expect(down.status).toBe(503);
		expect(down.body.error).toMatchObject({ code: "unavailable", retryable: true });
		expect(down.headers.get("retry-after")).toBe("5");
		expect(back.status).toBe(302);
		await fresh.close();
		await away.close();
	});

	test.each([
		["another issuer", { issuer: "https://evil.example" }],
		["no token endpoint over https", { token_endpoint: "ftp://evil.example/token" }],
	])("or names %s is not trusted", async (_, metadata) => {
		const liar = await startFakeProvider(PUBLIC_URL);
		liar.metadata = metadata;
		const fresh = await openHarness({ env: { ...liar.env, ALLOWED_HOSTS: "localhost" } });
		const browser = createBrowserClient(fresh);

		const started = await browser.get("/auth/authorize");
		const location = started.headers.get("location");
		const finished =
			location === null ? null : await browser.callback(`${PUBLIC_URL}/auth/callback${liar.approve(location)}`);

		expect([started.status, finished?.status]).toEqual(location === null ? [503, undefined] : [302, 500]);
		await fresh.close();
		await liar.close();
	});

	test("is queried once for many concurrent starts, and not again for an hour", async () => {
		const other = await startFakeProvider(PUBLIC_URL);
		const fresh = await openHarness({ env: { ...other.env, ALLOWED_HOSTS: "localhost" } });

		await Promise.all(Array.from({ length: 20 }, () => fresh.request("GET", "/auth/authorize")));
		await fresh.request("GET", "/auth/authorize");

		expect(other.requestedPaths).toEqual(["/.well-known/openid-configuration"]);
		await fresh.close();
		await other.close();
	});
});
