import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Answer, type Harness, openHarness, PASSWORD, type SignedIn } from "../support/harness.ts";
import { insideDescribe, insideTest } from "../support/target.ts";
import { announced, auditOf } from "../support/traces.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let api: Harness;
let owner: SignedIn;
beforeAll(async () => {
	api = await openHarness();
});
beforeEach(async () => {
	owner = await api.createOrganization();
});
afterAll(() => api.close());

const login = (who: SignedIn = owner, extra: object = {}) =>
	api.request("POST", "/auth/login", { body: { email: who.email, password: PASSWORD, ...extra } });
const refresh = (refresh_token: string, extra: object = {}) =>
	api.request("POST", "/auth/refresh", { body: { refresh_token, ...extra } });
const profile = (token: string) => api.request("GET", "/auth/profile", { token });
const suspend = (who: SignedIn) =>
	api.request("POST", `/orgs/${who.orgId}/suspend`, { token: who.token, body: { reasonCode: "other" } });

/** Makes a person a member of a second organization. */
async function joinSecond(person: SignedIn, role = "member"): Promise<SignedIn> {
	const other = await api.createOrganization();
	await api.request("POST", `/orgs/${other.orgId}/members`, {
		token: other.token,
		body: { email: person.email, role },
	});
	return other;
}

/** The value of a cookie an answer sets; undefined when it sets none. */
const cookieIn = (answer: Answer, name: string): string | undefined =>
	answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
const pairOf = (line = ""): string => line.split(";")[0] ?? "";

describe("POST /auth/refresh", () => {
	test("answers a new access token and a new refresh token", async () => {
		const { body: first } = await login();

		const answer = await refresh(first.refresh_token);

		expect(answer.status).toBe(200);
		expect(answer.body.refresh_token).not.toBe(first.refresh_token);
		expect(answer.body.user).toEqual(first.user);
		expect((await profile(answer.body.access_token)).status).toBe(200);
		expect((await refresh(answer.body.refresh_token)).status).toBe(200);
	});

	insideTest("answers the same successor again within ten seconds", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		api.advanceMs(10_000);

		const again = await refresh(first.refresh_token);

		expect(again.status).toBe(200);
		expect(again.body.refresh_token).toBe(second.refresh_token);
	});

	// RFC 9700 §4.14.2: which of the two is the thief cannot be told, so both lose the session.
	insideTest("takes a token that comes back later for stolen, and ends the session", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		api.advanceMs(10_001);

		const answer = await refresh(first.refresh_token);

		expect(answer.status).toBe(401);
		expect(answer.body.error.code).toBe("refresh_token_reused");
		expect((await refresh(second.refresh_token)).status).toBe(401);
		expect((await profile(second.access_token)).body.error.code).toBe("session_revoked");
		expect((await refresh(first.refresh_token)).body.error.code).toBe("session_revoked");
		expect(await announced(api.store, owner.orgId)).toContain("security.session_compromised");
		const entries = (await auditOf(api.store, owner.orgId)).filter(
			({ action }) => action === "auth.refresh_token_reused",
		);
		expect(entries.map(({ outcome }) => outcome)).toEqual(["denied"]);
	});

	test("gives requests that come together one successor", async () => {
		const { body: first } = await login();

		const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));

		expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
		expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
	});

	test.each(["", "unknown", "x".repeat(256)])("refuses a token nobody was given (%p)", async (token) => {
		const answer = await refresh(token);

		expect(answer.status).toBe(token === "" ? 422 : 401);
	});

	test("without token and without cookie is 401", async () => {
		const answer = await api.request("POST", "/auth/refresh", { body: {} });

		expect(answer.body.error.code).toBe("unauthenticated");
	});

	insideTest("is over when nobody refreshed for seven days", async () => {
		const { body } = await login();
		api.advanceMs(7 * DAY_MS);

		const answer = await refresh(body.refresh_token);

		expect(answer.body.error.code).toBe("session_revoked");
	});

	insideTest("is over after thirty days, however active", async () => {
		let { body } = await login();
		for (let day = 0; day < 29; day += 1) {
			api.advanceMs(DAY_MS);
			body = (await refresh(body.refresh_token)).body;
		}
		const left = body.refresh_expires_in;
		api.advanceMs(DAY_MS);

		const answer = await refresh(body.refresh_token);

		expect(left).toBe(DAY_MS / 1000);
		expect(answer.body.error.code).toBe("session_revoked");
	});

	test("switches to another organization of the person, and back", async () => {
		const other = await joinSecond(owner);
		const { body: first } = await login(owner, { orgId: owner.orgId });

		const there = await refresh(first.refresh_token, { orgId: other.orgId });
		const stays = await refresh(there.body.refresh_token);
		const back = await refresh(stays.body.refresh_token, { orgId: owner.orgId });

		expect(there.body.user.role).toBe("member");
		expect((await profile(there.body.access_token)).body.data.activeOrgId).toBe(other.orgId);
		expect(stays.body.user.role).toBe("member");
		expect(back.body.user.role).toBe("owner");
		expect(await announced(api.store, other.orgId)).toContain("security.organization_switched");
	});

	test("does not switch to an organization the person does not belong to, and keeps the token", async () => {
		const stranger = await api.createOrganization();
		const { body } = await login();

		const answer = await refresh(body.refresh_token, { orgId: stranger.orgId });

		expect(answer.status).toBe(403);
		expect(answer.body.error.code).toBe("org_mismatch");
		expect((await refresh(body.refresh_token)).status).toBe(200);
	});

	test("is refused while the organization is suspended, and goes on afterwards", async () => {
		const { body } = await login();
		await suspend(owner);

		const answer = await refresh(body.refresh_token);

		expect(answer.status).toBe(403);
		expect(answer.body.error).toMatchObject({ code: "organization_suspended", meta: { state: "suspended" } });
		await api.request("POST", `/orgs/${owner.orgId}/resume`, { token: owner.token, body: {} });
		expect((await refresh(body.refresh_token)).status).toBe(200);
	});

	test("falls back to the oldest membership once the person was removed from the session's organization", async () => {
		const member = await api.addMember(owner, "member");
		const other = await joinSecond(member);
		const { body } = await login(member, { orgId: owner.orgId });
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, { token: owner.token });

		const answer = await refresh(body.refresh_token);

		expect(answer.status).toBe(200);
		expect((await profile(answer.body.access_token)).body.data.activeOrgId).toBe(other.orgId);
	});
});

