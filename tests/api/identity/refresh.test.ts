import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import type { Role } from "#modules/tenancy/permissions";
import { type Harness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { openOvertakable } from "#tests/support/overtakable";
import { disablePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

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
const suspend = (who: SignedIn) =>
	api.request("POST", `/orgs/${who.orgId}/suspend`, { token: who.token, body: { reasonCode: "other" } });

/** Adds a user to a second organization. */
async function joinSecond(person: SignedIn, role: Role = "member"): Promise<SignedIn> {
	const other = await api.createOrganization();
	await api.enroll(person.userId, other.orgId, role);
	return other;
}

describe("POST /auth/refresh", () => {
	test("returns a new access token and a new refresh token", async () => {
		const { body: first } = await login();

		const response = await refresh(first.refresh_token);

		expect(response.status).toBe(200);
		expect(response.body.refresh_token).not.toBe(first.refresh_token);
		expect(response.body.user).toEqual(first.user);
		expect((await profile(response.body.access_token)).status).toBe(200);
		expect((await refresh(response.body.refresh_token)).status).toBe(200);
	});

	inProcessTest("returns the same successor again within ten seconds", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		api.advanceMs(10_000);

		const again = await refresh(first.refresh_token);

		expect(again.status).toBe(200);
		expect(again.body.refresh_token).toBe(second.refresh_token);
	});

	// RFC 9700 §4.14.2: the thief cannot be distinguished from the owner, so both lose the session.
	inProcessTest("treats a token that is reused later as stolen, and ends the session", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		api.advanceMs(10_001);

		const response = await refresh(first.refresh_token);

		expect(response.status).toBe(401);
		expect(response.body.error.code).toBe("refresh_token_reused");
		expect((await refresh(second.refresh_token)).status).toBe(401);
		expect((await profile(second.access_token)).body.error.code).toBe("session_revoked");
		expect((await refresh(first.refresh_token)).body.error.code).toBe("session_revoked");
		expect(await announced(api.store, owner.orgId)).toContain("security.session_compromised");
		const entries = (await auditOf(api.store, owner.orgId)).filter(
			({ action }) => action === "auth.refresh_token_reused",
		);
		expect(entries.map(({ outcome }) => outcome)).toEqual(["denied"]);
	});

	test("treats a reused token as stolen once its successor was spent too, however soon", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		const { body: third } = await refresh(second.refresh_token);

		const answers = [await refresh(first.refresh_token), await refresh(third.refresh_token)];

		expect(answers.map(codeOf)).toEqual([
			[401, "refresh_token_reused"],
			[401, "unauthenticated"],
		]);
		expect(codeOf(await profile(third.access_token))).toEqual([401, "session_revoked"]);
		expect(await announced(api.store, owner.orgId)).toContain("security.session_compromised");
		const entries = await auditOf(api.store, owner.orgId);
		expect(entries.filter(({ action }) => action === "auth.refresh_token_reused")).toHaveLength(1);
	});

	test("returns no successor for an ended session", async () => {
		const { body: first } = await login();
		const { body: second } = await refresh(first.refresh_token);
		await api.request("POST", "/auth/logout", { token: second.access_token, body: {} });

		const response = await refresh(first.refresh_token);

		expect(codeOf(response)).toEqual([401, "session_revoked"]);
	});

	test("returns the successor again only for the organization the session switched to", async () => {
		const other = await joinSecond(owner);
		const { body: first } = await login(owner, { orgId: owner.orgId });
		const { body: second } = await refresh(first.refresh_token, { orgId: other.orgId });

		const repeated = await refresh(first.refresh_token, { orgId: other.orgId });
		const unsaid = await refresh(first.refresh_token);
		const elsewhere = await refresh(first.refresh_token, { orgId: owner.orgId });

		for (const response of [repeated, unsaid]) {
			expect(response.body.refresh_token).toBe(second.refresh_token);
			expect((await profile(response.body.access_token)).body.data.activeOrgId).toBe(other.orgId);
		}
		expect(codeOf(elsewhere)).toEqual([403, "org_mismatch"]);
		expect((await refresh(second.refresh_token, { orgId: owner.orgId })).status).toBe(200);
	});

	test("returns the same successor to concurrent requests", async () => {
		const { body: first } = await login();

		const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));

		expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
		expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
	});

	test.each(["", "unknown", "x".repeat(256)])("rejects an unknown token (%p)", async (token) => {
		const response = await refresh(token);

		expect(response.status).toBe(token === "" ? 422 : 401);
	});

	test("is 401 without token and cookie", async () => {
		const response = await api.request("POST", "/auth/refresh", { body: {} });

		expect(response.body.error.code).toBe("unauthenticated");
	});

	inProcessTest("is rejected after seven days without a refresh", async () => {
		const { body } = await login();
		api.advanceMs(7 * DAY_MS);

		const response = await refresh(body.refresh_token);

		expect(response.body.error.code).toBe("session_revoked");
	});

	inProcessTest("is rejected after thirty days, however active", async () => {
		let { body } = await login();
		for (let day = 0; day < 29; day += 1) {
			api.advanceMs(DAY_MS);
			body = (await refresh(body.refresh_token)).body;
		}
		const left = body.refresh_expires_in;
		api.advanceMs(DAY_MS);

		const response = await refresh(body.refresh_token);

		expect(left).toBe(DAY_MS / 1000);
		expect(response.body.error.code).toBe("session_revoked");
	});

	test("switches to another organization of the user, and back", async () => {
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

	test("does not switch to an organization without a membership, and leaves the token valid", async () => {
		const stranger = await api.createOrganization();
		const { body } = await login();

		const response = await refresh(body.refresh_token, { orgId: stranger.orgId });

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("org_mismatch");
		expect((await refresh(body.refresh_token)).status).toBe(200);
	});

	// An owner must be able to resume the organization, however long the suspension lasts.
	test("succeeds while the organization is suspended, with tokens for what is still allowed", async () => {
		const { body } = await login();
		await suspend(owner);

		const response = await refresh(body.refresh_token);

		const token = response.body.access_token;
		const path = `/orgs/${owner.orgId}`;
		const settings = await api.request("GET", `${path}/settings`, { token });
		const resumed = await api.request("POST", `${path}/resume`, { token, body: {} });
		expect([response.status, resumed.status]).toEqual([200, 200]);
		expect(codeOf(settings)).toEqual([403, "organization_suspended"]);
	});

	test("falls back to the oldest membership after the user was removed from the session's organization", async () => {
		const member = await api.addMember(owner, "member");
		const other = await joinSecond(member);
		const { body } = await login(member, { orgId: owner.orgId });
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, { token: owner.token });

		const response = await refresh(body.refresh_token);

		expect(response.status).toBe(200);
		expect((await profile(response.body.access_token)).body.data.activeOrgId).toBe(other.orgId);
	});
});

