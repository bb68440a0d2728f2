import { afterAll, describe, expect, test } from "bun:test";
import { gte, inArray } from "drizzle-orm";
import {
	auditEntries,
	events,
	memberships,
	organizationLedgers,
	organizations,
	searchTerms,
	serviceState,
	sessions,
} from "#db/schema";
import { openStore } from "#db/store";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { findChainFaults } from "#tests/support/chain";
import { createTestDatabase, writable } from "#tests/support/database";
import { useHarness } from "#tests/support/harness";
import { findInvalidPayloads } from "#tests/support/payloads";
import { grow } from "../../scripts/grow/grow.ts";
import { refreshTokenOf } from "../../scripts/grow/random.ts";

const SIZES = { organizations: 60, members: 40, sessions: 80, sessionsOfOne: 30, events: 400, auditEntries: 420 };
const api = await useHarness();

/** Grows a database that is removed after the tests of this file. */
async function grown() {
	const database = await createTestDatabase("empty");
	const options = { url: database.url, sizes: SIZES, seed: 7, nowMs: api.nowMs(), onProgress: () => undefined };
	const world = await grow(options);
	const store = writable(await openStore({ url: database.url }));
	afterAll(async () => {
		await store.close();
		await database.drop();
	});
	return { world, store };
}

const { world, store } = await grown();
const { db } = store.acrossTenants;

describe("a grown database", () => {
	test("has as many of everything as was asked for", async () => {
		const counts = {
			organizations: await db.$count(organizations),
			sessions: await db.$count(sessions),
			events: await db.$count(events),
			auditEntries: await db.$count(auditEntries),
		};

		const { members, sessionsOfOne, ...asked } = SIZES;
		expect(counts).toEqual(asked);
		const ofGiant = (await db.select().from(memberships)).filter(({ orgId }) => orgId === world.giant.orgId);
		expect(ofGiant).toHaveLength(members);
		const ofBusy = (await db.select().from(sessions)).filter(({ userId }) => userId === world.giant.busy.id);
		expect(ofBusy.length).toBeGreaterThanOrEqual(sessionsOfOne);
	});

	test("has events that their facts declare, and audit chains that are whole and match the ledgers", async () => {
		const invalid = await findInvalidPayloads(store, api.parley.services.facts);
		const entries = Map.groupBy(await db.select().from(auditEntries), ({ orgId }) => orgId);
		const log = Map.groupBy(await db.select().from(events), ({ orgId }) => orgId);
		const ledgers = await db.select().from(organizationLedgers);

		expect(invalid).toEqual([]);
		for (const { orgId, eventSequence, auditSequence, auditHead } of ledgers) {
			const chain = (entries.get(orgId) ?? []).sort((a, b) => a.sequence - b.sequence);
			const numbers = (log.get(orgId) ?? []).map(({ sequence }) => sequence).sort((a, b) => a - b);
			expect(findChainFaults(chain)).toEqual([]);
			expect(chain.at(-1)?.hash ?? "0".repeat(64)).toBe(auditHead);
			expect(chain).toHaveLength(auditSequence);
			expect(numbers).toEqual(Array.from({ length: eventSequence }, (_, n) => n + 1));
		}
	});

	test("has the search index that the product builds", async () => {
		const parley = createParley({ ...api.deps, store, metrics: createMetrics() });
		const isOfIndex = inArray(serviceState.key, [
			"search.meeting",
			"search.member",
			"search.organization",
			"search.workspace",
		]);
		const entries = async () => (await db.select().from(searchTerms)).map((row) => JSON.stringify(row)).sort();
		const before = await entries();

		await db.delete(searchTerms).where(gte(searchTerms.orgId, ""));
		const forgotten = await db.delete(serviceState).where(isOfIndex).returning();
		await parley.services.prepare();

		expect(forgotten).toHaveLength(4);
		expect(await db.$count(serviceState, isOfIndex)).toBe(4);
		expect(await entries()).toEqual(before);
		expect(before.length).toBeGreaterThan(600);
	});

	test("is one that the product works with: people sign in, refresh, change and continue the log", async () => {
		const parley = createParley({ ...api.deps, store, metrics: createMetrics() });
		await parley.services.prepare();
		async function send(method: string, path: string, body: unknown, token?: string) {
			const text = JSON.stringify(body);
			const headers = {
				host: "localhost",
				"content-type": "application/json",
				"content-length": String(Buffer.byteLength(text)),
				...(token && { authorization: `Bearer ${token}` }),
			};
			const request = new Request(`http://localhost${path}`, { method, headers, body: text });
			const response = await parley.fetch(request, () => "127.0.0.1");
			return { status: response.status, body: await response.json() };
		}
		const alive = (await db.select().from(sessions)).find(
			({ userId, revokedAtMs, idleExpiresAtMs }) =>
				userId === world.giant.busy.id && revokedAtMs === null && idleExpiresAtMs > api.nowMs() + 1,
		);

		const { email } = world.giant.owner;
		const signIn = { email, password: world.password, orgId: world.giant.orgId };
		const owner = await send("POST", "/auth/login", signIn);
		const { administrator } = world;
		const admin = await send("POST", "/auth/login", { email: administrator.email, password: administrator.password });
		const refreshed = await send("POST", "/auth/refresh", { refresh_token: refreshTokenOf(alive?.id ?? "") });
		const path = `/orgs/${world.giant.orgId}/settings`;
		const changed = await send("PATCH", path, { timezone: "Asia/Tokyo" }, owner.body.access_token);

		expect([owner.status, admin.status, refreshed.status, changed.status]).toEqual([200, 200, 200, 200]);
		const chain = (await db.select().from(auditEntries))
			.filter(({ orgId }) => orgId === world.giant.orgId)
			.sort((a, b) => a.sequence - b.sequence);
		expect(findChainFaults(chain)).toEqual([]);
	});

	test("comes out the same from the same seed", async () => {
		const again = await grown();

		const heads = async (of: typeof store) =>
			(await of.acrossTenants.db.select().from(organizations))
				.map(({ id, name, slug }) => `${id} ${name} ${slug}`)
				.sort();
		expect(again.world).toEqual(world);
		expect(await heads(again.store)).toEqual(await heads(store));
	});

	test("is never grown into one that is in use", async () => {
		await api.createOrganization();
		const options = { url: api.store.url, sizes: SIZES, seed: 1, nowMs: 0, onProgress: () => undefined };

		await expect(grow(options)).rejects.toThrow(/grown from nothing/);
	});
});
