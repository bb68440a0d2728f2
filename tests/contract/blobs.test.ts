import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { createS3Objects } from "#adapters/blobs-s3";
import { ContentMismatchError, DraftLostError, DraftOffsetError } from "#platform/blobs";
import {
	type BlobWorld,
	blobRowsOf,
	contentOf,
	inPieces,
	openBlobWorld,
	readAll,
	sha256Of,
	whole,
} from "../support/blob-stores.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openS3Server } from "../support/s3-server.ts";

const s3 = await forThisFile(openS3Server());
const inBucket = () => createS3Objects(s3.bucket);
const onDisk = (folder: string) => createDiskObjects(join(folder, "blobs"));

/** What every store of blobs keeps; each is opened on its own. */
const stores: readonly [name: string, world: BlobWorld][] = [
	["on an encrypted disk", await forThisFile(openBlobWorld({ open: onDisk, isEncrypting: true }))],
	["in a bucket", await forThisFile(openBlobWorld({ open: inBucket, isEncrypting: true }))],
	["on a plain disk", await forThisFile(openBlobWorld({ open: onDisk, isEncrypting: false }))],
];

/** Sizes around the edges of chunks. */
const SIZES = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000, 1_000_003];

/** Stores a content and opens it again. */
async function storeAndOpen({ blobs, owner, enter }: BlobWorld, content: Uint8Array) {
	const someone = await owner();
	const object = await blobs.forOwner(someone).store(inPieces(content, 50_000));
	return { object, someone, blob: await blobs.open(someone.orgId, await enter(someone, object)) };
}

