import { transcripts } from "../../support/transcripts.ts";
import { MEETING_VTT } from "../../support/translations.ts";
import type { SampleFile, World } from "../sample.ts";

/** Imports a transcript of a new meeting, which is translated to these languages by itself. */
async function transcript({ owner, id, send }: World, ...translateTo: string[]) {
	const body = { title: "Budget", transcription: { translateTo } };
	const { meeting } = await send("POST", `/workspaces/${await id("workspaceId")}/meetings`, body);
	return { transcriptId: (await transcripts.imported(owner, meeting.id, MEETING_VTT)).id };
}

/** They need an engine that knows English and Spanish. */
export const samples: SampleFile["samples"] = {
	translateTranscript: { records: "translation.request", needs: (world) => transcript(world) },
	deleteTranslation: { records: "translation.delete" },
};

export const makers: SampleFile["makers"] = {
	async translationId({ create, set }) {
		const { translationId, jobId } = await create("translateTranscript");
		set({ jobId });
		return translationId;
	},
};

export const items: SampleFile["items"] = {
	// The meeting asks for four.
	async listTranslations({ id, send, set }) {
		set({ translationId: (await send("GET", `/transcripts/${await id("transcriptId")}/translations`))[0].id });
	},
};

export const further: SampleFile["further"] = {
	async "translation.publish"({ id, api }) {
		await id("translationId");
		await api.parley.services.jobs.runDue();
	},
	async "translation.cancel"({ id, create }) {
		await id("translationId");
		return create("cancelJob");
	},
	async "translation.fail"(world) {
		// The engine does not know it.
		await transcript(world, "hu");
		await world.api.parley.services.jobs.runDue();
	},
	async "translation.wait"(world) {
		const body = { translation: { providers: ["openai"] } };
		await world.send("PATCH", `/orgs/${world.owner.orgId}/ai-policy`, body);
		await transcript(world, "es");
		await world.api.parley.services.jobs.runDue();
	},
};
