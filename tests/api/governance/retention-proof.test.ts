import { expect, test } from "bun:test";
import { findInDatabase, findInFolder } from "#tests/support/canary";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { retentionOf } from "#tests/support/retention";
import { openS3Server } from "#tests/support/s3-server";
import { summariesOf } from "#tests/support/summaries";
import { inProcessDescribe } from "#tests/support/target";
import { translationsOf } from "#tests/support/translations";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({
	env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url, BLOB_ENCRYPTION: "off" },
});
const { hold, pass, made, latestOf } = retentionOf(api);
const translations = translationsOf(api);
const summaries = summariesOf(api);

const s3 = await forThisFile(openS3Server());
const inBucket = await useHarness({
	env: {
		S3_ENDPOINT: s3.bucket.endpoint,
		S3_BUCKET: s3.bucket.bucket,
		S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
		S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
		S3_REGION: s3.bucket.region,
		BLOB_ENCRYPTION: "off",
	},
});

inProcessDescribe("what was purged", () => {
	test("is nowhere any more: in no file of the database, its log included, and in no file of the store", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const lesson = await hold(owner);
		const { canary, meetingId, transcriptId } = lesson;
		const headers = { "idempotency-key": crypto.randomUUID() };
		await made(owner.post(`/meetings/${meetingId}/summary`, {}));
		const summary = await summaries.made(owner, meetingId);
		const translation = await translations.made(owner, transcriptId);
		const segment = (await made(owner.get(`/transcripts/${transcriptId}/segments`)))[0];
		const path = `/transcripts/${transcriptId}/segments/${segment.id}`;
		await api.request("PATCH", path, { token: owner.token, headers, body: { text: `Again, ${canary}, with care.` } });
		const before = [await findInDatabase(api.store.url, canary), findInFolder(api.config.dataDir, canary)];

		await pass(400);

		const run = await latestOf(owner.orgId);
		expect(JSON.stringify(summary)).toContain(canary);
		expect(translation.state).toBe("ready");
		expect(before.map(({ length }) => length > 0)).toEqual([true, true]);
		expect(run.state).toBe("completed");
		expect(run.classes.transcripts.items).toBeGreaterThanOrEqual(3);
		expect(await findInDatabase(api.store.url, canary)).toEqual([]);
		expect(findInFolder(api.config.dataDir, canary)).toEqual([]);
	});

	test("is told from what stays: another organization's content is found as before", async () => {
		const owner = await api.createOrganization({ orgType: "business", retentionPolicy: { transcripts: "36500d" } });
		const { canary } = await hold(owner);

		await pass(400);

		expect(await findInDatabase(api.store.url, canary)).not.toEqual([]);
		expect(findInFolder(api.config.dataDir, canary)).toEqual([]);
	});

	test("is not in the bucket either: no object and no part of an upload has a byte of it", async () => {
		const lessons = retentionOf(inBucket);
		const owner = await inBucket.createOrganization({ orgType: "business" });
		const { canary } = await lessons.hold(owner);
		const before = findInFolder(s3.directory, canary);

		await lessons.pass(400);

		const run = await lessons.latestOf(owner.orgId);
		expect(before).not.toEqual([]);
		expect(run).toMatchObject({ state: "completed", objects: { count: 2, bytes: 22_000 } });
		expect(findInFolder(s3.directory, canary)).toEqual([]);
		expect(findInFolder(inBucket.config.dataDir, canary)).toEqual([]);
		expect(await findInDatabase(inBucket.store.url, canary)).toEqual([]);
	});
});
