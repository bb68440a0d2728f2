import { describe, expect, test } from "bun:test";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { type BlobOwner, inspectBlobs, sweep } from "#platform/blobs";
import { contentOf, openBlobWorld, whole } from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";

const world = await forThisFile(
	openBlobWorld({ open: (folder) => createDiskObjects(join(folder, "blobs")), isEncrypting: true }),
);
const { blobs, objects, store, folder, owner, enter } = world;

const goOn = new AbortController().signal;
const pathOf = ({ orgId }: BlobOwner, ...parts: string[]) => join(folder, "blobs", orgId, ...parts);

/** Makes a file look as old. */
function age(path: string, days: number): void {
	const time = (Date.now() - days * DAY_MS) / 1000;
	utimesSync(path, time, time);
}

const existing = async (someone: BlobOwner) => {
	const all = await Array.fromAsync(objects.list());
	return all.filter(({ orgId }) => orgId === someone.orgId).map(({ storageKey }) => storageKey);
};

/** Stores an object that never enters the ledger, and looks as old. */
async function strand(someone: BlobOwner, days: number): Promise<string> {
	const { storageKey } = await blobs.forOwner(someone).store(whole(contentOf(10)));
	age(pathOf(someone, "objects", storageKey), days);
	return storageKey;
}

describe("the sweep", () => {
	test("removes objects that never entered the ledger, a day later", async () => {
		const someone = await owner();
		const [old, young] = [await strand(someone, 2), await strand(someone, 0.5)];
		const kept = await blobs.forOwner(someone).store(whole(contentOf(20)));
		await enter(someone, kept);
		age(pathOf(someone, "objects", kept.storageKey), 900);
		const before = await inspectBlobs(objects, store.program, 10_000);

		await sweep(objects, store.program, { nowMs: Date.now(), signal: goOn });

		expect(before.strays).toBe(1);
		expect(await existing(someone)).toContainAllValues([young, kept.storageKey]);
		expect(await existing(someone)).not.toContain(old);
	});

	test("removes drafts that nobody continued for a week", async () => {
		const someone = await owner();
		const [old, young] = [await blobs.forOwner(someone).draft(), await blobs.forOwner(someone).draft()];
		for (const draft of [old, young]) await draft.append(whole(contentOf(70_000)), 0);
		age(pathOf(someone, "drafts", `${old.state.storageKey}.part`), 8);
		age(pathOf(someone, "drafts", `${old.state.storageKey}.json`), 8);
		age(pathOf(someone, "drafts", `${young.state.storageKey}.part`), 8);

		await sweep(objects, store.program, { nowMs: Date.now(), signal: goOn });

		expect(new Set(await existing(someone))).toEqual(new Set([young.state.storageKey]));
		expect(await (await blobs.forOwner(someone).resume(young.state)).append(whole(contentOf(5)), 70_000)).toBe(70_005);
	});

	test("leaves alone what belongs to an organization this database does not know", async () => {
		const stranger = { ...(await owner()), orgId: newId("org") };
		const key = await strand(stranger, 30);

		await sweep(objects, store.program, { nowMs: Date.now(), signal: goOn });

		expect(await existing(stranger)).toEqual([key]);
		rmSync(pathOf(stranger), { recursive: true });
	});
});

describe("an inspection", () => {
	test("finds objects that are missing, and those that were cut off", async () => {
		const someone = await owner();
		const stored = await Promise.all(
			[100, 200, 300].map((size) => blobs.forOwner(someone).store(whole(contentOf(size)))),
		);
		for (const object of stored) await enter({ ...someone, ownerId: newId("rec") }, object);
		const [whole1, missing, cut] = stored.map(({ storageKey }) => storageKey);
		const sound = await inspectBlobs(objects, store.program, 10_000);
		rmSync(pathOf(someone, "objects", missing ?? ""));
		await Bun.write(pathOf(someone, "objects", cut ?? ""), contentOf(100));

		const found = await inspectBlobs(objects, store.program, 10_000);

		expect(sound.damaged).toEqual([]);
		expect(found).toMatchObject({ blobs: sound.blobs, isComplete: true });
		expect(new Set(found.damaged)).toEqual(new Set([`${someone.orgId}/${missing}`, `${someone.orgId}/${cut}`]));
		expect(await existing(someone)).toContain(whole1 ?? "");
	});
});
