import { describe, expect, test } from "bun:test";
import { createS3Objects } from "#adapters/blobs-s3";
import { contentOf, openBlobWorld, whole } from "../../support/blob-stores.ts";
import { forThisFile } from "../../support/for-this-file.ts";
import { freePort } from "../../support/free-port.ts";
import { openS3Server } from "../../support/s3-server.ts";

const s3 = await forThisFile(openS3Server());
/** Where nobody listens. */
const nowhere = { ...s3.bucket, endpoint: `http://127.0.0.1:${freePort()}` };

const world = await forThisFile(openBlobWorld({ open: () => createS3Objects(s3.bucket), isEncrypting: true }));
const { blobs, owner, enter } = world;
const cutOff = await forThisFile(openBlobWorld({ open: () => createS3Objects(nowhere), isEncrypting: true }));

describe("a bucket that does not answer", () => {
	test("is unavailable, and nothing of it is taken for lost", async () => {
		const someone = await owner();
		const draft = await blobs.forOwner(someone).draft();
		const blobId = await enter(someone, await blobs.forOwner(someone).store(whole(contentOf(10))));
		const row = { orgId: someone.orgId, storageKey: draft.state.storageKey };

		const failures = await Promise.all(
			[
				cutOff.blobs.forOwner(someone).store(whole(contentOf(10))),
				cutOff.blobs.forOwner(someone).draft(),
				cutOff.blobs.forOwner(someone).resume(draft.state),
				cutOff.objects.sizeOf(row),
			].map((doing) => Promise.resolve(doing).catch((error: unknown) => error)),
		);

		expect(failures.slice(0, 3)).toEqual([1, 2, 3].map(() => expect.objectContaining({ code: "unavailable" })));
		expect(failures[3]).toMatchObject({ name: "S3Error" });
		expect((await blobs.open(someone.orgId, blobId)).sizeBytes).toBe(10);
	}, 120_000);
});

describe("a bucket", () => {
	test("shows nothing of a draft that was discarded: neither parts nor note", async () => {
		const someone = await owner();
		const draft = await blobs.forOwner(someone).draft();
		await draft.append(whole(contentOf(6_000_000)), 0);

		await draft.discard();

		const client = new Bun.S3Client(s3.bucket);
		const { contents = [] } = await client.list({ prefix: `${someone.orgId}/` });
		expect(contents).toEqual([]);
	});
});
