import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditEntries, events } from "#db/schema/index";
import { perform, SAMPLES } from "#tests/samples/index";
import { useInstallation } from "#tests/samples/installation";
import { operationsIn } from "#tests/samples/world";
import type { Harness, TestRequest, TestResponse } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";

const { api, openWorld } = await useInstallation();
const operations = [...operationsIn(await api.parley.document())].filter(([, { method }]) => method === "POST");

/** Whether an operation honours keys, as the document says. */
const honours = (operation: string): boolean =>
	operations.some(
		([id, { object }]) =>
			id === operation && object.parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKey")),
	);

/** Returns how many events and audit entries all organizations have. */
async function effectsOn({ store, parley }: Harness): Promise<number[]> {
	await parley.services.jobs.runDue();
	const { db } = store.acrossTenants;
	return [(await db.select({ id: events.id }).from(events)).length, (await db.select({ id: auditEntries.id }).from(auditEntries)).length];
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

describe("every POST that honours Idempotency-Key", () => {
	test.each(names.filter(honours))("%s, sent again with its key, is answered as before and has one effect", async (operation) => {
		const found: unknown[] = [];
		await performedBy(operation, async (sendWith, on) => {
			const key = { "idempotency-key": crypto.randomUUID() };
			const first = await sendWith(key);
			const before = await effectsOn(on);
			const second = await sendWith(key);
			found.push([second.status, second.text, isReplayed(first), isReplayed(second), await effectsOn(on)]);
			found.push([first.status, first.text, false, true, before]);
			return first;
		});

		expect(found[0]).toEqual(found[1]);
	});
});

describe("every POST", () => {
	test.each(names)("%s refuses a key that is none", async (operation) => {
		let refused: TestResponse | undefined;
		await performedBy(operation, async (sendWith) => {
			refused = await sendWith({ "idempotency-key": "abc" });
			return refused;
		});

		expect(refused && codeOf(refused)).toEqual([400, "idempotency_key_invalid"]);
	});
});
