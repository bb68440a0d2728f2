import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { runPortions } from "#tests/support/database";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const login = (who: SignedIn = owner, extra: object = {}) =>
	api.request("POST", "/auth/login", { body: { email: who.email, password: PASSWORD, ...extra } });
const refresh = (refresh_token: string, extra: object = {}) =>
	api.request("POST", "/auth/refresh", { body: { refresh_token, ...extra } });
const profile = (token: string) => api.request("GET", "/auth/profile", { token });

describe("POST /auth/logout", () => {
	test("ends the session: its access token and refresh token are invalid from the next request", async () => {
		const { body } = await login();

		const response = await api.request("POST", "/auth/logout", { token: body.access_token });

		expect(response.status).toBe(204);
		expect((await profile(body.access_token)).body.error.code).toBe("session_revoked");
		expect((await refresh(body.refresh_token)).status).toBe(401);
		expect(await announced(api.store, owner.orgId)).toContain("security.signed_out");
	});

	inProcessTest("works with an expired token too", async () => {
		const { body } = await login();
		api.advanceMs(2 * HOUR_MS);

		const response = await api.request("POST", "/auth/logout", { token: body.access_token });

		expect(response.status).toBe(204);
		expect((await refresh(body.refresh_token)).status).toBe(401);
	});

	test("with allDevices ends all sessions of the user and nobody else's", async () => {
		const member = await api.addMember(owner, "member");
		const [first, second] = [await login(), await login()];

		await api.request("POST", "/auth/logout", { token: first.body.access_token, body: { allDevices: true } });

		expect((await profile(second.body.access_token)).status).toBe(401);
		expect((await profile(member.token)).status).toBe(200);
	});

	inProcessTest("with allDevices and an expired token ends all sessions of the user", async () => {
		const [first, second] = [await login(), await login()];
		api.advanceMs(2 * HOUR_MS);

		await api.request("POST", "/auth/logout", { token: first.body.access_token, body: { allDevices: true } });

		expect((await refresh(first.body.refresh_token)).status).toBe(401);
		expect((await refresh(second.body.refresh_token)).status).toBe(401);
	});

	inProcessTest("with a token of an ended session ends no others", async () => {
		const [first, second] = [await login(), await login()];
		await api.request("POST", "/auth/logout", { token: first.body.access_token });

		const response = await api.request("POST", "/auth/logout", {
			token: first.body.access_token,
			body: { allDevices: true },
		});

		expect(response.status).toBe(204);
		expect((await profile(second.body.access_token)).status).toBe(200);
	});

	test.each(["", "garbage", "a.b.c"])("is 204 for an invalid token (%p)", async (token) => {
		const response = await api.request("POST", "/auth/logout", { token });

		expect(response.status).toBe(204);
	});
});

describe("GET /auth/sessions", () => {
	test("lists the caller's sessions, newest first", async () => {
		const device = { id: "d-1", name: "Ada's laptop", platform: "web" };
		const { body } = await login(owner, { device });

		const response = await api.request("GET", "/auth/sessions", { token: body.access_token });

		const [newest, oldest] = response.body.data;
		expect(response.body.data).toHaveLength(2);
		expect(newest).toMatchObject({ device, current: true, authMethods: ["pwd"], ip: "127.0.0.1" });
		expect(newest.id).toMatch(/^ses_/);
		expect(Date.parse(newest.expiresAt)).toBe(Date.parse(newest.createdAt) + 7 * DAY_MS);
		expect(oldest).toMatchObject({ device: null, current: false });
	});

	test("is paginated, without ended sessions", async () => {
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

	test("rejects another user's cursor", async () => {
		const member = await api.addMember(owner, "member");
		await login();
		const { body } = await api.request("GET", "/auth/sessions?limit=1", { token: owner.token });

		const response = await api.request("GET", `/auth/sessions?cursor=${body.page.nextCursor}`, { token: member.token });

		expect(response.body.error.code).toBe("invalid_cursor");
	});
});

describe("DELETE /auth/sessions/{sessionId}", () => {
	test("signs the device out from its next request", async () => {
		const { body } = await login();
		const { body: list } = await api.request("GET", "/auth/sessions", { token: body.access_token });

		const response = await api.request("DELETE", `/auth/sessions/${list.data[0].id}`, { token: owner.token });

		expect(response.status).toBe(204);
		expect((await profile(body.access_token)).body.error.code).toBe("session_revoked");
		expect((await profile(owner.token)).status).toBe(200);
	});

	test("responds in the same way for another user's session and an unknown one", async () => {
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
	test("ends all sessions but the caller's", async () => {
		const [first, second] = [await login(), await login()];

		const response = await api.request("DELETE", "/auth/sessions", { token: second.body.access_token });

		expect(response.status).toBe(204);
		expect((await profile(first.body.access_token)).status).toBe(401);
		expect((await profile(owner.token)).status).toBe(401);
		expect((await profile(second.body.access_token)).status).toBe(200);
	});
});

inProcessDescribe("the cleanup", () => {
	test("deletes sessions thirty days after they ended, and successors after the grace period", async () => {
		const { body } = await login();
		const { body: second } = await refresh(body.refresh_token);
		await api.parley.services.sessions.purge(runPortions(api.store), api.nowMs());
		const inGrace = await refresh(body.refresh_token);
		api.advanceMs(11_000);
		await api.parley.services.sessions.purge(runPortions(api.store), api.nowMs());
		await api.request("POST", "/auth/logout", { token: second.access_token });
		api.advanceMs(31 * DAY_MS);

		await api.parley.services.sessions.purge(runPortions(api.store), api.nowMs());

		expect(inGrace.body.refresh_token).toBe(second.refresh_token);
		expect((await refresh(body.refresh_token)).body.error.code).toBe("unauthenticated");
	});
});