describe.each(stores)("blobs %s", (_, world) => {
	const { blobs, owner, enter, another, objects } = world;

	const listed = async (orgId: string) =>
		(await Array.fromAsync(objects.list())).filter((each) => each.orgId === orgId);

	test.each(SIZES)("give back what was stored, %d bytes", async (size) => {
		const content = contentOf(size);

		const { object, blob } = await storeAndOpen(world, content);

		expect(object).toMatchObject({ sizeBytes: size, sha256: sha256Of(content) });
		expect(sha256Of(await readAll(blob.stream()))).toBe(object.sha256);
	});

	test("give back any range", async () => {
		const content = contentOf(200_000);
		const { blob } = await storeAndOpen(world, content);
		const ranges = [
			[0, 0],
			[0, 199_999],
			[199_999, 199_999],
			[65_535, 65_536],
			[65_536, 131_071],
			[70_000, 70_010],
			[1, 150_000],
		] as const;

		const read = await Promise.all(ranges.map(([start, end]) => readAll(blob.stream({ start, end }))));

		expect(read.map(sha256Of)).toEqual(ranges.map(([start, end]) => sha256Of(content.slice(start, end + 1))));
	});

	test("are given as a file to those who need one, which is gone afterwards", async () => {
		const content = contentOf(100_000);
		const { blob } = await storeAndOpen(world, content);

		const file = await blob.path();
		const bytes = await Bun.file(file.path).bytes();
		await file.close();

		expect(sha256Of(bytes)).toBe(sha256Of(content));
		expect(readdirSync(join(world.folder, "spool"))).toEqual([]);
		expect(sha256Of(await readAll(blob.stream()))).toBe(sha256Of(content));
	});

	test("leave nothing of content that breaks off", async () => {
		const someone = await owner();
		async function* breaking() {
			yield contentOf(300_000);
			throw new Error("the source is gone");
		}

		const storing = blobs.forOwner(someone).store(breaking());

		expect(storing).rejects.toThrow("the source is gone");
		await storing.catch(() => {});
		expect(await listed(someone.orgId)).toEqual([]);
	});

	test("cannot be opened by another organization, nor before they are in the ledger", async () => {
		const { someone, blob, object } = await storeAndOpen(world, contentOf(10));
		const stranger = await owner();

		const blobId = (await blobRowsOf(world)).find(({ storageKey }) => storageKey === object.storageKey)?.id ?? "";

		expect(blob.sizeBytes).toBe(10);
		expect(blobs.open(stranger.orgId, blobId)).rejects.toMatchObject({ code: "not_found" });
		expect(blobs.open(someone.orgId, object.storageKey)).rejects.toMatchObject({ code: "not_found" });
	});

	describe("as a draft", () => {
		test.each([1, 1_000, 65_536, 100_000])(
			"take pieces of %d bytes, each resumed by another process",
			async (bytes) => {
				const content = contentOf(bytes === 1 ? 40 : 270_000);
				const someone = await owner();
				const { state } = await blobs.forOwner(someone).draft();
				for (let at = 0; at < content.length; at += bytes) {
					const draft = await another().forOwner(someone).resume(state);
					expect(draft.sizeBytes).toBe(at);
					await draft.append(whole(content.slice(at, at + bytes)), at);
				}

				const draft = await another()
					.forOwner(someone)
					.resume(JSON.parse(JSON.stringify(state)));
				const object = await draft.finish({ expectedSha256: sha256Of(content) });

				const blob = await blobs.open(someone.orgId, await enter(someone, object));
				expect(object.sha256).toBe(sha256Of(content));
				expect(sha256Of(await readAll(blob.stream()))).toBe(object.sha256);
				expect(sha256Of(await readAll(blob.stream({ start: 7, end: 30 })))).toBe(sha256Of(content.slice(7, 31)));
			},
		);

		test("take more than fits into one request, resumed in the middle", async () => {
			const content = contentOf(13_000_000);
			const someone = await owner();
			const { state } = await blobs.forOwner(someone).draft();
			const pieces = [0, 6_000_000, 6_000_001, 12_500_000, content.length];
			for (const [index, at] of pieces.slice(0, -1).entries()) {
				const draft = await (index === 2 ? another() : blobs).forOwner(someone).resume(state);
				await draft.append(inPieces(content.slice(at, pieces[index + 1]), 700_000), at);
			}

			const object = await (await blobs.forOwner(someone).resume(state)).finish();

			const blob = await blobs.open(someone.orgId, await enter(someone, object));
			expect(object).toMatchObject({ sha256: sha256Of(content), sizeBytes: content.length });
			expect(sha256Of(await readAll(blob.stream()))).toBe(object.sha256);
		});

		test("keep what arrived before the sender was gone", async () => {
			const content = contentOf(150_000);
			const someone = await owner();
			const draft = await blobs.forOwner(someone).draft();
			async function* breaking() {
				yield content.slice(0, 70_001);
				throw new Error("gone");
			}

			const broken = await draft.append(breaking(), 0).catch((error: unknown) => error);
			const resumed = await blobs.forOwner(someone).resume(draft.state);
			await resumed.append(whole(content.slice(70_001)), 70_001);
			const object = await resumed.finish();

			expect(broken).toMatchObject({ message: "gone" });
			expect(draft.sizeBytes).toBe(70_001);
			expect(object.sha256).toBe(sha256Of(content));
		});

		test("refuse a piece that begins elsewhere, and a second writer", async () => {
			const someone = await owner();
			const draft = await blobs.forOwner(someone).draft();
			await draft.append(whole(contentOf(10)), 0);
			const { promise: more, resolve } = Promise.withResolvers<void>();
			async function* slow() {
				yield contentOf(5);
				await more;
			}

			const elsewhere = await draft.append(whole(contentOf(5)), 9).catch((error: unknown) => error);
			const first = draft.append(slow(), 10);
			const second = await draft.append(whole(contentOf(5)), 10).catch((error: unknown) => error);
			resolve();

			expect(elsewhere).toBeInstanceOf(DraftOffsetError);
			expect(elsewhere).toMatchObject({ sizeBytes: 10 });
			expect(second).toBeInstanceOf(DraftOffsetError);
			expect(await first).toBe(15);
		});

		test("show how they begin", async () => {
			const content = contentOf(100_000);
			const someone = await owner();
			const draft = await blobs.forOwner(someone).draft();
			await draft.append(inPieces(content.slice(0, 3_000), 1_000), 0);
			await draft.append(whole(content.slice(3_000)), 3_000);

			const head = await (await another().forOwner(someone).resume(draft.state)).head(100_000);

			expect(sha256Of(head)).toBe(sha256Of(content.slice(0, 4_096)));
		});

		test.each([true, false])(
			"are no object when their hash is another one (known to the process: %p)",
			async (isKnown) => {
				const someone = await owner();
				const draft = await blobs.forOwner(someone).draft();
				await draft.append(whole(contentOf(70_000)), 0);
				const resumed = await (isKnown ? blobs : another()).forOwner(someone).resume(draft.state);

				const finished = await resumed.finish({ expectedSha256: "0".repeat(64) }).catch((error: unknown) => error);
				await resumed.discard();

				expect(finished).toBeInstanceOf(ContentMismatchError);
				expect(await listed(someone.orgId)).toEqual([]);
			},
		);

		test("finish as the same object, however often", async () => {
			const content = contentOf(70_000);
			const someone = await owner();
			const draft = await blobs.forOwner(someone).draft();
			await draft.append(whole(content), 0);

			const first = await draft.finish();
			const again = await (await another().forOwner(someone).resume(draft.state)).finish();
			const late = await draft.append(whole(content), 70_000).catch((error: unknown) => error);
			const blobId = await enter(someone, again);
			await draft.discard();

			expect(again).toEqual(first);
			expect(late).toBeInstanceOf(DraftOffsetError);
			expect(sha256Of(await readAll((await blobs.open(someone.orgId, blobId)).stream()))).toBe(first.sha256);
			expect((await listed(someone.orgId)).map(({ isDraft }) => isDraft)).toEqual([false]);
		});

		test("are gone once discarded, finished or not, unless they are in the ledger", async () => {
			const someone = await owner();
			const [open, finished] = [await blobs.forOwner(someone).draft(), await blobs.forOwner(someone).draft()];
			await open.append(whole(contentOf(100_000)), 0);
			await finished.append(whole(contentOf(100_000)), 0);
			await finished.finish();

			await open.discard();
			await finished.discard();
			await finished.discard();

			expect(await listed(someone.orgId)).toEqual([]);
			expect(blobs.forOwner(someone).resume(open.state)).rejects.toBeInstanceOf(DraftLostError);
			expect(open.append(whole(contentOf(1)), 100_000)).rejects.toBeInstanceOf(DraftLostError);
		});

		test("are empty objects without a piece", async () => {
			const someone = await owner();
			const draft = await blobs.forOwner(someone).draft();

			const object = await draft.finish();

			const blob = await blobs.open(someone.orgId, await enter(someone, object));
			expect(object).toMatchObject({ sizeBytes: 0, sha256: sha256Of(new Uint8Array(0)) });
			expect(await readAll(blob.stream())).toHaveLength(0);
		});
	});

	test.each(["../../etc/passwd", "obj_../x", "", "obj_01jd0z7v9gf2nbrexx3vqjhp4/", "obj_01jd0z7v9gf2nbrexx3vqjhp41\0"])(
		"refuse the key %p",
		async (storageKey) => {
			const someone = await owner();
			const strange = { ...someone, orgId: "../org" };

			expect(blobs.forOwner(someone).resume({ storageKey })).rejects.toThrow("no name of an object");
			expect(blobs.forOwner(strange).store(whole(contentOf(1)))).rejects.toThrow("no name of an object");
		},
	);

	test("of a tenant are removed at once, with its drafts, and nobody else's", async () => {
		const { someone, blob } = await storeAndOpen(world, contentOf(100));
		const other = await storeAndOpen(world, contentOf(200));
		const draft = await blobs.forOwner(someone).draft();
		await draft.append(whole(contentOf(100_000)), 0);

		await objects.removeTenant(someone.orgId);
		await objects.removeTenant(someone.orgId);

		expect(await listed(someone.orgId)).toEqual([]);
		expect(readAll(blob.stream())).rejects.toThrow();
		expect(sha256Of(await readAll(other.blob.stream()))).toBe(other.object.sha256);
	});
});
