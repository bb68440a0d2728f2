import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { organizations, usageRecords } from "#db/schema/index";
import type { Store } from "#db/store";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createMoments } from "#platform/unit-of-work";
import { usageIn, usageSince } from "#platform/usage";
import { createApiRequests } from "../../modules/tenancy/usage/api-requests.ts";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { AT_MS, organizationRow } from "../support/rows.ts";

const store = await forThisFile(openTestStore());
const moments = createMoments(() => []);

async function open(from: Store = store) {
	const orgId = newId("org");
	await store.db.insert(organizations).values(organizationRow({ id: orgId }));
	let nowMs = AT_MS;
	const requests = createApiRequests({ store: from, clock: { nowMs: () => nowMs }, moments });
	return {
		orgId,
		requests,
		count: (times: number) => Array.from({ length: times }, () => requests.count(orgId)),
		advance: (ms: number) => {
			nowMs += ms;
		},
		total: () => usageSince(store.db, orgId, "apiRequests", 0),
		within: (fromMs: number, toMs: number) => usageIn(store.db, orgId, "apiRequests", { fromMs, toMs }),
	};
}

const quarterOf = (ms: number) => ms - (ms % (15 * MINUTE_MS));

test("requests belong to the quarter of an hour in which they were answered, whenever they are written", async () => {
	const { requests, count, advance, total, within } = await open();
	count(3);
	await requests.flush();
	count(2);
	advance(HOUR_MS);
	count(4);
	advance(HOUR_MS);
	await requests.flush();
	await requests.flush();

	const start = quarterOf(AT_MS);
	const quarter = 15 * MINUTE_MS;
	expect(await within(start, start + quarter)).toBe(5);
	expect(await within(start + HOUR_MS, start + HOUR_MS + quarter)).toBe(4);
	expect(await total()).toBe(9);
});

test("a clock that is set back loses no request and counts none twice", async () => {
	const { requests, count, advance, total } = await open();
	count(5);
	await requests.flush();
	advance(HOUR_MS);
	count(1);
	await requests.flush();
	advance(-HOUR_MS);
	count(2);
	await requests.flush();

	expect(await total()).toBe(8);
});

test("what could not be written is written later; a commit that nobody heard of is not repeated", async () => {
	let failing: "before" | "after" | null = "before";
	const unsure: Store = {
		...store,
		writing: (name) => {
			const handle = store.writing(name);
			return {
				...handle,
				async tx(...of: Parameters<typeof handle.tx>) {
					if (failing === "before") throw new Error("the disk is full");
					const result = await handle.tx(...of);
					if (failing === "after") throw new Error("the connection is lost");
					return result;
				},
			} as typeof handle;
		},
	};
	const { requests, count, total } = await open(unsure);
	count(3);
	expect(requests.flush()).rejects.toThrow("full");
	await requests.flush().catch(() => undefined);
	expect(await total()).toBe(0);

	failing = "after";
	await requests.flush().catch(() => undefined);
	expect(await total()).toBe(3);
	count(2);
	failing = null;
	await requests.flush();
	await requests.flush();
	expect(await total()).toBe(5);
});

test("two processes add up, and a purged organization gets no records any more", async () => {
	const { orgId, requests, count, total } = await open();
	const other = createApiRequests({ store, clock: { nowMs: () => AT_MS }, moments });
	count(3);
	other.count(orgId);
	await Promise.all([requests.flush(), other.flush()]);
	expect(await total()).toBe(4);

	await store.db.update(organizations).set({ state: "deleted" }).where(eq(organizations.id, orgId));
	await store.db.delete(usageRecords).where(eq(usageRecords.orgId, orgId));
	count(7);
	await requests.flush();
	expect(await store.db.select().from(usageRecords).where(eq(usageRecords.orgId, orgId))).toEqual([]);
	await requests.flush();
});
