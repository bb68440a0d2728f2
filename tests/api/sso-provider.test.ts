import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createBrowserClient } from "../support/browser-client.ts";
import { type FakeProvider, startFakeProvider } from "../support/fake-provider.ts";
import { type Answer, type Harness, openHarness } from "../support/harness.ts";
import { insideTest } from "../support/target.ts";
import { claimsOf, makeKey, signWith } from "../support/tokens.ts";

const PUBLIC_URL = "https://api.school.example";
const PERSON = { sub: "ada", email: "ada@corp.example", email_verified: true, name: "Ada" };

let provider: FakeProvider;
let api: Harness;

beforeAll(async () => {
	provider = await startFakeProvider(PUBLIC_URL);
	api = await openHarness({ env: { ...provider.env, ALLOWED_HOSTS: "localhost" } });
	provider.claims = PERSON;
	await createBrowserClient(api).start(); // discovery is known from here on
});
afterEach(() => {
	provider.misbehave = null;
	provider.claims = PERSON;
});
afterAll(async () => {
	await api.close();
	await provider.close();
});

/** A sign-in from start to end. @param changes of the callback's query */
async function signIn(changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
	const browser = createBrowserClient(api);
	const query = provider.approve(await browser.start(), changes);
	return browser.callback(`${PUBLIC_URL}/auth/callback${query}`);
}

const page = (body: BodyInit, type: string, status = 200, headers: Record<string, string> = {}) =>
	new Response(body, { status, headers: { "content-type": type, ...headers } });

/** 32 MiB in small pieces, counted: how far somebody reads. */
function flood(count: { chunks: number }): ReadableStream {
	return new ReadableStream({
		pull(controller) {
			count.chunks++;
			if (count.chunks > 512) controller.close();
			else controller.enqueue(new Uint8Array(65_536).fill(0x20));
		},
	});
}

describe("behind https", () => {
	test("cookies carry the strongest prefix there is", async () => {
		const answer = await api.request("GET", "/auth/authorize");

		expect(answer.headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^__Host-parley_flow_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
			),
		]);
	});

	test("a sign-in works, and its refresh cookie is bound to the host", async () => {
		const answer = await signIn();

		expect(answer.status).toBe(200);
		expect(answer.headers.getSetCookie().join()).toMatch(/__Host-parley_refresh=[\w-]{43}/);
	});
});

describe("the provider's ID token is no proof when", () => {
	const now = () => Math.floor(Date.now() / 1000);

	test.each([
		["its nonce is another sign-in's", () => ({ ...PERSON, nonce: "another" })],
		["it has no nonce", () => ({ ...PERSON, nonce: undefined })],
		["it is for another client", () => ({ ...PERSON, aud: "somebody-else" })],
		["it is for several, and not issued to us", () => ({ ...PERSON, aud: ["parley", "x"], azp: "x" })],
		["it is another issuer's", () => ({ ...PERSON, iss: "https://evil.example" })],
		["it has expired", () => ({ ...PERSON, iat: now() - 600, exp: now() - 300 })],
		["it has no subject", () => ({ ...PERSON, sub: undefined })],
	])("%s", async (_, claims) => {
		provider.claims = claims() as typeof PERSON;

		const answer = await signIn();

		expect(answer.status).toBe(500);
		expect(answer.body.error.code).toBe("oauth_exchange_failed");
	});

	test.each(["none", "HS256", "a key nobody published"])("it is signed with %s", async (how) => {
		const forged = await makeKey("ES256", "fake-1");
		provider.misbehave = async (path, request) => {
			if (path !== "/token") return undefined;
			const good = await forgedAnswer(how, await request.text());
			return Response.json(good);
		};
		async function forgedAnswer(kind: string, _body: string) {
			const claims = { ...PERSON, iss: provider.issuer, aud: "parley", iat: now(), exp: now() + 60, nonce };
			const signed = await signWith(forged, claims, { typ: "JWT" });
			const [, payload = "", signature = ""] = signed.split(".");
			const header = Buffer.from(JSON.stringify({ alg: kind, typ: "JWT" })).toString("base64url");
			const token =
				kind === "none" || kind === "HS256" ? `${header}.${payload}.${kind === "none" ? "" : signature}` : signed;
			return { access_token: "x", token_type: "Bearer", id_token: token };
		}
		const browser = createBrowserClient(api);
		const started = await browser.start();
		const nonce = new URL(started).searchParams.get("nonce");

		const answer = await browser.callback(`${PUBLIC_URL}/auth/callback${provider.approve(started)}`);

		expect(answer.status).toBe(500);
		expect(answer.body.error.code).toBe("oauth_exchange_failed");
	});
});

