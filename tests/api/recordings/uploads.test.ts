import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const owner = await api.createOrganization();
const uploads = uploading(api, owner);
const WAV = wavOf(100_000);

describe("an upload", () => {
	test("in one piece is a recording when its last byte is answered", async () => {
		const { body } = await uploads.announce(WAV.length);

		const sent = await uploads.patch(body.data.uploadId, 0, WAV);

		expect([sent.status, sent.headers.get("upload-offset"), sent.headers.get("tus-resumable")]).toEqual([
			204,
			"100000",
			"1.0.0",
		]);
		const { data } = (await uploads.get(body.data.uploadId)).body;
		expect(data).toMatchObject({ state: "finished", failure: null, meetingId: body.data.meetingId });
		const path = `/meetings/${data.meetingId}/recordings/${data.recordingId}`;
		const recording = await api.request("GET", path, { token: owner.token });
		expect(recording.body.data).toMatchObject({ contentType: "audio/wav", sizeBytes: 100_000, filename: "lesson.wav" });
		const content = await api.request("GET", `${path}/content`, { token: owner.token });
		expect(Buffer.from(content.bytes).equals(Buffer.from(WAV))).toBe(true);
	});

	test("goes on where HEAD says", async () => {
		const { body } = await uploads.announce(WAV.length);
		const { uploadId } = body.data;
		await uploads.patch(uploadId, 0, WAV.slice(0, 40_000));

		const asked = await uploads.head(uploadId);

		expect([asked.status, asked.headers.get("upload-offset"), asked.headers.get("upload-length")]).toEqual([
			200,
			"40000",
			"100000",
		]);
		expect((await uploads.patch(uploadId, 40_000, WAV.slice(40_000))).status).toBe(204);
	});

	test("does not go on anywhere else", async () => {
		const { body } = await uploads.announce(WAV.length);
		const { uploadId } = body.data;
		await uploads.patch(uploadId, 0, WAV.slice(0, 10));

		const sent = await uploads.patch(uploadId, 20, WAV.slice(20));

		expect([...codeOf(sent), sent.body.error.meta]).toEqual([409, "upload_offset_mismatch", { offset: 10 }]);
	});
});

describe("the address of an upload", () => {
	test("is an endpoint, too: a POST begins what was announced, with its first bytes", async () => {
		const { body } = await uploads.announce(WAV.length);

		const begun = await api.request("POST", `/uploads/${body.data.uploadId}`, {
			token: owner.token,
			raw: WAV.slice(0, 30_000),
			headers: {
				"tus-resumable": "1.0.0",
				"upload-length": String(WAV.length),
				"content-type": "application/offset+octet-stream",
			},
		});

		expect([begun.status, begun.text, begun.headers.get("upload-offset"), begun.headers.get("location")]).toEqual([
			201,
			"",
			"30000",
			`/uploads/${body.data.uploadId}`,
		]);
	});
});
