import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { transcriptsOf } from "./transcripts.ts";
import { MEETING_VTT, translationsOf } from "./translations.ts";

/** Imports a transcript of a new meeting, which is translated to these languages by itself, and returns its id. */
async function transcript({ api, owner }: ScenarioContext, ...translateTo: string[]): Promise<string> {
	const { token, orgId } = owner;
	const workspace = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Projects" } });
	const path = `/workspaces/${workspace.body.data.id}/meetings`;
	const body = { title: "Budget", transcription: { translateTo } };
	const { meeting } = (await api.request("POST", path, { token, body })).body.data;
	return (await transcriptsOf(api).imported(owner, meeting.id, MEETING_VTT)).id;
}

/** Asks for a translation and returns its path and that of its job. */
async function translation(world: ScenarioContext) {
	const id = await transcript(world);
	const { data } = (await translationsOf(world.api).request(world.owner, id)).body;
	return { path: `/transcripts/${id}/translations/${data.translationId}`, jobPath: `/jobs/${data.jobId}` };
}

/** Mutating operations on translations by `operationId`; they need an engine that knows English and Spanish. */
export const TRANSLATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	translateTranscript: {
		records: "translation.request",
		run: async (world) =>
			world.act("POST", `/transcripts/${await transcript(world)}/translations`, {
				token: world.owner.token,
				body: { targetLanguage: "es" },
			}),
	},
	deleteTranslation: {
		records: "translation.delete",
		run: async (world) => world.act("DELETE", (await translation(world)).path, { token: world.owner.token }),
	},
};

/** Scenarios, by name of the fact, for facts about translations that no operation's regular scenario records. */
export const FURTHER_TRANSLATION_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	async "translation.publish"(world) {
		await translation(world);
		await world.api.parley.services.jobs.runDue();
	},
	async "translation.cancel"(world) {
		const { jobPath } = await translation(world);
		await world.api.request("POST", `${jobPath}/cancel`, { token: world.owner.token, body: {} });
	},
	async "translation.fail"(world) {
		// Nobody is there to be told that the engine does not know it.
		await transcript(world, "hu");
		await world.api.parley.services.jobs.runDue();
	},
	async "translation.wait"(world) {
		const { token, orgId } = world.owner;
		const body = { translation: { providers: ["openai"] } };
		await world.api.request("PATCH", `/orgs/${orgId}/ai-policy`, { token, body });
		await transcript(world, "es");
		await world.api.parley.services.jobs.runDue();
	},
};
