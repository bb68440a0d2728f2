import { uploading } from "../../support/uploading.ts";
import { wavOf } from "../../support/wav.ts";
import { after, type SampleFile, type TestWorld } from "../sample.ts";

/** Processes an upload until its job has ended or waits. */
async function process({ api, owner }: TestWorld, content: Uint8Array<ArrayBuffer>): Promise<void> {
	await uploading(api, owner).upload(content);
	await api.parley.services.jobs.runDue();
}

export const samples: SampleFile["samples"] = {
	cancelJob: { records: "transcription.cancel" },
	retryJob: { records: "transcription.retry", needs: after("cancelJob") },
};

export const makers: SampleFile["makers"] = {
	/** The job that transcribes the recording. */
	async jobId({ id, owner, send }) {
		const recordingId = await id("recordingId");
		const jobs: readonly { id: string; recordingId: string }[] = await send("GET", `/orgs/${owner.orgId}/jobs`);
		return jobs.find((each) => each.recordingId === recordingId)?.id ?? "";
	},
};

export const further: SampleFile["further"] = {
	"transcription.succeed": (world) => process(world, wavOf(64_044).fill(0, 44)),
	// A file that says of itself to be compressed, and is not.
	"transcription.fail": (world) => process(world, wavOf(64_044).fill(0x55, 20, 22)),
};