describe("a refresh token in a cookie", () => {
	const ORIGIN = "http://localhost:3000";

	test("is delivered HttpOnly, and not in the body", async () => {
		const answer = await login(owner, { tokenDelivery: "cookie" });

		expect(answer.body.refresh_token).toBeUndefined();
		expect(cookieIn(answer, "parley_refresh")).toMatch(
			/^parley_refresh=[\w-]{43}; Max-Age=604800; Path=\/auth; HttpOnly; SameSite=Lax$/,
		);
		expect(cookieIn(answer, "parley_device")).toContain("HttpOnly");
	});

	test("refreshes from a page of ours, and is replaced", async () => {
		const cookie = pairOf(cookieIn(await login(owner, { tokenDelivery: "cookie" }), "parley_refresh"));

		const answer = await api.request("POST", "/auth/refresh", { headers: { cookie, origin: ORIGIN }, body: {} });
		const sameSite = await api.request("POST", "/auth/refresh", {
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: {},
		});

		expect(answer.status).toBe(200);
		expect(answer.body.refresh_token).toBeUndefined();
		expect(pairOf(cookieIn(answer, "parley_refresh"))).not.toBe(cookie);
		expect(sameSite.status).toBe(200);
	});

	test.each([{}, { origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "same-site" }])(
		"does nothing for a foreign page (%p)",
		async (headers) => {
			const signedIn = await login(owner, { tokenDelivery: "cookie" });
			const cookie = pairOf(cookieIn(signedIn, "parley_refresh"));

			const refreshed = await api.request("POST", "/auth/refresh", { headers: { cookie, ...headers }, body: {} });
			const loggedOut = await api.request("POST", "/auth/logout", { headers: { cookie, ...headers }, body: {} });

			expect([refreshed.status, loggedOut.status]).toEqual([403, 403]);
			expect(cookieIn(refreshed, "parley_refresh")).toBeUndefined();
			expect((await profile(signedIn.body.access_token)).status).toBe(200);
		},
	);

	test("ends its session at logout, and is removed", async () => {
		const signedIn = await login(owner, { tokenDelivery: "cookie" });
		const cookie = pairOf(cookieIn(signedIn, "parley_refresh"));

		const answer = await api.request("POST", "/auth/logout", { headers: { cookie, origin: ORIGIN }, body: {} });

		expect(answer.status).toBe(204);
		expect(cookieIn(answer, "parley_refresh")).toStartWith("parley_refresh=; Max-Age=0;");
		expect((await profile(signedIn.body.access_token)).body.error.code).toBe("session_revoked");
	});

	insideTest("is bound to the host where PUBLIC_URL is https without a path", async () => {
		const secure = await openHarness({ env: { PUBLIC_URL: "https://localhost" } });
		const person = await secure.createOrganization();

		const answer = await secure.request("POST", "/auth/login", {
			body: { email: person.email, password: PASSWORD, tokenDelivery: "cookie" },
		});

		expect(cookieIn(answer, "__Host-parley_refresh")).toEndWith("; Path=/; HttpOnly; SameSite=Lax; Secure");
		await secure.close();
	});

	insideTest("is restricted to the prefix of PUBLIC_URL, and counts from allowed origins", async () => {
		const env = { PUBLIC_URL: "https://localhost/api/dev", CORS_ORIGINS: "https://app.example.edu" };
		const prefixed = await openHarness({ env });
		const person = await prefixed.createOrganization();
		const signedIn = await prefixed.request("POST", "/auth/login", {
			body: { email: person.email, password: PASSWORD, tokenDelivery: "cookie" },
		});
		const line = cookieIn(signedIn, "parley_refresh");

		const answer = await prefixed.request("POST", "/auth/refresh", {
			headers: { cookie: pairOf(line), origin: "https://app.example.edu" },
			body: {},
		});

		expect(line).toEndWith("; Path=/api/dev/auth; HttpOnly; SameSite=Lax; Secure");
		expect(answer.status).toBe(200);
		await prefixed.close();
	});
});

