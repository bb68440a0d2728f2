import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { eq } from "drizzle-orm";
import { idempotencyKeys } from "#db/schema/index";
import { DAY_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { newId } from "#kernel/ids";
import type { IdempotentRequest, RequestContext } from "#kernel/request-context";
import { newRequestId } from "#kernel/request-id";
import { createVault, sha256Hex } from "#kernel/secrets";
import { inEnglish } from "#kernel/texts";
import { systemContext } from "#modules/tenancy/permissions";
import { createIdempotency } from "#platform/idempotency";

import { createMoments, createUnitOfWork, defineFacts } from "#platform/unit-of-work";
import { openTestStore, runPortions } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";
import { eventsOf } from "#tests/support/traces";
import { ungatedOnly } from "#tests/support/ungated";

const store = await forThisFile(openTestStore());

const clock = createTestClock();
const vault = createVault(new Uint8Array(32).fill(7));

/** One of several processes of an installation: they share the database and the key, and nothing in memory. */
function openInstance() {
	const idempotency = createIdempotency({ clock, settledClock: clock, vault, keys: [new Uint8Array(32).fill(3)] });
	return {
		idempotency,
		unitOfWork: createUnitOfWork({
			store,
			clock,
			newId,
			idempotency,
			authority: () => ungatedOnly,
			moments: createMoments(() => []),
			invalidate: () => undefined,
		}),
	};
}

const newRequest = (): IdempotentRequest => ({
	scope: sha256Hex(newRequestId()),
	fingerprint: () => "",
	replayed: false,
});
const read = (request: IdempotentRequest) => ({ request, fingerprint: "" });
const callWith = (request: IdempotentRequest): RequestContext => ({
	...systemContext("cli:test"),
	idempotency: { ...request },
});

const facts = defineFacts("organization", {
	"organization.update": { event: "org.updated", payload: Type.Object({}), category: "organization" },
});

/** Records one fact and answers `result`. */
const recordIn = (
	{ unitOfWork }: ReturnType<typeof openInstance>,
	context: RequestContext,
	orgId: string,
	result: unknown,
) =>
	unitOfWork.run(context, async (change) => {
		change.record(orgId, facts["organization.update"], { id: orgId, object: {} });
		return result;
	});

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
	work.catch((error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)));

describe("one key at two instances at once", () => {
	test("has one effect: the later transaction finds the key taken and undoes itself", async () => {
		const orgId = newId("org");
		const request = newRequest();
		const prepared = openInstance();
		await recordIn(prepared, callWith(newRequest()), orgId, null);

		const outcomes = await Promise.all(
			["a", "b", "c"].map((name) => outcomeOf(recordIn(openInstance(), callWith(request), orgId, name))),
		);

		const [winner, ...others] = outcomes.filter((outcome) => outcome !== "idempotency_in_progress");
		expect(["a", "b", "c"]).toContain(winner as string);
		expect(others.filter((outcome) => outcome !== winner)).toEqual([]);
		expect(await eventsOf(store, orgId)).toHaveLength(2);
	});

	test("answers the first one's result at the other from then on", async () => {
		const orgId = newId("org");
		const request = newRequest();
		await recordIn(openInstance(), callWith(request), orgId, { id: 7, gone: undefined, none: null });
		const context = callWith(request);

		const again = await recordIn(openInstance(), context, orgId, "never");

		expect(again).toEqual({ id: 7, none: null });
		expect(context.idempotency?.replayed).toBe(true);
	});
});

describe("a remembered refusal", () => {
	test("is told again with everything it told the first time", async () => {
		const refusal = new AppError("conflict", inEnglish("It is taken."), {
			meta: { field: "slug" },
			fieldErrors: [{ path: "/slug", code: "taken", message: inEnglish("is taken") }],
			retryAfterSeconds: 3,
		});
		const request = newRequest();
		const refuse = () => openInstance().unitOfWork.run(callWith(request), () => Promise.reject(refusal));
		await outcomeOf(refuse());

		const { unitOfWork } = openInstance();
		const again = await unitOfWork.run(callWith(request), async () => "done").catch((error: unknown) => error);

		expect(again).toBeInstanceOf(AppError);
		expect({ ...(again as AppError) }).toEqual({ ...refusal });
		expect((again as AppError).message).toBe("It is taken.");
	});

	test.each(["not_found", "purged", "precondition_failed", "forbidden", "unavailable", "validation_failed"] as const)(
		"is not made of %s",
		async (code) => {
			const request = newRequest();
			const refuse = () => Promise.reject(new AppError(code, inEnglish("No.")));
			await outcomeOf(openInstance().unitOfWork.run(callWith(request), refuse));

			const again = await openInstance().unitOfWork.run(callWith(request), async () => "done");

			expect(again).toBe("done");
		},
	);
});

describe("what is stored under a key", () => {
	test("cannot be moved to another key", async () => {
		const { unitOfWork, idempotency } = openInstance();
		const [mine, foreign] = [newRequest(), newRequest()];
		const sealed = vault.seal(JSON.stringify({ result: "theirs" }), `idempotency_keys|${foreign.scope}`);
		await store.tx((tx) => idempotency.store(tx, read(mine), null, { result: "mine" }));

		await store.db.update(idempotencyKeys).set({ resultSealed: sealed }).where(eq(idempotencyKeys.scope, mine.scope));
		const moved = unitOfWork.run(callWith(mine), async () => "never");

		await expect(moved).rejects.toThrow();
	});

	test("goes away once it is a day old, in portions, and nothing else does", async () => {
		const { idempotency } = openInstance();
		const [old, young] = [newRequest(), newRequest()];
		await store.tx((tx) => idempotency.store(tx, read(old), null, { result: 1 }));
		clock.advanceMs(DAY_MS);
		await store.tx((tx) => idempotency.store(tx, read(young), null, { result: 2 }));

		await idempotency.deleteExpired(runPortions(store), clock.nowMs());

		const scopes = (await store.db.select().from(idempotencyKeys)).map(({ scope }) => scope);
		expect(scopes).toEqual([young.scope]);
	});
});
