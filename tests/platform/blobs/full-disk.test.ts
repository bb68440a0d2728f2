import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import {
	type BlobWorld,
	contentOf,
	inPieces,
	openBlobWorld,
	readAll,
	sha256Of,
	whole,
} from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";

/** A disk of 8 MiB; undefined where this user may not mount one. */
function mountSmallDisk() {
	const path = mkdtempSync(join(tmpdir(), "parley-small-disk-"));
	const { exitCode } = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", path], { stderr: "ignore" });
	const close = () => {
		if (exitCode === 0) Bun.spawnSync(["umount", "-l", path]);
		rmSync(path, { recursive: true, force: true });
	};
	if (exitCode === 0) return { path, close };
	close();
	return undefined;
}

const disk = mountSmallDisk();
if (disk) await forThisFile(disk);

const freeBytes = () => {
	const { bavail, bsize } = statfsSync(disk?.path ?? "/");
	return bavail * bsize;
};

describe.skipIf(disk === undefined)("a full disk (needs the right to mount one)", async () => {
	const world: BlobWorld = await forThisFile(
		openBlobWorld({ open: () => createDiskObjects(join(disk?.path ?? "", "blobs")), isEncrypting: true }),
	);
	const { blobs, owner, enter } = world;

	test("refuses content without losing what is stored, and has its room back", async () => {
		const someone = await owner();
		const content = contentOf(1_000_000);
		const blobId = await enter(someone, await blobs.forOwner(someone).store(whole(content)));
		const before = freeBytes();

		const stored = await blobs
			.forOwner(someone)
			.store(inPieces(contentOf(9_000_000), 65_536))
			.catch((error: unknown) => error);

		expect(stored).toMatchObject({ code: "storage_full" });
		expect(freeBytes()).toBe(before);
		expect(sha256Of(await readAll((await blobs.open(someone.orgId, blobId)).stream()))).toBe(sha256Of(content));
	});

	test("leaves a draft as it was durable last, to be continued once there is room", async () => {
		const someone = await owner();
		const draft = await blobs.forOwner(someone).draft();
		const content = contentOf(3_000_000);
		await draft.append(whole(content.slice(0, 1_500_000)), 0);
		const before = freeBytes();

		const failed = await draft
			.append(inPieces(contentOf(9_000_000), 65_536), 1_500_000)
			.catch((error: unknown) => error);
		const [size, after] = [draft.sizeBytes, freeBytes()];
		await draft.append(whole(content.slice(1_500_000)), 1_500_000);
		const object = await draft.finish({ expectedSha256: sha256Of(content) });
		await draft.discard();

		expect(failed).toMatchObject({ code: "storage_full" });
		expect([size, after]).toEqual([1_500_000, before]);
		expect(object.sizeBytes).toBe(3_000_000);
	});

	test("leaves nothing of a draft that cannot even begin", async () => {
		const someone = await owner();
		const filler = join(disk?.path ?? "", "filler");
		await Bun.write(filler, new Uint8Array(freeBytes()));
		Bun.spawnSync(["dd", "if=/dev/zero", `of=${filler}2`, "bs=4096"], { stderr: "ignore" });

		const begun = await blobs
			.forOwner(someone)
			.draft()
			.catch((error: unknown) => error);
		const files = readdirSync(join(disk?.path ?? "", "blobs")).length;
		for (const path of [filler, `${filler}2`]) rmSync(path, { force: true });
		const later = await blobs.forOwner(someone).draft();

		expect(begun).toMatchObject({ code: "storage_full" });
		expect(files).toBeGreaterThan(0);
		expect(later.sizeBytes).toBe(0);
	});
});
