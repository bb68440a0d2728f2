/** Uploads whose length is told later: bytes are sent while they are recorded. */
import { describe, expect, test } from "bun:test";
import { entitledOf } from "#tests/support/entitled";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { type Harness, openHarness, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { openS3Server } from "#tests/support/s3-server";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const MIB = 1024 ** 2;
const WAV = wavOf(300_000);
const LARGE = wavOf(10 * MIB);
const { bucket } = await forThisFile(openS3Server());
const api = await useHarness();
const inBucket = await useHarness({
	env: {
		S3_ENDPOINT: bucket.endpoint,
		S3_BUCKET: bucket.bucket,
		S3_ACCESS_KEY_ID: bucket.accessKeyId,
		S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
		S3_REGION: bucket.region,
	},
});

/** Announces an upload without a length, as the owner of a new organization. */
async function begun(on: Harness = api) {
	const owner = await on.createOrganization();
	const uploads = uploading(on, owner);
	const { status, body, text } = await uploads.announce(undefined);
	if (status !== 201) throw new Error(`announcing was answered ${text}`);
	return { owner, uploads, uploadId: body.data.uploadId as string };
}

type Begun = Awaited<ReturnType<typeof begun>>;

/** Returns the content of what an upload has become. */
async function contentOf({ uploads, uploadId, owner }: Begun): Promise<Uint8Array> {
	const { data } = (await uploads.get(uploadId)).body;
	expect(data.state).toBe("finished");
	return (await owner.get(`/meetings/${data.meetingId}/recordings/${data.recordingId}/content`)).bytes;
}

const isWav = (content: Uint8Array, whole: Uint8Array) => Buffer.from(content).equals(Buffer.from(whole));

/** A body that is cut off after these bytes. */
const cutAfter = (content: Uint8Array) =>
	new ReadableStream<Uint8Array>({
		start: (body) => body.enqueue(content),
		pull: (body) => body.error(new Error("the client is gone")),
	});

describe.each([
	["on a disk", api],
	["in a bucket", inBucket],
] as const)("an upload of deferred length %s", (_, on) => {
	test("is sent as it is recorded, cut off, resumed, and ends when its length is told", async () => {
		const begin = await begun(on);
		const { uploads, uploadId } = begin;
		await uploads.patch(uploadId, 0, WAV.slice(0, 100_000));
		await uploads.patch(uploadId, 100_000, cutAfter(WAV.slice(100_000, 150_000))).catch(() => undefined);

		const asked = await uploads.head(uploadId);
		const offset = Number(asked.headers.get("upload-offset"));
		const shown = (await uploads.get(uploadId)).body.data;
		const last = await uploads.patch(uploadId, offset, WAV.slice(offset), { "upload-length": String(WAV.length) });

		expect([asked.headers.get("upload-defer-length"), asked.headers.get("upload-length")]).toEqual(["1", null]);
		expect(offset).toBeGreaterThanOrEqual(100_000);
		expect(shown).toMatchObject({ state: "open", sizeBytes: null });
		expect(last.status).toBe(204);
		expect(isWav(await contentOf(begin), WAV)).toBe(true);
		expect((await uploads.get(uploadId)).body.data.sizeBytes).toBe(WAV.length);
	});

	test("grows beyond what it is granted at once, and may be told its length at the end", async () => {
		const begin = await begun(on);
		const { uploads, uploadId } = begin;

		const sent = await uploads.patch(uploadId, 0, LARGE);
		const told = await uploads.patch(uploadId, LARGE.length, "", { "upload-length": String(LARGE.length) });

		expect([sent.status, told.status]).toEqual([204, 204]);
		expect(isWav(await contentOf(begin), LARGE)).toBe(true);
	});
});

describe("the length", () => {
	test("is told once, and is neither less than what has arrived nor more than is allowed", async () => {
		const { uploads, uploadId } = await begun();
		await uploads.patch(uploadId, 0, WAV.slice(0, 50_000));
		const tell = (length: number) => uploads.patch(uploadId, 50_000, "", { "upload-length": String(length) });

		const lengths = [49_999, 11 * 1024 ** 3, 60_000, 60_000, 70_000];
		const answers = await lengths.reduce<Promise<Awaited<ReturnType<typeof tell>>[]>>(
			async (before, length) => [...(await before), await tell(length)],
			Promise.resolve([]),
		);
		const more = await uploads.patch(uploadId, 50_000, WAV.slice(50_000));

		expect(answers.map(({ status }) => status)).toEqual([400, 413, 204, 204, 400]);
		expect(codeOf(more)).toEqual([413, "payload_too_large"]);
		expect((await uploads.head(uploadId)).headers.get("upload-length")).toBe("60000");
	});

	test("of a track is at most 1 GiB", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { openMeeting, guestIn } = guestsOf(api);
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const uploads = uploading(api, { ...owner, token: guest.token });
		const { body } = await uploads.announce(undefined, { meetingId: meeting.id, participantId: guest.id });
		await uploads.patch(body.data.uploadId, 0, WAV);

		const told = await uploads.patch(body.data.uploadId, WAV.length, "", { "upload-length": String(2 * 1024 ** 3) });

		expect(codeOf(told)).toEqual([413, "payload_too_large"]);
	});

	test("of an upload that has one already stays", async () => {
		const { uploads } = await begun();
		const { body } = await uploads.announce(WAV.length);

		const told = await uploads.patch(body.data.uploadId, 0, WAV, { "upload-length": "10" });

		expect(codeOf(told)).toEqual([400, "invalid_request"]);
	});

	test("may come with a checksum of the bytes", async () => {
		const begin = await begun();
		const sha1 = new Bun.CryptoHasher("sha1").update(LARGE).digest("base64");

		const sent = await begin.uploads.patch(begin.uploadId, 0, LARGE, {
			"upload-length": String(LARGE.length),
			"upload-checksum": `sha1 ${sha1}`,
		});

		expect(sent.status).toBe(204);
		expect(isWav(await contentOf(begin), LARGE)).toBe(true);
	});

	inProcessTest("that never comes lets the upload expire", async () => {
		const { uploads, uploadId, owner } = await begun();
		await uploads.patch(uploadId, 0, WAV);

		api.advanceMs(25 * 3_600_000);
		const again = uploading(api, { ...owner, token: await api.signInSystem() });

		expect((await again.head(uploadId)).status).toBe(410);
	});
});