describe("a provider that misbehaves at the exchange", () => {
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
		provider.misbehave = (path) => (path === "/token" ? misbehave() : undefined);

		const answer = await signIn();

		expect(answer.status).toBe(500);
		expect(answer.body).toMatchObject({ message: "Server Error", error: { code: "oauth_exchange_failed" } });
		expect(answer.text).not.toContain(provider.issuer);
	});

	test("is never sent our code by a redirect", async () => {
		const before = provider.asked.length;
		provider.misbehave = (path) =>
			path === "/token" ? page("", "text/plain", 307, { location: `${provider.issuer}/elsewhere` }) : undefined;

		await signIn();

		expect(provider.asked.slice(before)).not.toContain("/elsewhere");
	});

	test("and answers without end is not read to the end", async () => {
		const count = { chunks: 0 };
		provider.misbehave = (path) => (path === "/token" ? page(flood(count), "application/json") : undefined);

		const answer = await signIn();

		expect(answer.status).toBe(500);
		expect(count.chunks).toBeLessThan(200);
	});

	insideTest("leaves the reason in our log", async () => {
		provider.misbehave = (path) => (path === "/token" ? page("<html>", "text/html") : undefined);
		const before = api.logged.length;

		await signIn();

		api.parley.log.flush();
		const lines = api.logged.slice(before).join("");
		expect(lines).toContain("a sign-in at the OIDC provider failed");
		expect(lines).toContain("text/html");
	});

	test("does not spoil the next sign-in", async () => {
		provider.misbehave = (path) => (path === "/token" ? page("<html>", "text/html") : undefined);
		await signIn();
		provider.misbehave = null;

		const answer = await signIn();

		expect(answer.status).toBe(200);
	});
});

describe("a provider without userinfo", () => {
	test("is not asked for it; one with it says what the ID token leaves out, and never who it is", async () => {
		const plain = await signIn();
		const asked = [...provider.asked];

		expect(plain.status).toBe(200);
		expect(asked).not.toContain("/userinfo");
	});
});

describe("a provider that is down when a sign-in starts", () => {
	test("is answered with 503, and found again once it is back", async () => {
		const away = await startFakeProvider(PUBLIC_URL);
		const fresh = await openHarness({ env: { ...away.env, ALLOWED_HOSTS: "localhost" } });
		away.misbehave = () => page("<html>", "text/html", 503);

		const down = await fresh.request("GET", "/auth/authorize");
		away.misbehave = null;
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

		const started = await browser.ask("/auth/authorize");
		const location = started.headers.get("location");
		const finished =
			location === null ? null : await browser.callback(`${PUBLIC_URL}/auth/callback${liar.approve(location)}`);

		expect([started.status, finished?.status]).toEqual(location === null ? [503, undefined] : [302, 500]);
		await fresh.close();
		await liar.close();
	});

	test("is asked once for many who start at once, and not again for an hour", async () => {
		const other = await startFakeProvider(PUBLIC_URL);
		const fresh = await openHarness({ env: { ...other.env, ALLOWED_HOSTS: "localhost" } });

		await Promise.all(Array.from({ length: 20 }, () => fresh.request("GET", "/auth/authorize")));
		await fresh.request("GET", "/auth/authorize");

		expect(other.asked).toEqual(["/.well-known/openid-configuration"]);
		await fresh.close();
		await other.close();
	});
});

describe("without OIDC_CLIENT_ID", () => {
	test("a start says which variable to set, and a callback knows no sign-in", async () => {
		const bare = await openHarness();

		const answers = [
			await bare.request("GET", "/auth/authorize"),
			await bare.request("GET", "/auth/callback?code=x"),
			await bare.request("GET", "/auth/callback"),
			await bare.request("GET", "/auth/callback?error=access_denied"),
		];

		expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
			[501, "provider_not_configured"],
			[404, "record_not_found"],
			[422, "validation_failed"],
			[403, "oauth_denied"],
		]);
		expect(answers[0]?.body.error.meta).toEqual({ variable: "OIDC_CLIENT_ID" });
		await bare.close();
	});
});

describe("callback under attack", () => {
	// What stands in the URL must never become part of a header.
	test.each(["a;Path=/;Domain=example", "a\r\nset-cookie: b=c", "__proto__", "x".repeat(8000)])(
		"keeps the state %p out of its headers",
		async (state) => {
			const browser = createBrowserClient(api);
			await browser.start();

			const answer = await browser.ask(`/auth/callback?code=x&state=${encodeURIComponent(state)}`);

			expect(answer.status).toBe(404);
			expect(answer.headers.getSetCookie()).toEqual([]);
		},
	);

	test("looks at sixteen cookies at most", async () => {
		const forged = Array.from({ length: 200 }, (_, n) => {
			const name = n.toString(16).padStart(16, "0");
			return `__Host-parley_flow_${name}=${"A".repeat(43)}`;
		}).join("; ");

		const answer = await api.request("GET", "/auth/callback?code=x", { headers: { cookie: forged } });

		expect(answer.status).toBe(404);
	});

	test("ignores parameters that providers add", async () => {
		const answer = await signIn({ session_state: "abc", scope: "openid email", authuser: "0", hd: "corp.example" });

		expect(answer.status).toBe(200);
		expect(claimsOf(answer.body.access_token).sub).toBe(answer.body.user.id);
	});

	insideTest("a sign-in that took longer than ten minutes is over", async () => {
		const browser = createBrowserClient(api);
		const query = provider.approve(await browser.start());
		api.advanceMs(600_000);

		const answer = await browser.callback(`${PUBLIC_URL}/auth/callback${query}`);

		expect(answer.status).toBe(404);
	});
});
