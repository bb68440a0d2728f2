import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

const WAV = wavOf(2_000);
const BYTES = { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" };

/** Announces an upload and returns its path. */
async function announced({ api, owner }: ScenarioContext): Promise<string> {
	const { body } = await uploading(api, owner).announce(WAV.length);
	return `/uploads/${body.data.uploadId}`;
}

const recording = async ({ api, owner }: ScenarioContext): Promise<string> =>
	(await uploading(api, owner).upload(WAV)).path;

/** Mutating operations on uploads and recordings by `operationId`. */
export const RECORDING_SCENARIOS: Readonly<Record<string, Scenario>> = {
	initUpload: {
		records: "upload.create",
		async run(world) {
			const { api, owner } = world;
			const workspaceId = await uploading(api, owner).workspace();
			const body = { workspaceId, filename: "lesson.wav", contentType: "audio/wav", size: 10 };
			return world.act("POST", "/meetings/upload/init", { token: owner.token, body });
		},
	},
	continueUpload: {
		records: "upload.complete",
		run: async (world) =>
			world.act("PATCH", await announced(world), { token: world.owner.token, raw: WAV, headers: BYTES }),
	},
	beginUpload: {
		records: "upload.complete",
		run: async (world) =>
			world.act("POST", await announced(world), {
				token: world.owner.token,
				raw: WAV,
				headers: { ...BYTES, "upload-length": String(WAV.length) },
			}),
	},
	cancelUpload: {
		records: "upload.cancel",
		run: async (world) =>
			world.act("DELETE", await announced(world), { token: world.owner.token, headers: { "tus-resumable": "1.0.0" } }),
	},

	createRecordingTicket: {
		records: "recording.ticket",
		run: async (world) =>
			world.act("POST", `${await recording(world)}/tickets`, { token: world.owner.token, body: {} }),
	},
	deleteRecording: {
		records: "recording.delete",
		run: async (world) => world.act("DELETE", await recording(world), { token: world.owner.token }),
	},
};

/** Scenarios, by name of the fact, for facts that no operation's regular scenario records. */
export const FURTHER_RECORDING_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	"recording.create": recording,
	async "upload.fail"({ api, owner }) {
		const uploads = uploading(api, owner);
		const { body } = await uploads.announce(4);
		return uploads.patch(body.data.uploadId, 0, new TextEncoder().encode("page"));
	},
};