inProcessDescribe("bytes beyond a limit are refused, and what has arrived stays", () => {
	const within = async (options: Parameters<typeof openHarness>[0], work: (on: Harness) => Promise<void>) => {
		const on = await openHarness(options);
		await work(on).finally(() => on.close());
	};

	test("by the plan of the organization", () =>
		within({ env: { BILLING_ENFORCEMENT: "hard" } }, async (on) => {
			const { uploads, uploadId, owner } = await begun(on);
			await entitledOf(on).entitle(owner.orgId, { recording_storage_bytes: 6 * MIB });

			const refused = await uploads.patch(uploadId, 0, LARGE);
			const offset = Number((await uploads.head(uploadId)).headers.get("upload-offset"));
			await entitledOf(on).entitle(owner.orgId, { recording_storage_bytes: 20 * MIB });
			const told = { "upload-length": String(LARGE.length) };
			const goesOn = await uploads.patch(uploadId, offset, LARGE.slice(offset), told);

			expect(codeOf(refused)).toEqual([402, "quota_exceeded"]);
			expect(offset).toBeGreaterThan(2 * MIB);
			expect(goesOn.status).toBe(204);
		}));

	test("by the room of the installation", () =>
		within({ config: { uploadPendingBytes: 6 * MIB } }, async (on) => {
			const first = await begun(on);
			const second = await begun(on).catch((error: Error) => error.message);

			expect((await first.uploads.patch(first.uploadId, 0, WAV)).status).toBe(204);
			expect(second).toContain("payload_too_large");
		}));
});