describe("POST /auth/logout", () => {
	test("ends the session: its token and its refresh token are worth nothing from the next request", async () => {
		const { body } = await login();

		const answer = await api.request("POST", "/auth/logout", { token: body.access_token });

		expect(answer.status).toBe(204);
		expect((await profile(body.access_token)).body.error.code).toBe("session_revoked");
		expect((await refresh(body.refresh_token)).status).toBe(401);
		expect(await announced(api.store, owner.orgId)).toContain("security.signed_out");
	});

	insideTest("works with an expired token too", async () => {
		const { body } = await login();
		api.advanceMs(2 * HOUR_MS);

		const answer = await api.request("POST", "/auth/logout", { token: body.access_token });

		expect(answer.status).toBe(204);
		expect((await refresh(body.refresh_token)).status).toBe(401);
	});

	test("with allDevices ends every session of the person and nobody else's", async () => {
		const member = await api.addMember(owner, "member");
		const [first, second] = [await login(), await login()];

		await api.request("POST", "/auth/logout", { token: first.body.access_token, body: { allDevices: true } });

		expect((await profile(second.body.access_token)).status).toBe(401);
		expect((await profile(member.token)).status).toBe(200);
	});

	insideTest("with a token of an ended session ends nothing more", async () => {
		const [first, second] = [await login(), await login()];
		await api.request("POST", "/auth/logout", { token: first.body.access_token });

		const answer = await api.request("POST", "/auth/logout", {
			token: first.body.access_token,
			body: { allDevices: true },
		});

		expect(answer.status).toBe(204);
		expect((await profile(second.body.access_token)).status).toBe(200);
	});

	test.each(["", "garbage", "a.b.c"])("is 204 for a stranger (%p)", async (token) => {
		const answer = await api.request("POST", "/auth/logout", { token });

		expect(answer.status).toBe(204);
	});
});

