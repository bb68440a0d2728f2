import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

const WAV = wavOf(64_044);

/** Uploads a recording and returns its meeting and the job that the upload began. */
async function job({ api, owner }: ScenarioContext): Promise<{ readonly meetingPath: string; readonly path: string }> {
	const { meetingId, recordingId } = await uploading(api, owner).upload(WAV);
	const { body } = await api.request("GET", `/orgs/${owner.orgId}/jobs`, { token: owner.token });
	const { id } = body.data.find((each: { recordingId: string }) => each.recordingId === recordingId);
	return { meetingPath: `/meetings/${meetingId}`, path: `/jobs/${id}` };
}

const post = ({ api, owner }: ScenarioContext, path: string) =>
	api.request("POST", path, { token: owner.token, body: {} });
const act = ({ act: send, owner }: ScenarioContext, path: string) =>
	send("POST", path, { token: owner.token, body: {} });

/** Mutating operations on jobs by `operationId`. */
export const PROCESSING_SCENARIOS: Readonly<Record<string, Scenario>> = {
	transcribeMeeting: {
		records: "transcription.queue",
		async run(world) {
			const { meetingPath, path } = await job(world);
			await post(world, `${path}/cancel`);
			return act(world, `${meetingPath}/transcribe`);
		},
	},
	cancelJob: {
		records: "transcription.cancel",
		run: async (world) => act(world, `${(await job(world)).path}/cancel`),
	},
	retryJob: {
		records: "transcription.retry",
		async run(world) {
			const { path } = await job(world);
			await post(world, `${path}/cancel`);
			return act(world, `${path}/retry`);
		},
	},
};

/** Processes an upload until its job has ended or waits. */
async function process({ api, owner }: ScenarioContext, content: Uint8Array<ArrayBuffer>): Promise<void> {
	await uploading(api, owner).upload(content);
	await api.parley.services.jobs.runDue();
}

/** Scenarios, by name of the fact, for facts about jobs that no operation's regular scenario records. */
export const FURTHER_PROCESSING_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	"transcription.succeed": (world) => process(world, wavOf(64_044).fill(0, 44)),
	// A file that says of itself to be compressed, and is not.
	"transcription.fail": (world) => process(world, wavOf(64_044).fill(0x55, 20, 22)),
};
