/** A store of objects is used only once it is proven to be the installation's; see decision 096. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { DAY_MS, systemClock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { adoptObjects, createProvenObjects, NO_OBJECT, type ObjectStore, ownershipOf, sweep } from "#platform/blobs";
import { type BlobWorld, contentOf, openBlobWorld, whole } from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";

const openWorld = (): Promise<BlobWorld> =>
	forThisFile(openBlobWorld({ open: (folder) => createDiskObjects(join(folder, "blobs")), isEncrypting: true }));

/** Opens what a server does, with a folder of its own in that of the world. */
function serverIn(
	{ store, folder }: BlobWorld,
	name = "blobs",
	objects: ObjectStore = createDiskObjects(join(folder, name)),
) {
	const lines: string[] = [];
	const tell = (message: string) => void lines.push(message);
	const log = { info: tell, error: tell };
	const deps = { objects, store: store.program, clock: systemClock, newId, log, place: name };
	return { ...createProvenObjects(deps), lines };
}

const errorOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);
const UNAVAILABLE = expect.objectContaining({ code: "unavailable", retryAfterSeconds: 5 });

describe("a store of objects", () => {
	test("is that of a new installation from its first use on, and of every server that sees it", async () => {
		const world = await openWorld();
		const [first, second] = [serverIn(world), serverIn(world)];

		await Promise.all([first.proof.prove(), second.proof.prove()]);

		expect([first.proof.problem, second.proof.problem]).toEqual([null, null]);
		expect(readdirSync(join(world.folder, "blobs/ins_marker/objects"))).toHaveLength(1);
		expect([...first.lines, ...second.lines]).toEqual([]);
	});

	test("is not that of a server which stores elsewhere, of two at once either", async () => {
		const world = await openWorld();
		const servers = ["a", "b", "c"].map((name) => serverIn(world, name));

		await Promise.all(servers.map(({ proof }) => proof.prove()));

		const own = servers.filter(({ proof }) => proof.problem === null);
		const others = servers.filter(({ proof }) => proof.problem !== null);
		expect([own.length, others.length]).toEqual([1, 2]);
		for (const { objects, lines } of others) {
			const name = { ...NO_OBJECT, orgId: "org_1" };
			const doing = [objects.create(name), objects.sizeOf(name), objects.reopen(name), objects.remove(name)];
			expect(await Promise.all(doing.map(errorOf))).toEqual(Array(4).fill(UNAVAILABLE));
			expect(lines).toEqual(["the service is not ready"]);
		}
	});

	test("keeps its marker, whatever is swept", async () => {
		const world = await openWorld();
		const { proof, objects } = serverIn(world);
		await proof.prove();

		await sweep(objects, world.store.program, {
			nowMs: Date.now() + 400 * DAY_MS,
			signal: new AbortController().signal,
		});

		expect(
			await ownershipOf({ store: world.store.program, objects: createDiskObjects(join(world.folder, "blobs")) }),
		).toBe("own");
	});

	test("without a marker is the one that has content of the ledger; or that an operator names", async () => {
		const world = await openWorld();
		const someone = await world.owner();
		await world.enter(someone, await world.blobs.forOwner(someone).store(whole(contentOf(10))));
		const other = serverIn(world, "other");
		const store = world.store.program;

		await other.proof.prove();
		const before = other.proof.problem?.reason;
		await adoptObjects({ store, objects: createDiskObjects(join(world.folder, "other")), newId, nowMs: Date.now() });
		await other.proof.prove();
		const own = serverIn(world);
		await own.proof.prove();

		expect(before).toBe("the blob store has none of the objects that the database names");
		expect(other.proof.problem).toBeNull();
		expect(own.proof.problem?.reason).toContain("not the one that the other servers");
	});

	test("without a marker, which has content of the ledger, is marked", async () => {
		const world = await openWorld();
		const someone = await world.owner();
		await world.enter(someone, await world.blobs.forOwner(someone).store(whole(contentOf(10))));
		const [own, other] = [serverIn(world), serverIn(world, "other")];

		await own.proof.prove();
		await other.proof.prove();

		expect([own.proof.problem, other.proof.problem?.reason]).toEqual([
			null,
			"the blob store is not the one that the other servers of this database use",
		]);
	});

	test("that does not answer is asked again, and jobs begin when it does", async () => {
		const world = await openWorld();
		const disk = createDiskObjects(join(world.folder, "blobs"));
		let isAway = true;
		const away: ObjectStore = {
			...disk,
			create: (name) => (isAway ? Promise.reject(new Error("away")) : disk.create(name)),
		};
		const { proof, lines } = serverIn(world, "blobs", away);
		let begun = 0;
		void proof.proven.then(() => begun++);

		await proof.prove();
		await proof.retry();
		const before = [proof.problem?.reason, begun];
		isAway = false;
		await proof.retry();

		expect([before, proof.problem, begun]).toEqual([["the blob store cannot be reached", 0], null, 1]);
		expect(lines).toEqual(["the service is not ready", "the service is ready again"]);
	});

	test("that is unmounted later lacks nothing: what is not found there is asked for again", async () => {
		const world = await openWorld();
		const { proof, objects, lines } = serverIn(world);
		await proof.prove();
		const name = { orgId: "org_1", storageKey: newId("obj") };
		const folder = join(world.folder, "blobs");

		renameSync(folder, `${folder}.away`);
		mkdirSync(folder);
		const [size, draft] = [await errorOf(objects.sizeOf(name)), await errorOf(objects.reopen(name))];
		const problem = proof.problem?.reason;
		rmSync(folder, { recursive: true });
		renameSync(`${folder}.away`, folder);
		await proof.retry();

		expect([size, draft]).toEqual([UNAVAILABLE, UNAVAILABLE]);
		expect(problem).toContain("not the one that the other servers");
		expect([await objects.sizeOf(name), proof.problem]).toEqual([undefined, null]);
		expect(lines.at(-1)).toBe("an object is missing from the blob store");
	});
});