inProcessDescribe("a refresh that is overtaken", () => {
	const late = () => openOvertakable(api);
	const on = (app: Harness, refresh_token: string, extra: object = {}) =>
		app.request("POST", "/auth/refresh", { body: { refresh_token, ...extra } });

	test("by the removal of the member gets no token for that organization, and leaves its own valid", async () => {
		const member = await api.addMember(owner, "member");
		const { body } = await login(member);
		const app = await late();
		const path = `/orgs/${owner.orgId}/members/${member.userId}`;
		app.overtakeWith(() => api.request("DELETE", path, { token: owner.token }));

		const response = await on(app, body.refresh_token);

		expect([codeOf(response), app.overtaken()]).toEqual([[403, "org_mismatch"], 1]);
		expect((await refresh(body.refresh_token)).body.user.role).toBe("none");
	});

	test("by the disabling of the account is rejected", async () => {
		const { body } = await login();
		const app = await late();
		app.overtakeWith(() => disablePerson(api.store.db, owner.userId));

		const response = await on(app, body.refresh_token);

		expect(codeOf(response)).toEqual([401, "token_revoked"]);
	});

	test("by the end of the session is rejected", async () => {
		const { body } = await login();
		const app = await late();
		app.overtakeWith(() => api.request("POST", "/auth/logout", { token: body.access_token, body: {} }));

		const response = await on(app, body.refresh_token);

		expect(codeOf(response)).toEqual([401, "session_revoked"]);
	});

	test("by another with the same token gets the same successor; by two, the token counts as stolen", async () => {
		const { body } = await login();
		const app = await late();
		let next = "";
		app.overtakeWith(async () => {
			next = (await refresh(body.refresh_token)).body.refresh_token;
		});
		const same = await on(app, body.refresh_token);
		app.overtakeWith(async () => refresh((await refresh(next)).body.refresh_token));

		const stolen = await on(app, next);

		expect([same.status, same.body.refresh_token]).toEqual([200, next]);
		expect(codeOf(stolen)).toEqual([401, "refresh_token_reused"]);
	});
});
