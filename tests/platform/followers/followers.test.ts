import { afterEach, describe, expect } from "bun:test";
import { dialect } from "#db/dialect";
import { newId } from "#kernel/ids";
import { createFollowers, createLogHints, type FollowerWorker } from "#platform/followers";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const { store } = api;
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** What a receiver does with what it is told. */
type Receive = (sequence: number) => Promise<void> | undefined;

/** A worker that tells receivers the numbers of events, one each turn. */
const toTell = (receivers: ReadonlyMap<string, Receive>): FollowerWorker => ({
	log: "events",
	async forward({ orgId, id, position, settle }) {
		const head = await instance.headOf(store.db, orgId, "events");
		const next = position + 1;
		if (next > head) return "idle";
		await receivers.get(id)?.(next);
		await store.tx((tx) => settle(tx, { position: next }));
		return next < head ? "more" : "idle";
	},
	due: async () => "idle",
});

/** Opens one more instance on the database, which hears of all changes, or of none. */
function openInstance(receivers: ReadonlyMap<string, Receive>, hears = true) {
	const hints = hears ? api.parley.services.logHints : createLogHints(api.deps.bus);
	const { bus, log } = api.deps;
	const stopTimeouts = { drainMs: 50, abortMs: 50 };
	const followers = createFollowers({ store, clock: { nowMs: api.nowMs }, log, hints, bus, stopTimeouts });
	followers.handle("webhook", toTell(receivers));
	running.push(followers);
	return followers;
}

const instance = openInstance(new Map(), false);

/** Adds a follower of an organization that has been told nothing yet. */
async function follow({ orgId }: SignedIn): Promise<string> {
	const id = newId("whk");
	await store.tx((tx) => instance.add(tx, { orgId, id, kind: "webhook", position: 0 }));
	return id;
}

const change = ({ orgId, token }: SignedIn, name: string) =>
	api.request("PUT", `/orgs/${orgId}`, { token, body: { name } });

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await isReached())) await Bun.sleep(5);
}

describe("a follower", () => {
	inProcessTest("is told of everything once, in order, what was there and what is announced", async () => {
		const owner = await api.createOrganization();
		const id = await follow(owner);
		const told: number[] = [];
		openInstance(new Map([[id, async (sequence) => void told.push(sequence)]])).start();
		await until(() => told.length > 0);

		for (const name of ["One", "Two", "Three"]) await change(owner, name);
		const head = await instance.headOf(store.db, owner.orgId, "events");
		await until(() => told.length >= head);

		expect(told).toEqual((await eventsOf(store, owner.orgId)).map(({ sequence }) => sequence));
	});

	inProcessTest("is told once of what happens just as its instance gives it back", async () => {
		const owner = await api.createOrganization();
		const ids = await Promise.all(Array.from({ length: 16 }, () => follow(owner)));
		const told: string[] = [];
		const hear = (id: string) => async (sequence: number) => void told.push(`${id} ${sequence}`);
		openInstance(new Map(ids.map((id) => [id, hear(id)]))).start();

		for (let round = 0; round < 60; round++) {
			await change(owner, `Round ${round}`);
			await Bun.sleep(round % 12);
		}
		const head = await instance.headOf(store.db, owner.orgId, "events");
		await until(() => told.length >= ids.length * head);

		expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
		expect(told).toHaveLength(ids.length * head);
	});

	inProcessTest("is told what nobody was hinted at, by whoever looks", async () => {
		const owner = await api.createOrganization();
		const told: number[] = [];
		const id = await follow(owner);
		const deaf = openInstance(new Map([[id, async (sequence) => void told.push(sequence)]]), false);

		await change(owner, "Unheard");
		await deaf.runDue();

		expect(told).toHaveLength(await instance.headOf(store.db, owner.orgId, "events"));
	});

	inProcessTest("is told again what was not settled when its instance ended, and then in order", async () => {
		const owner = await api.createOrganization();
		const id = await follow(owner);
		const told: number[] = [];
		const hangs = new Promise<void>(() => undefined);
		const ending = openInstance(new Map([[id, (sequence) => (sequence === 2 ? hangs : undefined)]]));
		ending.start();
		await until(async () => (await instance.list(owner.orgId, [id]))[0]?.position === 1);

		api.advanceMs(31_000);
		await openInstance(new Map([[id, async (sequence) => void told.push(sequence)]])).runDue();

		const head = await instance.headOf(store.db, owner.orgId, "events");
		// The instance that hangs is not gone here: it may take the follower once more, and then the same is told again.
		expect([...new Set(told)]).toEqual(Array.from({ length: head - 1 }, (_, at) => at + 2));
		expect(told).toEqual(told.toSorted((a, b) => a - b));
	});

	if (dialect === "postgres")
		inProcessTest("is one instance's at a time, until its lease ends", async () => {
			const owner = await api.createOrganization();
			const id = await follow(owner);
			const told: number[] = [];
			const { promise: held, resolve: release } = Promise.withResolvers<void>();
			openInstance(new Map([[id, () => held]])).start();
			await until(async () => (await instance.list(owner.orgId, [id]))[0]?.leaseToken !== null);
			const other = openInstance(new Map([[id, async (sequence) => void told.push(sequence)]]));

			await other.runDue();
			const meanwhile = [...told];
			api.advanceMs(31_000);
			await other.runDue();
			release();

			const head = await instance.headOf(store.db, owner.orgId, "events");
			expect(meanwhile).toEqual([]);
			expect(told).toEqual(Array.from({ length: head }, (_, at) => at + 1));
			await until(async () => (await instance.list(owner.orgId, [id]))[0]?.position === head);
		});
});

describe("a receiver that hangs", () => {
	inProcessTest("delays no other, of its organization or another, however many hang", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const hanging = await Promise.all(Array.from({ length: 40 }, () => follow(owner)));
		const [neighbour, stranger] = [await follow(owner), await follow(other)];
		const told = new Set<string>();
		const never = new Promise<void>(() => undefined);
		const receivers = new Map<string, Receive>([
			...hanging.map((id) => [id, () => never] as const),
			...[neighbour, stranger].map((id) => [id, async () => void told.add(id)] as const),
		]);

		openInstance(receivers).start();
		await until(() => told.size === 2);

		expect([...told].sort()).toEqual([neighbour, stranger].sort());
	});
});
