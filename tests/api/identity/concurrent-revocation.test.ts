import { beforeEach, describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { eventsOf } from "#tests/support/traces";

/** Number of runs of each race, since its outcome varies. */
const ROUNDS = 20;

const api = await useHarness();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

const send = (method: string, url: string, token: string, body?: unknown) =>
	api.request(method, url, { token, ...(body !== undefined && { body }) });

/** Adds an administrator whose authority is cached, so that the gate admits their next request immediately. */
async function warmAdmin(): Promise<SignedIn> {
	const admin = await api.addMember(owner, "admin");
	await send("GET", path, admin.token);
	return admin;
}

/** Sends both concurrently, the revocation first; returns the response of the second. */
async function race(revoke: () => Promise<TestResponse>, late: () => Promise<TestResponse>): Promise<TestResponse> {
	const [, response] = await Promise.all([revoke(), late()]);
	return response;
}

/** Returns the types of an actor's events after the event that revoked their rights. */
async function announcedAfter(revocationType: string, actorId: string): Promise<string[]> {
	const all = await eventsOf(api.store, owner.orgId);
	const revokedAt = all.findLast(({ type }) => type === revocationType)?.sequence ?? Number.POSITIVE_INFINITY;
	return all.filter(({ sequence, actor }) => sequence > revokedAt && actor.id === actorId).map(({ type }) => type);
}

describe("a request in flight when the rights of its caller are revoked", () => {
	test("does not restore a demoted administrator", async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const admin = await warmAdmin();
			const self = `${path}/members/${admin.userId}`;

			await race(
				() => send("PATCH", self, owner.token, { role: "member" }),
				() => send("PATCH", self, admin.token, { role: "admin" }),
			);

			expect((await send("GET", self, owner.token)).body.data.role).toBe("member");
			expect(await announcedAfter("org.member.role_changed", admin.userId)).toEqual([]);
		}
	});

	test("leaves a removed administrator no way back: no invitation, no key", async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const admin = await warmAdmin();

			await Promise.all([
				send("DELETE", `${path}/members/${admin.userId}`, owner.token),
				send("POST", `${path}/invitations`, admin.token, { email: admin.email, role: "admin" }),
				send("POST", `${path}/members`, admin.token, { email: newAddress(), role: "admin" }),
				send("POST", `${path}/api-keys`, admin.token, { name: "Door", scopes: ["org:admin"] }),
			]);

			const pending = await send("GET", `${path}/invitations?state=pending`, owner.token);
			const unflagged = await send("GET", `${path}/api-keys?makerState=active`, owner.token);
			expect([pending.body.data, unflagged.body.data]).toEqual([[], []]);
			expect(await announcedAfter("org.member.removed", admin.userId)).toEqual([]);
		}
	});

	test("changes nothing after the session has ended", async () => {
		const patch = (token: string, n: number) =>
			send("PATCH", `${path}/settings`, token, { timezone: n % 2 === 0 ? "Europe/Paris" : "Europe/Berlin" });
		for (let round = 0; round < ROUNDS; round++) {
			const admin = await warmAdmin();
			const { body } = await send("GET", "/auth/sessions", admin.token);
			const current = body.data.find((each: { current: boolean }) => each.current).id;

			await race(
				() => send("DELETE", `/auth/sessions/${current}`, admin.token),
				() => patch(admin.token, round),
			);

			expect(await announcedAfter("security.signed_out", admin.userId)).toEqual([]);
		}
	});

	test("changes nothing of an organization that was suspended", async () => {
		const admin = await warmAdmin();
		for (let round = 0; round < ROUNDS; round++) {
			await race(
				() => send("POST", `${path}/suspend`, owner.token, {}),
				() => send("PUT", path, admin.token, { name: `Name ${round}` }),
			);

			expect(await announcedAfter("org.suspended", admin.userId)).toEqual([]);
			await send("POST", `${path}/resume`, owner.token, {});
		}
	});

	test("changes nothing with an API key that was revoked", async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const scopes = ["org:read", "org:write"];
			const made = await send("POST", `${path}/api-keys`, owner.token, { name: "Sync", scopes });
			const { id, key } = made.body.data;
			await send("GET", path, key);

			await race(
				() => send("DELETE", `${path}/api-keys/${id}`, owner.token),
				() => send("PUT", path, key, { name: `Name ${round}` }),
			);

			expect(await announcedAfter("security.api_key_revoked", id)).toEqual([]);
		}
	});

	test("is rejected like the next request, while another caller is not affected", async () => {
		const [admin, other] = [await warmAdmin(), await warmAdmin()];

		const [removed, refused, allowed] = await Promise.all([
			send("DELETE", `${path}/members/${admin.userId}`, owner.token),
			send("PUT", path, admin.token, { name: "Mine" }),
			send("PUT", path, other.token, { name: "Ours" }),
		]);

		expect([removed.status, allowed.status]).toEqual([204, 200]);
		// On Postgres it may be first after all; then it was allowed.
		expect([200, 401]).toContain(refused.status);
		expect((await send("PUT", path, admin.token, { name: "Mine" })).status).toBe(401);
	});
});
