import { describe, expect } from "bun:test";
import { ADMIN, type TestRequest, type TestResponse, useHarness } from "#tests/support/harness";
import { exhaustLimit, remainingOf } from "#tests/support/limits";
import { inProcessTest } from "#tests/support/target";

const READS = 8;

const api = await useHarness({ env: { RATE_LIMITS: `read=${READS}/60,write=60/30` } });

/** Networks nobody came from before. */
let networks = 0;

const profile = (options: TestRequest) => api.request("GET", "/auth/profile", options);

describe("files of ours", () => {
	const FILES = [
		"/console/sign-in",
		"/console/verify-email",
		"/console/reset-password",
		"/console/invitation",
		"/account/assets/page.css",
		"/swagger",
		"/swagger/json",
		"/swagger/assets/page.js",
	];

	inProcessTest("count against nothing, and are there for who may ask for nothing else", async () => {
		const peer = "203.0.120.1";
		const looked: TestResponse[] = [];
		for (const path of FILES)
			for (const method of ["GET", "HEAD"]) looked.push(await api.request(method, `${path}?from=mail`, { peer }));
		const { passed } = await exhaustLimit(() => profile({ peer }));

		const after = await api.request("GET", "/console/verify-email", { peer });

		expect(looked.map(({ status }) => status)).toEqual(Array(2 * FILES.length).fill(200));
		expect([passed, after.status, remainingOf(after)]).toEqual([READS, 200, 0]);
	});

	inProcessTest("count against nothing where they were before either", async () => {
		const peer = "203.0.119.1";
		const { passed } = await exhaustLimit(() => profile({ peer }));

		const moved = await api.request("GET", "/account/verify-email", { peer });

		expect([passed, moved.status]).toEqual([READS, 302]);
	});

	inProcessTest("count against no token either, and nobody looks at it", async () => {
		const { body } = await api.request("POST", "/auth/login", { body: ADMIN, peer: "127.0.0.1" });
		const token = body.access_token as string;

		const withToken = await api.request("GET", "/swagger", { token, peer: "203.0.111.1" });
		const withNone = await api.request("GET", "/swagger", { token: "invented", peer: "203.0.111.1" });
		const first = await profile({ token });

		expect([withToken.status, withNone.status, remainingOf(first)]).toEqual([200, 200, READS - 1]);
	});

	inProcessTest("asked for under another host's name count", async () => {
		const headers = { host: "evil.example" };

		const response = await api.request("GET", "/console/verify-email", { peer: "203.0.112.1", headers });

		expect([response.status, remainingOf(response)]).toEqual([400, READS - 1]);
	});

	inProcessTest.each([
		["GET", "/orgs?x=/console/verify-email"],
		["GET", "/auth/profile?/swagger"],
		["GET", "//console/verify-email"],
		["GET", "/console/verify-email/../../auth/profile"],
		["GET", "/console/verify%2demail"],
		["GET", "/console/verify-email/"],
		["GET", "/Console/verify-email"],
		["GET", "/console/verify-email;/auth/profile"],
		["GET", "/swagger/../auth/profile"],
		["OPTIONS", "/console/verify-email"],
		["POST", "/console/verify-email"],
		["PUT", "/swagger"],
	])("lend their freedom to nothing else: %s %s", async (method, path) => {
		const peer = `203.0.${121 + ++networks}.1`;
		const { refusal } = await exhaustLimit(() => api.request(method, path, { peer }));

		expect(refusal.status).toBe(429);
	});
});
