import { uploading } from "../../support/uploading.ts";
import { wavOf } from "../../support/wav.ts";
import type { SampleFile, World } from "../sample.ts";

/** Uploads a recording of the meeting, which is then transcribed. */
async function upload({ api, owner, id, set }: World, n = 0): Promise<string> {
	const made = await uploading(api, owner).upload(wavOf(64_044 + 2 * n), { meetingId: await id("meetingId") });
	set({ uploadId: made.uploadId });
	return made.recordingId;
}

export const samples: SampleFile["samples"] = {
	createRecordingTicket: { records: "recording.ticket" },
	deleteRecording: { records: "recording.delete" },
};

export const makers: SampleFile["makers"] = { recordingId: upload };
export const items: SampleFile["items"] = { listRecordings: upload };
export const further: SampleFile["further"] = { "recording.create": ({ id }) => id("recordingId") };
