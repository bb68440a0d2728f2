import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import type { BlobOwner, DraftState } from "#platform/blobs";
import { contentOf, endlessContent, openBlobWorld, readAll, sha256Of, whole } from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/append-until-killed.ts", import.meta.url));
/** Half of a checkpoint's distance behind the first one. */
const ENOUGH_BYTES = 48 * 2 ** 20;

const world = await forThisFile(
	openBlobWorld({ open: (folder) => createDiskObjects(join(folder, "blobs")), isEncrypting: true }),
);
const { blobs, owner, enter, folder, store } = world;

const filesOf = ({ orgId }: BlobOwner, kind: "drafts" | "objects"): string[] => {
	try {
		return readdirSync(join(folder, "blobs", orgId, kind));
	} catch {
		return [];
	}
};

/** Starts a writer in another process and kills it once its file has so many bytes. */
async function killAt(someone: BlobOwner, mode: "draft" | "store", state: DraftState | null, bytes: number) {
	const { orgId } = someone;
	const worker = Bun.spawn([process.execPath, PROGRAM, folder, store.url, orgId, JSON.stringify(state), mode], {
		stdout: "ignore",
	});
	const written = () => {
		const [part] = filesOf(someone, "drafts").filter((name) => name.endsWith(".part"));
		return part === undefined ? 0 : statSync(join(folder, "blobs", orgId, "drafts", part)).size;
	};
	while (written() < bytes && worker.exitCode === null) await Bun.sleep(1);
	worker.kill("SIGKILL");
	await worker.exited;
}

describe("a process that is killed", () => {
	test("while it appends loses nothing that was durable, and the upload is completed by the next", async () => {
		const someone = await owner();
		const { state } = await blobs.forOwner(someone).draft();

		await killAt(someone, "draft", state, ENOUGH_BYTES);
		const draft = await blobs.forOwner(someone).resume(state);
		const kept = draft.sizeBytes;
		const rest = contentOf(100_000, 3);
		await draft.append(whole(rest), kept);
		const object = await draft.finish();
		const blob = await blobs.open(someone.orgId, await enter(someone, object));

		const expected = new Bun.CryptoHasher("sha256");
		let left = kept;
		for (const piece of endlessContent()) {
			if (left <= 0) break;
			expected.update(piece.subarray(0, left));
			left -= piece.length;
		}
		expect(kept).toBeGreaterThanOrEqual(32 * 2 ** 20);
		expect(object.sizeBytes).toBe(kept + rest.length);
		expect(object.sha256).toBe(expected.update(rest).digest("hex"));
		expect(sha256Of(await readAll(blob.stream()))).toBe(object.sha256);
	}, 120_000);

	test("while it stores leaves no object, and no draft that could be resumed", async () => {
		const someone = await owner();

		await killAt(someone, "store", null, 2 ** 22);

		expect(filesOf(someone, "objects")).toEqual([]);
		expect(filesOf(someone, "drafts").filter((name) => name.endsWith(".json"))).toEqual([]);
	}, 120_000);
});
