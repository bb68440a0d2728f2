import { uploading } from "../../support/uploading.ts";
import { wavOf } from "../../support/wav.ts";
import type { SampleFile, TestWorld } from "../sample.ts";

const WAV = wavOf(2_000);
const TUS = { "tus-resumable": "1.0.0" };
const BYTES = { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" };

/** Sends the bytes of an announced upload. */
const sendBytes = async ({ act, id, owner }: TestWorld, method: string, headers: Readonly<Record<string, string>>) =>
	act(method, `/uploads/${await id("uploadId")}`, { token: owner.token, raw: WAV, headers });

export const samples: SampleFile["samples"] = {
	initUpload: {
		records: "upload.create",
		body: async ({ id }) => ({
			workspaceId: await id("workspaceId"),
			filename: "lesson.wav",
			contentType: "audio/wav",
			size: WAV.length,
		}),
	},
	continueUpload: { records: "upload.complete", run: (world) => sendBytes(world, "PATCH", BYTES) },
	beginUpload: {
		records: "upload.complete",
		run: (world) => sendBytes(world, "POST", { ...BYTES, "upload-length": String(WAV.length) }),
	},
	cancelUpload: { records: "upload.cancel", headers: TUS },
};

export const makers: SampleFile["makers"] = { uploadId: async ({ create }) => (await create("initUpload")).uploadId };

export const further: SampleFile["further"] = {
	async "upload.fail"({ api, owner }) {
		const uploads = uploading(api, owner);
		const { body } = await uploads.announce(4);
		return uploads.patch(body.data.uploadId, 0, new TextEncoder().encode("page"));
	},
};
