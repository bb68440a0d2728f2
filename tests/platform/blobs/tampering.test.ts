import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { type BlobOwner, DamagedObjectError, type StoredObject } from "#platform/blobs";
import { type BlobWorld, contentOf, openBlobWorld, readAll, sha256Of, whole } from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";

const onDisk = (folder: string) => createDiskObjects(join(folder, "blobs"));
const sealed = await forThisFile(openBlobWorld({ open: onDisk, isEncrypting: true }));
const plain = await forThisFile(openBlobWorld({ open: onDisk, isEncrypting: false }));

/** Bytes of a sealed chunk in its file. */
const RECORD = 65_536 + 28;
const CONTENT = contentOf(200_000);

const pathOf = ({ folder }: BlobWorld, { orgId }: BlobOwner, { storageKey }: StoredObject) =>
	join(folder, "blobs", orgId, "objects", storageKey);

async function storeIn(world: BlobWorld, content = CONTENT) {
	const someone = await world.owner();
	const object = await world.blobs.forOwner(someone).store(whole(content));
	const blobId = await world.enter(someone, object);
	return {
		someone,
		path: pathOf(world, someone, object),
		open: () => world.blobs.open(someone.orgId, blobId),
		/** Reads it and returns what is thrown, or the hash. */
		read: async (range?: { start: number; end: number }) => {
			try {
				return sha256Of(await readAll((await world.blobs.open(someone.orgId, blobId)).stream(range)));
			} catch (error) {
				return error;
			}
		},
	};
}

/** Changes the file of an object. */
async function rewrite(path: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> {
	await Bun.write(path, change(await Bun.file(path).bytes()));
}

const flip = (at: number) => (bytes: Uint8Array) => {
	bytes[at] = (bytes[at] ?? 0) ^ 1;
	return bytes;
};

describe("a sealed object", () => {
	test.each([
		["nonce", 3],
		["content", 30_000],
		["tag", RECORD - 1],
		["last chunk", 3 * RECORD + 100],
	])("with a flipped bit in its %s is not read", async (_, at) => {
		const { path, read } = await storeIn(sealed);
		await rewrite(path, flip(at));

		expect(await read()).toBeInstanceOf(DamagedObjectError);
	});

	test("is read where it is whole", async () => {
		const { path, read } = await storeIn(sealed);
		await rewrite(path, flip(RECORD + 100));

		const [first, second] = [await read({ start: 0, end: 9 }), await read({ start: 65_540, end: 65_550 })];

		expect(first).toBe(sha256Of(CONTENT.slice(0, 10)));
		expect(second).toBeInstanceOf(DamagedObjectError);
	});

	test("whose chunks were reordered, repeated or left out is not read", async () => {
		const changes: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
			(bytes) =>
				Buffer.concat([bytes.subarray(RECORD, 2 * RECORD), bytes.subarray(0, RECORD), bytes.subarray(2 * RECORD)]),
			(bytes) => Buffer.concat([bytes.subarray(0, RECORD), bytes.subarray(0, RECORD), bytes.subarray(2 * RECORD)]),
			(bytes) => Buffer.concat([bytes.subarray(0, RECORD), bytes.subarray(2 * RECORD)]),
			(bytes) => bytes.subarray(0, 3 * RECORD),
			(bytes) => bytes.subarray(0, -1),
			(bytes) => Buffer.concat([bytes, new Uint8Array(1)]),
			() => new Uint8Array(0),
		];

		const read = await Promise.all(
			changes.map(async (change) => {
				const object = await storeIn(sealed);
				await rewrite(object.path, change);
				return object.read();
			}),
		);

		expect(read.map((result) => result instanceof DamagedObjectError)).toEqual(changes.map(() => true));
	});

	test("that ends with another chunk than its last is not read, even at its proper size", async () => {
		const content = contentOf(3 * 65_536);
		const { path, read } = await storeIn(sealed, content);
		await rewrite(path, (bytes) => Buffer.concat([bytes.subarray(0, 2 * RECORD), bytes.subarray(RECORD, 2 * RECORD)]));

		expect(await read()).toBeInstanceOf(DamagedObjectError);
	});

	test("in the place of another is not read, of the same organization or not", async () => {
		const [one, other] = [await storeIn(sealed), await storeIn(sealed, contentOf(200_000, 2))];
		const bytes = await Bun.file(one.path).bytes();
		await Bun.write(other.path, bytes);

		expect(await other.read()).toBeInstanceOf(DamagedObjectError);
		expect(await one.read()).toBe(sha256Of(CONTENT));
	});

	test("that was cut off after it was opened is not read to an end", async () => {
		const { path, open } = await storeIn(sealed, contentOf(3_000_000));
		const blob = await open();
		await rewrite(path, (bytes) => bytes.subarray(0, 1_000_000));

		expect(readAll(blob.stream())).rejects.toBeInstanceOf(DamagedObjectError);
	});

	test("shows nothing of its content to who has the disk", async () => {
		const content = new TextEncoder().encode("The answer of question 7 is 42. ".repeat(10_000));
		const { path } = await storeIn(sealed, content);
		const draft = await sealed.blobs.forOwner(await sealed.owner()).draft();
		await draft.append(whole(content), 0);

		const found = await Array.fromAsync(
			new Bun.Glob("**/*").scan({ cwd: join(sealed.folder, "blobs"), onlyFiles: true }),
		);
		const texts = await Promise.all(found.map((name) => Bun.file(join(sealed.folder, "blobs", name)).text()));

		const inBase64 = Buffer.from(content.subarray(0, 48)).toString("base64");
		expect(await Bun.file(path).exists()).toBe(true);
		expect(texts.filter((text) => text.includes("answer of") || text.includes(inBase64))).toEqual([]);
	});
});

describe("an object that is stored as it is", () => {
	test("is not read as a whole when a bit was flipped, nor when it was cut off", async () => {
		const [flipped, cut] = [await storeIn(plain), await storeIn(plain)];
		await rewrite(flipped.path, flip(100_000));
		await rewrite(cut.path, (bytes) => bytes.subarray(0, 150_000));

		expect(await flipped.read()).toBeInstanceOf(DamagedObjectError);
		expect(await cut.read()).toBeInstanceOf(DamagedObjectError);
	});

	test("stays readable once new ones are encrypted, and the other way round", async () => {
		const [asItIs, encrypted] = [await plain.owner(), await sealed.owner()];
		const [plainBlob, sealedBlob] = [
			await plain.enter(asItIs, await plain.blobs.forOwner(asItIs).store(whole(CONTENT))),
			await sealed.enter(encrypted, await sealed.blobs.forOwner(encrypted).store(whole(CONTENT))),
		];

		const read = await Promise.all([
			plain.another(true).open(asItIs.orgId, plainBlob),
			sealed.another(false).open(encrypted.orgId, sealedBlob),
		]);

		const hashes = await Promise.all(read.map(async (blob) => sha256Of(await readAll(blob.stream()))));
		expect(hashes).toEqual([sha256Of(CONTENT), sha256Of(CONTENT)]);
	});
});
