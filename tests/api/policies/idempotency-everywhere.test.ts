import { describe, expect, test } from "bun:test";
import { getTableName, is, sql, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { KEY_IGNORED, whyKeyIgnored } from "#http/access";
import { perform } from "#tests/samples/index";
import { useInstallation } from "#tests/samples/installation";
import { operationsIn } from "#tests/samples/world";
import type { Harness, TestRequest, TestResponse } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";

/** No UUID. */
const BAD = { "idempotency-key": "abc" };

const { api, openWorld } = await useInstallation();
const operations = [...operationsIn(await api.parley.document())].filter(([, { method }]) => method === "POST");

/** Whether an operation honours keys, as the document says. */
const honours = (operation: string): boolean =>
	operations.some(
		([id, { object }]) =>
			id === operation && object.parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKey")),
	);

/** Tables of which a repeated request may add rows: what is kept of keys. */
const OF_KEYS = ["idempotency_keys"];
const tables = Object.values<unknown>(schema).filter((each) => is(each, Table));

/** Returns how many rows there are, by table; events and audit entries among them. */
async function rowsOf({ store, parley }: Harness): Promise<Record<string, number>> {
	await parley.services.jobs.runDue();
	const { db } = store.acrossTenants;
	const counted = tables.map(async (table) => {
		const [row] = await db.select({ count: sql<number>`count(*)` }).from(table as typeof schema.events);
		return [getTableName(table), Number(row?.count)] as const;
	});
	const rows = await Promise.all(counted);
	return Object.fromEntries(rows.filter(([name]) => !OF_KEYS.includes(name)));
}

/** Performs the sample of an operation, whose request is sent by `send` in place of once. */
async function performedBy(
	operation: string,
	send: (once: (headers: Record<string, string>) => Promise<TestResponse>, on: Harness) => Promise<TestResponse>,
): Promise<void> {
	const world = await openWorld((method, path, options: TestRequest = {}, on = api) =>
		send((headers) => on.request(method, path, { ...options, headers: { ...options.headers, ...headers } }), on),
	);
	await perform(world, operation);
}

const names = operations.map(([operation]) => operation).filter((operation) => !operation.includes("Passkey"));

describe("every POST", () => {
	test.each(names.filter(honours))("%s refuses a bad key, and with a good one it happens once", async (operation) => {
		let refused: TestResponse | undefined;
		const answers: unknown[] = [];
		await performedBy(operation, async (sendWith, on) => {
			const key = { "idempotency-key": crypto.randomUUID() };
			refused = await sendWith(BAD);
			const first = await sendWith(key);
			answers.push([first.status, first.text, false, await rowsOf(on)]);
			const second = await sendWith(key);
			answers.push([second.status, second.text, isReplayed(first), await rowsOf(on)]);
			expect(isReplayed(second)).toBe(true);
			return first;
		});

		expect(refused && codeOf(refused)).toEqual([400, "idempotency_key_invalid"]);
		expect(answers[1]).toEqual(answers[0]);
	});

	test.each(names.filter((each) => !honours(each)))(
		"%s takes no notice of a good key, but refuses a bad one",
		async (operation) => {
			let refused: TestResponse | undefined;
			let accepted: TestResponse | undefined;
			await performedBy(operation, async (sendWith) => {
				refused = await sendWith(BAD);
				accepted = await sendWith({ "idempotency-key": crypto.randomUUID() });
				return accepted;
			});

			expect(refused && codeOf(refused)).toEqual([400, "idempotency_key_invalid"]);
			expect(accepted && isReplayed(accepted)).toBe(false);
			expect(accepted?.status).toBeWithin(200, 400);
		},
	);

	test("that takes no notice says why, and each of the reasons is one of somebody", () => {
		const posts = [...api.parley.access].filter(([route]) => route.startsWith("POST "));
		const reasons = posts.flatMap(([, gate]) => whyKeyIgnored(gate) ?? []);

		expect([...new Set(reasons)].sort()).toEqual(Object.values<string>(KEY_IGNORED).sort());
		expect(reasons.length).toBeLessThan(posts.length / 5);
	});
});
