import { describe, expect, test } from "bun:test";
import { randomToken } from "#kernel/secrets";
import { ADMIN, openHarness, type TestRequest, useHarness } from "#tests/support/harness";
import { exhaustLimit, remainingOf } from "#tests/support/limits";
import { inProcessTest } from "#tests/support/target";

const READS = 8;
const WRITES = 60;

const api = await useHarness({
	env: { RATE_LIMITS: `read=${READS}/60,write=${WRITES}/30,auth-ip=1000/60,auth-account=1000/60` },
});
const proxied = await useHarness({ env: { RATE_LIMITS: "read=3/60", TRUSTED_PROXIES: "10.0.0.0/8" } });
const owner = await api.createOrganization();

const profile = (options: TestRequest) => api.request("GET", "/auth/profile", options);
const signIn = async () => {
	const { body } = await api.request("POST", "/auth/login", { body: ADMIN, peer: "127.0.0.1" });
	return body.access_token as string;
};
describe("every answer", () => {
	const JSON_TYPE = { "content-type": "application/json" };
	const EVALUATION = { body: { context: { orgId: owner.orgId } } };
	test.each([
		["200", "GET", "/auth/profile", {}, "read"],
		["HEAD 200", "HEAD", "/auth/profile", {}, "read"],
		["400 of the host", "GET", "/auth/profile", { headers: { host: "evil.example" } }, "read"],
		["400 of the JSON", "POST", "/orgs", { raw: "{", headers: JSON_TYPE }, "write"],
		["404", "GET", "/nowhere", {}, "read"],
		["405", "PATCH", "/orgs", {}, "write"],
		["413", "POST", "/orgs", { raw: "{}", headers: { ...JSON_TYPE, "content-length": "2000000" } }, "write"],
		["415", "POST", "/orgs", { raw: "{}", headers: { "content-type": "text/plain" } }, "write"],
		["422", "POST", "/orgs", { body: {} }, "write"],
		["200 of a POST that reads", "POST", "/ofrep/v1/evaluate/flags", EVALUATION, "read"],
		["404 of a POST that reads", "POST", "/ofrep/v1/evaluate/flags/a%2Fb", EVALUATION, "read"],
		["404 below it", "POST", "/ofrep/v1/evaluate/flags/a/b", EVALUATION, "write"],
		["404 beside it", "POST", "/ofrep/v1/evaluate/flags/", EVALUATION, "write"],
		["405 of it", "PUT", "/ofrep/v1/evaluate/flags", EVALUATION, "write"],
	] as [string, string, string, TestRequest, string][])(
		"%s tells the limit",
		async (status, method, path, options, policy) => {
			const token = await signIn();

			const response = await api.request(method, path, { token, ...options });

			expect(status).toContain(String(response.status));
			expect(response.headers.get("ratelimit-policy")).toBe(
				policy === "read" ? '"read";q=8;w=60' : '"write";q=60;w=30',
			);
			expect(response.headers.get("ratelimit")).toMatch(new RegExp(`^"${policy}";r=\\d+;t=\\d+$`));
		},
	);

	inProcessTest("401 tells the stranger's limit", async () => {
		const response = await profile({ peer: "198.51.100.1" });

		expect([response.status, response.headers.get("ratelimit")]).toEqual([401, '"read";r=7;t=60']);
	});

	test("tells nothing when limits are off", async () => {
		const unlimited = await openHarness({ env: { RATE_LIMITS: "off" } });

		const response = await unlimited.request("GET", "/auth/profile");
		await unlimited.close();

		expect([response.headers.get("ratelimit"), response.headers.get("ratelimit-policy")]).toEqual([null, null]);
	});
});

describe("a caller beyond the limit", () => {
	test("gets 429, and is told when to come back", async () => {
		const token = await signIn();

		const { passed, refusal } = await exhaustLimit(() => profile({ token }));

		expect(passed).toBe(READS);
		expect(refusal.body.error).toMatchObject({
			code: "rate_limited",
			retryable: true,
			meta: { policy: "read", limit: READS, windowSeconds: 60 },
		});
		const waitSeconds = Number(refusal.headers.get("retry-after"));
		expect(refusal.headers.get("ratelimit")).toBe(`"read";r=0;t=${waitSeconds}`);
		expect(waitSeconds).toBeWithin(1, 61);
	});

	test("may still write, and another session may still read", async () => {
		const token = await signIn();
		const other = await signIn();
		await exhaustLimit(() => profile({ token }));

		const write = await api.request("POST", "/orgs", { token, body: {} });
		const read = await profile({ token: other });

		expect([write.status, read.status]).toEqual([422, 200]);
	});

	test("may still read by a POST when they may write no more, and not when they may read no more", async () => {
		const token = await signIn();
		const body = { context: { orgId: owner.orgId } };
		const evaluate = () => api.request("POST", "/ofrep/v1/evaluate/flags", { token, body });
		await exhaustLimit(() => api.request("POST", "/orgs", { token, body: {} }));

		const { passed, refusal } = await exhaustLimit(evaluate);

		expect([passed, refusal.body.error.meta.policy]).toEqual([READS, "read"]);
	});

	inProcessTest("passes again when the window has passed", async () => {
		const token = await signIn();
		const { refusal } = await exhaustLimit(() => profile({ token }));

		api.advanceMs(Number(refusal.headers.get("retry-after")) * 1000);
		const response = await profile({ token });

		expect([response.status, remainingOf(response)]).toEqual([200, READS - 1]);
	});

	inProcessTest("leaves no answer under an Idempotency-Key", async () => {
		const token = await signIn();
		const body = { name: "Once", orgType: "business" };
		const headers = { "idempotency-key": crypto.randomUUID() };
		await exhaustLimit(() => api.request("POST", "/orgs", { token, body: {} }));
		const refused = await api.request("POST", "/orgs", { token, body, headers });

		api.advanceMs(30_000);
		const made = await api.request("POST", "/orgs", { token, body, headers });

		expect([refused.status, made.status]).toEqual([429, 201]);
		expect(made.headers.get("idempotency-replayed")).toBeNull();
	});
});

