import { systemContext } from "#modules/tenancy/permissions";
import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { transcriptsOf, VTT } from "./transcripts.ts";

/** Creates a meeting and returns its id. */
async function meeting({ api, owner: { token, orgId } }: ScenarioContext): Promise<string> {
	const workspace = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
	const path = `/workspaces/${workspace.body.data.id}/meetings`;
	return (await api.request("POST", path, { token, body: { title: "Optics" } })).body.data.meeting.id;
}

/** Imports a transcript and returns its path, and that of its first segment. */
async function transcript(world: ScenarioContext) {
	const transcripts = transcriptsOf(world.api);
	const { id } = await transcripts.imported(world.owner, await meeting(world));
	const [segment] = (await transcripts.segments(world.owner, id)).body.data;
	const path = `/transcripts/${id}`;
	return { path, segmentPath: `${path}/segments/${segment.id}`, speakerPath: `${path}/speakers/${segment.speaker.id}` };
}

const patch = ({ act, owner }: ScenarioContext, path: string, body: unknown) =>
	act("PATCH", path, { token: owner.token, body });

/** Mutating operations on transcripts by `operationId`. */
export const TRANSCRIPT_SCENARIOS: Readonly<Record<string, Scenario>> = {
	importTranscript: {
		records: "transcript.publish",
		run: async (world) =>
			world.act("PUT", `/meetings/${await meeting(world)}/transcripts`, {
				token: world.owner.token,
				raw: VTT,
				headers: { "content-type": "text/vtt" },
			}),
	},
	updateSegment: {
		records: "transcript.update",
		run: async (world) => patch(world, (await transcript(world)).segmentPath, { text: "Light ends." }),
	},
	updateSpeaker: {
		records: "transcript.update",
		run: async (world) => patch(world, (await transcript(world)).speakerPath, { label: "Ada" }),
	},
	deleteTranscript: {
		records: "transcript.delete",
		run: async (world) => world.act("DELETE", (await transcript(world)).path, { token: world.owner.token }),
	},
};

/** Scenarios, by name of the fact, for facts about transcripts that no operation's regular scenario records. */
export const FURTHER_TRANSCRIPT_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	async "transcript.fail"(world) {
		const id = await meeting(world);
		const { unitOfWork, transcripts } = world.api.parley.services;
		return unitOfWork.run(systemContext("job:processing"), async (change) => {
			const engine = { engine: "whisper-server", model: "base", version: null };
			const made = { recordingId: null, source: "stt", language: "und", engine } as const;
			const key = await transcripts.createTranscript(change, { orgId: world.owner.orgId, id }, made);
			await transcripts.failTranscript(change, key, "unavailable");
		});
	},
};
