import { describe, expect, test } from "bun:test";
import { sessions } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { ADMIN, PASSWORD, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const system = await api.signInSystem();
const living = await api.createOrganization();
const { body } = await api.request("POST", "/orgs", {
	token: system,
	body: { name: "To be purged", orgType: "business" },
});
const purged = body.data.id;
await api.request("DELETE", `/orgs/${purged}?force=true&confirm=To%20be%20purged`, { token: system });

/** Organizations that no session can be in, and what a system administrator gets. */
const MISSING = [
	["that never existed", "org_01jd0z7v9gf2nbrexx3vqjhp41", 404, "not_found"],
	["that was purged", purged, 410, "purged"],
] as const;

const login = (email: string, extra: object = {}) =>
	api.request("POST", "/auth/login", { body: { email, password: PASSWORD, ...extra } });
const loginSystem = (orgId: string) => login(ADMIN.email, { password: ADMIN.password, orgId });
const countSessions = async () => (await api.store.db.select().from(sessions)).length;

describe.each(MISSING)("an organization %s", (_, orgId, status, code) => {
	test("is not signed in to by a system administrator", async () => {
		const before = await countSessions();

		const refused = await loginSystem(orgId);

		expect(codeOf(refused)).toEqual([status, code]);
		expect(await countSessions()).toBe(before);
	});

	test("is not switched to, and the refresh token stays valid", async () => {
		const { refresh_token } = (await loginSystem(living.orgId)).body;

		const refused = await api.request("POST", "/auth/refresh", { body: { refresh_token, orgId } });

		expect(codeOf(refused)).toEqual([status, code]);
		expect((await api.request("POST", "/auth/refresh", { body: { refresh_token } })).status).toBe(200);
	});

	test("gets no token of a script", async () => {
		const issued = api.parley.services.scriptTokens.issue(systemContext("cli:token"), { email: ADMIN.email, orgId });

		await expect(issued).rejects.toMatchObject({ code });
	});

	test("looks to everybody else like one they do not belong to", async () => {
		const other = await api.createOrganization();

		const answers = [await login(living.email, { orgId }), await login(living.email, { orgId: other.orgId })];

		expect(answers.map(codeOf)).toEqual([
			[403, "org_mismatch"],
			[403, "org_mismatch"],
		]);
	});
});

test("a system administrator signs in to any organization there is", async () => {
	const { body } = await loginSystem(living.orgId);

	expect((await api.request("GET", `/orgs/${living.orgId}`, { token: body.access_token })).status).toBe(200);
});
