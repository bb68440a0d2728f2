import { beforeEach, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { events, idempotencyKeys } from "#db/schema/index";
import { canonicalJson } from "#kernel/canonical-json";
import { sha256Hex } from "#kernel/secrets";
import { useHarness } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";
import { eventRow } from "#tests/support/rows";
import { announced } from "#tests/support/traces";

const api = await useHarness();
const system = await api.signInSystem();
const owner = await api.createOrganization();

let key: string;
beforeEach(() => {
	key = crypto.randomUUID();
});

const post = (path: string, token: string, body: unknown = {}) =>
	api.request("POST", path, { token, body, headers: { "idempotency-key": key } });
const create = (body: Record<string, unknown>) =>
	post("/orgs", system, { name: `Key ${key}`, orgType: "business", ...body });

const rowsOfKeys = () => api.store.db.select().from(idempotencyKeys);

describe("what is stored under a key", () => {
	test("is sealed: no token, no name can be read from the table", async () => {
		const { body } = await create({ ownerEmail: "sealed@school.example" });

		const stored = JSON.stringify(await rowsOfKeys());

		for (const secret of [body.data.ownerInvitation.token, "sealed@school.example", key])
			expect(stored).not.toContain(secret);
	});

	test("is no digest of the request that passwords in it could be tried against", async () => {
		const body = { scopes: ["org:read"], name: `Key ${key}` };
		const path = `/orgs/${owner.orgId}/api-keys`;
		await post(path, owner.token, body);

		const guess = sha256Hex(canonicalJson([{ orgId: owner.orgId }, body]));
		const stored = await rowsOfKeys();
		const again = await post(path, owner.token, body);
		const other = await post(path, owner.token, { ...body, name: "Other" });

		expect(stored.map(({ fingerprint }) => fingerprint)).not.toContain(guess);
		expect(stored.every(({ fingerprint }) => /^[0-9a-f]{64}$/.test(fingerprint))).toBe(true);
		expect([again.status, isReplayed(again)]).toEqual([201, true]);
		expect(codeOf(other)).toEqual([422, "idempotency_key_reused"]);
	});

	test.each([{}, { ownerEmail: "again@school.example" }])(
		"is answered as it was, sealed or not: %o",
		async (request) => {
			const { body } = await create(request);
			const isReadable = (await rowsOfKeys()).some(({ resultSealed }) => resultSealed.includes(body.data.id));
			const again = await create(request);
			expect(isReadable).toBe(!("ownerEmail" in request));
			expect([again.status, again.body, isReplayed(again)]).toEqual([201, body, true]);
		},
	);

	test("is nothing when the transaction fails: the retry does the work", async () => {
		const { orgId } = owner;
		const sequence = (await announced(api.store, orgId)).length + 1;
		const inTheWay = and(eq(events.orgId, orgId), eq(events.sequence, sequence));
		await api.store.db.insert(events).values(eventRow(orgId, sequence));
		const before = await rowsOfKeys();
		const failed = await post(`/orgs/${orgId}/suspend`, owner.token);
		const after = await rowsOfKeys();
		await api.store.db.delete(events).where(inTheWay);

		const retried = await post(`/orgs/${orgId}/suspend`, owner.token);
		await post(`/orgs/${orgId}/resume`, owner.token);

		expect(codeOf(failed)).toEqual([500, "server_error"]);
		expect(after).toHaveLength(before.length);
		expect([retried.status, retried.body.data.state, isReplayed(retried)]).toEqual([200, "suspended", false]);
	});
});