describe("GET /auth/sessions", () => {
	test("shows the caller's sessions, the newest first", async () => {
		const device = { id: "d-1", name: "Ada's laptop", platform: "web" };
		const { body } = await login(owner, { device });

		const answer = await api.request("GET", "/auth/sessions", { token: body.access_token });

		const [newest, oldest] = answer.body.data;
		expect(answer.body.data).toHaveLength(2);
		expect(newest).toMatchObject({ device, current: true, authMethods: ["pwd"], ip: "127.0.0.1" });
		expect(newest.id).toMatch(/^ses_/);
		expect(Date.parse(newest.expiresAt)).toBe(Date.parse(newest.createdAt) + 7 * DAY_MS);
		expect(oldest).toMatchObject({ device: null, current: false });
	});

	test("goes page by page, without sessions that are over", async () => {
		const gone = await login();
		await login();
		const { body } = await login();
		await api.request("POST", "/auth/logout", { token: gone.body.access_token });
		const token = body.access_token;

		const first = await api.request("GET", "/auth/sessions?limit=2", { token });
		const last = await api.request("GET", `/auth/sessions?limit=2&cursor=${first.body.page.nextCursor}`, { token });

		expect(first.body.data).toHaveLength(2);
		expect(first.headers.get("link")).toContain('rel="next"');
		expect(last.body.data).toHaveLength(1);
		expect(last.body.page).toEqual({ limit: 2, nextCursor: null, hasMore: false });
	});

	test("does not take another person's cursor", async () => {
		const member = await api.addMember(owner, "member");
		await login();
		const { body } = await api.request("GET", "/auth/sessions?limit=1", { token: owner.token });

		const answer = await api.request("GET", `/auth/sessions?cursor=${body.page.nextCursor}`, { token: member.token });

		expect(answer.body.error.code).toBe("invalid_cursor");
	});
});

describe("DELETE /auth/sessions/{sessionId}", () => {
	test("signs the device out with its next request", async () => {
		const { body } = await login();
		const { body: list } = await api.request("GET", "/auth/sessions", { token: body.access_token });

		const answer = await api.request("DELETE", `/auth/sessions/${list.data[0].id}`, { token: owner.token });

		expect(answer.status).toBe(204);
		expect((await profile(body.access_token)).body.error.code).toBe("session_revoked");
		expect((await profile(owner.token)).status).toBe(200);
	});

	test("answers the same for another's session as for one that does not exist", async () => {
		const member = await api.addMember(owner, "member");
		const { body } = await api.request("GET", "/auth/sessions", { token: member.token });

		const foreign = await api.request("DELETE", `/auth/sessions/${body.data[0].id}`, { token: owner.token });
		const missing = await api.request("DELETE", "/auth/sessions/ses_01jd0z7v9gf2nbrexx3vqjhp41", {
			token: owner.token,
		});

		expect(foreign.status).toBe(404);
		expect(foreign.body.error).toEqual(missing.body.error);
		expect((await profile(member.token)).status).toBe(200);
	});
});

describe("DELETE /auth/sessions", () => {
	test("ends all sessions but the one that asks", async () => {
		const [first, second] = [await login(), await login()];

		const answer = await api.request("DELETE", "/auth/sessions", { token: second.body.access_token });

		expect(answer.status).toBe(204);
		expect((await profile(first.body.access_token)).status).toBe(401);
		expect((await profile(owner.token)).status).toBe(401);
		expect((await profile(second.body.access_token)).status).toBe(200);
	});
});

insideDescribe("housekeeping", () => {
	test("forgets sessions thirty days after they were over, and successors after their grace", async () => {
		const { body } = await login();
		const { body: second } = await refresh(body.refresh_token);
		await api.parley.services.sessions.purge();
		const inGrace = await refresh(body.refresh_token);
		api.advanceMs(11_000);
		await api.parley.services.sessions.purge();
		await api.request("POST", "/auth/logout", { token: second.access_token });
		api.advanceMs(31 * DAY_MS);

		await api.parley.services.sessions.purge();

		expect(inGrace.body.refresh_token).toBe(second.refresh_token);
		expect((await refresh(body.refresh_token)).body.error.code).toBe("unauthenticated");
	});
});
