import { afterAll, beforeAll, beforeEach, describe, expect } from "bun:test";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { userIdentities, users } from "#db/schema/index";
import { SPECIFIED_SCOPES } from "#kernel/scopes";
import { systemContext } from "#modules/tenancy/permissions";
import { type Harness, openHarness, type SignedIn } from "#tests/support/harness";
import { type OidcProvider, startOidcProvider } from "#tests/support/oidc";
import { disablePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { userRow } from "#tests/support/rows";
import { inProcessTest, isInProcess } from "#tests/support/target";
import { createTestClock } from "#tests/support/test-clock";
import { makeKey } from "#tests/support/tokens";
import { auditOf } from "#tests/support/traces";

const AUDIENCE = "https://api.parley.example/";
const NOWHERE = "org_01jd0z7v9gf2nbrexx3vqjhp41";

let provider: OidcProvider;
let api: Harness;
let owner: SignedIn;
let path: string;

/** Opens the application with that provider. The provider uses the machine's clock, so the application does too. */
async function open(issuer: OidcProvider): Promise<Harness> {
	const clock = createTestClock();
	const log = { info() {}, warn() {} };
	const claimNames = { orgId: "org_id", role: "role", scope: "scope" };
	const externalIssuer = createOidcIssuer({ issuer: issuer.issuer, audience: AUDIENCE, claimNames, clock, log });
	const harness = await openHarness({ externalIssuer });
	harness.advanceMs(Date.now() - harness.nowMs());
	return harness;
}

beforeAll(async () => {
	if (!isInProcess) return;
	provider = await startOidcProvider(AUDIENCE, await makeKey("ES256", "op-1"));
	api = await open(provider);
});
beforeEach(async () => {
	if (!isInProcess) return;
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});
afterAll(async () => {
	await api?.close();
	await provider?.close();
});

/** Signs a token with these claims besides the standard ones. */
async function tokenWith(claims: Record<string, unknown>, scope = "org:read"): Promise<string> {
	provider.claims = claims;
	return provider.issueAccessToken(scope);
}

describe("a token of the OIDC provider", () => {
	inProcessTest(
		"of somebody without an account sees the open workspaces; that of a program which writes them, all",
		async () => {
			for (const [name, visibility] of [
				["Open", "org"],
				["Private", "private"],
			])
				await owner.post(`${path}/workspaces`, { name, visibility });
			const namesFor = async (claims: Record<string, unknown>, scope: string) => {
				const token = await tokenWith({ org_id: owner.orgId, ...claims }, scope);
				const { body } = await api.as(token).get(`${path}/workspaces?sort=name`);
				return body.data.map(({ name }: { name: string }) => name);
			};

			const student = await namesFor({ role: "student" }, "org:read");
			const program = await namesFor({}, "org:read workspace:write");
			const administrator = await namesFor({ role: "admin" }, "org:read org:write");

			expect(student).toEqual(["Open"]);
			expect([program, administrator]).toEqual([
				["Open", "Private"],
				["Open", "Private"],
			]);
		},
	);

	inProcessTest("acts in the organization and with the scopes it contains, without a membership here", async () => {
		const token = await tokenWith({ org_id: owner.orgId, role: "teacher" });

		const read = await api.as(token).get(path);
		const write = await api.as(token).patch(`${path}/settings`, {});
		const profile = await api.as(token).get("/auth/profile");

		expect([codeOf(read), codeOf(write)]).toEqual([
			[200, undefined],
			[403, "insufficient_scope"],
		]);
		expect(profile.body.data).toMatchObject({ role: "teacher", activeOrgId: owner.orgId, systemAdmin: false });
		expect(profile.body.data.scopes).toContain("org:read");
		expect(profile.body.data.scopes).not.toContain("org:write");
	});

	inProcessTest("writes in its own name: audit entry and event say who it was", async () => {
		const token = await tokenWith({ org_id: owner.orgId, role: "admin" }, "org:read org:write");

		const written = await api.as(token).patch(`${path}/settings`, { timezone: "Europe/Paris" });

		const [entry] = (await auditOf(api.store, owner.orgId)).slice(-1);
		expect(written.status).toBe(200);
		expect(entry).toMatchObject({ actorType: "external", actorId: `${provider.issuer}|school`, actorRole: "admin" });
	});

	inProcessTest("is rejected in another organization, whether that exists or not", async () => {
		const other = await api.createOrganization();
		const token = await tokenWith({ org_id: owner.orgId, role: "admin" });

		const answers = [await api.as(token).get(`/orgs/${other.orgId}`), await api.as(token).get(`/orgs/${NOWHERE}`)];

		expect(answers.map(codeOf)).toEqual([
			[403, "org_mismatch"],
			[403, "org_mismatch"],
		]);
	});

	inProcessTest("without an organization has access to none", async () => {
		const token = await tokenWith({ role: "admin" }, "org:read org:write");

		const response = await api.as(token).get(path);

		expect(codeOf(response)).toEqual([403, "org_mismatch"]);
	});

	inProcessTest("of a system administrator has access to every organization, within its scopes", async () => {
		const token = await tokenWith({ role: "system_admin" });

		const answers = [
			await api.as(token).get(path),
			await api.as(token).get(`/orgs/${NOWHERE}`),
			await api.as(token).get("/orgs"),
			await api.as(token).patch(`${path}/settings`, {}),
		];

		expect(answers.map(codeOf)).toEqual([
			[200, undefined],
			[404, "not_found"],
			[200, undefined],
			[403, "insufficient_scope"],
		]);
	});

	inProcessTest(
		"determines the rights of its bearer by itself: older ones of the same person have no influence",
		async () => {
			const everything = SPECIFIED_SCOPES.join(" ");
			const strong = await tokenWith({ org_id: owner.orgId, role: "owner" }, everything);
			const granted = await api.as(strong).post(`${path}/members`, { email: "a@school.example", role: "owner" });
			const weak = await tokenWith({ org_id: owner.orgId, role: "admin" }, everything);

			const refused = await api.as(weak).post(`${path}/members`, { email: "b@school.example", role: "owner" });
			const still = await api.as(strong).post(`${path}/members`, { email: "c@school.example", role: "owner" });

			expect([codeOf(granted), codeOf(refused), codeOf(still)]).toEqual([
				[202, undefined],
				[403, "forbidden"],
				[202, undefined],
			]);
		},
	);

	inProcessTest("that is no system administrator's stays so after one that was", async () => {
		await api.as(await tokenWith({ role: "system_admin" })).get(path);
		const plain = await tokenWith({ role: "teacher" });

		const profile = await api.as(plain).get("/auth/profile");
		const list = await api.as(plain).get("/orgs");

		expect(profile.body.data).toMatchObject({ systemAdmin: false, role: "teacher" });
		expect(codeOf(list)).toEqual([403, "admin_required"]);
	});
});

describe("live state here", () => {
	inProcessTest("applies to the organization: suspended is 403 from the next request on, purged 401", async () => {
		const token = await tokenWith({ org_id: owner.orgId, role: "admin" }, "org:read org:write");
		const members = `${path}/members`;
		const before = await api.as(token).get(members);
		await owner.post(`${path}/suspend`, {});
		const suspended = await api.as(token).get(members);
		await owner.post(`${path}/resume`, {});
		const resumed = await api.as(token).get(members);
		const { name } = resumed.status === 200 ? (await api.as(token).get(path)).body.data : { name: "" };
		await api.as(await api.signInSystem()).delete(`${path}?force=true&confirm=${encodeURIComponent(name)}`);

		const purged = await api.as(token).get(members);

		expect([before, suspended, resumed, purged].map(codeOf)).toEqual([
			[200, undefined],
			[403, "organization_suspended"],
			[200, undefined],
			[401, "token_revoked"],
		]);
	});

	inProcessTest("applies to a linked user: a disabled one is rejected, whatever the provider states", async () => {
		const person = userRow();
		const identity = { issuer: provider.issuer, subject: "school", userId: person.id, createdAtMs: 1 };
		const linked = await open(provider);
		await linked.store.db.insert(users).values(person);
		await linked.store.db.insert(userIdentities).values(identity);
		const token = await tokenWith({ role: "system_admin" });
		const before = await linked.request("GET", "/auth/profile", { token });
		await linked.parley.services.unitOfWork.run(systemContext("cli:test"), async (change) => {
			await disablePerson(change.tx, identity.userId);
			change.invalidate(identity.userId);
		});

		const after = await linked.request("GET", "/auth/profile", { token });
		await linked.close();

		expect([before.status, before.body.data.id]).toEqual([200, identity.userId]);
		expect(codeOf(after)).toEqual([401, "token_revoked"]);
	});
});

describe("while the provider is down", () => {
	inProcessTest("new tokens are 503 with Retry-After, cached ones and our own still work", async () => {
		const brief = await startOidcProvider(AUDIENCE, await makeKey("ES256", "op-brief"));
		const served = await open(brief);
		brief.claims = { role: "system_admin" };
		const seen = await brief.issueAccessToken("org:read");
		const unseen = await brief.issueAccessToken("org:read");
		const known = await served.request("GET", "/orgs", { token: seen });
		await brief.close();
		const deaf = await open(brief);

		const cached = await served.request("GET", "/orgs", { token: seen });
		const unknown = await deaf.request("GET", "/orgs", { token: unseen });
		const own = await deaf.request("GET", "/orgs", { token: await deaf.signInSystem() });
		const health = await deaf.request("GET", "/health/live", { token: unseen });
		await served.close();
		await deaf.close();

		expect([known.status, cached.status]).toEqual([200, 200]);
		expect(codeOf(unknown)).toEqual([503, "unavailable"]);
		expect(unknown.body.error.retryable).toBe(true);
		expect(Number(unknown.headers.get("retry-after"))).toBeGreaterThan(0);
		expect([own.status, health.status]).toEqual([200, 200]);
	});
});