describe("strangers", () => {
	inProcessTest("share the limit of their network: /24 and /64", async () => {
		await exhaustLimit(() => profile({ peer: "203.0.113.1" }));
		await exhaustLimit(() => profile({ peer: "2001:db8:1:2::1" }));

		const peers = ["203.0.113.200", "::ffff:203.0.113.3", "2001:db8:1:2:ffff::9", "203.0.114.1", "2001:db8:1:3::1"];
		const answers = await Promise.all(peers.map((peer) => profile({ peer })));

		expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 401, 401]);
	});

	inProcessTest("with a bad token are strangers: inventing tokens gives no fresh limit", async () => {
		let n = 0;
		const ask = () => profile({ token: `invented-${n++}`, peer: "203.0.115.1" });

		const { passed } = await exhaustLimit(ask);

		expect(passed).toBe(READS);
	});

	inProcessTest("with API keys they made up share one limit, and shut out no key that is in use", async () => {
		const body = { name: "Sync", scopes: ["org:read"] };
		const made = await api.request("POST", `/orgs/${owner.orgId}/api-keys`, { token: owner.token, body });
		const peer = "203.0.119.1";
		const ask = (token: string) => api.request("GET", `/orgs/${owner.orgId}`, { token, peer });
		const before = await ask(made.body.data.key);
		const { passed } = await exhaustLimit(() => ask(`mpk_${owner.orgId.slice(4)}_${randomToken(32)}`));

		const after = await ask(made.body.data.key);
		const elsewhere = await profile({ peer });

		expect([passed, elsewhere.status]).toEqual([READS, 401]);
		expect([before, after].map((response) => [response.status, remainingOf(response)])).toEqual([
			[200, READS - 1],
			[200, READS - 2],
		]);
	});

	inProcessTest("do not shut out those who are signed in from the same network", async () => {
		await exhaustLimit(() => profile({ peer: "203.0.116.1" }));

		const response = await profile({ token: await signIn(), peer: "203.0.116.1" });

		expect(response.status).toBe(200);
	});

	inProcessTest("who invent tokens do not shut out those who sign in from the same network then", async () => {
		let n = 0;
		const peer = "203.0.120.1";
		const [header, claims] = (await signIn()).split(".");
		const { refusal } = await exhaustLimit(() => profile({ token: `${header}.${claims}.${n++}`, peer }));

		const responses = [await profile({ token: await signIn(), peer }), await profile({ peer })];

		expect(refusal.status).toBe(429);
		expect(responses.map(({ status }) => status)).toEqual([200, 401]);
	});

	inProcessTest("are refused before a body is read or a scope is looked at", async () => {
		const ask = () =>
			api.request("POST", "/orgs", { raw: "{", headers: { "content-type": "text/plain" }, peer: "203.0.117.1" });

		const { passed, refusal } = await exhaustLimit(ask);

		expect([passed, refusal.headers.get("ratelimit-policy")]).toEqual([WRITES, '"write";q=60;w=30']);
	});

	inProcessTest("cannot hide behind X-Forwarded-For, which nobody vouches for", async () => {
		let n = 0;
		const ask = () => profile({ peer: "203.0.118.1", headers: { "x-forwarded-for": `198.51.${n++}.1` } });

		const { passed } = await exhaustLimit(ask);

		expect(passed).toBe(READS);
	});
});

describe("behind trusted proxies", () => {
	const ask = (forwardedFor: string, peer = "10.0.0.1") =>
		proxied.request("GET", "/auth/profile", { peer, headers: { "x-forwarded-for": forwardedFor } });

	inProcessTest("each client has its own limit", async () => {
		const { passed } = await exhaustLimit(() => ask("203.0.113.1, 10.0.0.2"));

		const other = await ask("203.0.114.1, 10.0.0.2");

		expect([passed, other.status]).toEqual([3, 401]);
	});

	inProcessTest("what a client puts before its own address does not count", async () => {
		let n = 0;

		const { passed } = await exhaustLimit(() => ask(`198.51.${n++}.1, 203.0.115.1`));

		expect(passed).toBe(3);
	});

	inProcessTest("who is no proxy cannot speak for others", async () => {
		let n = 0;

		const { passed } = await exhaustLimit(() => ask(`198.51.${n++}.1`, "203.0.116.1"));

		expect(passed).toBe(3);
	});
});

describe("an OPTIONS request", () => {
	inProcessTest("counts as a read: a page asks before each kind of write", async () => {
		const { headers } = await api.request("OPTIONS", "/orgs", { peer: "203.0.119.1" });

		expect(headers.get("ratelimit-policy")).toBe('"read";q=8;w=60');
	});
});

test("one member's requests do not use up another's", async () => {
	const member = await api.addMember(owner, "member");
	await exhaustLimit(() => profile({ token: owner.token }));

	const response = await profile({ token: member.token });

	expect(response.status).toBe(200);
});
