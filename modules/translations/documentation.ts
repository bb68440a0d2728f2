import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, okResponse } from "#http/resource";
import { RequestedTranslation, type Translation, translationFields } from "./schemas.ts";

const tag: Tag = {
	name: "Translation",
	description:
		"Transcripts in other languages: made by the engine of the installation, kept up to date segment by segment.",
};

const example: Translation = {
	id: "trl_01jd0z7v9gf2nbrexx3vqjhp41",
	transcriptId: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	language: "es",
	state: "ready",
	stale: false,
	failure: null,
	progress: 1,
	jobId: "job_01jd0z7v9gf2nbrexx3vqjhp41",
	engine: { engine: "apertium", model: "eng-spa", version: null },
	quality: "gist",
	segmentCount: 412,
	version: 6,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T11:00:00.000Z",
	updatedAt: "2030-01-01T11:00:20.000Z",
};

const { id: translationId, jobId } = example;
const requested = { translationId, jobId };

/** Codes of every operation on the translations of a transcript. */
const GUARDED = ["not_found", "forbidden", "purged"] as const;

/** Documentation of the operations on translations. */
export const documentation = {
	request: operation({
		id: "translateTranscript",
		summary: "Translate a transcript",
		description:
			"Queues a job, whose progress `GET /jobs/{jobId}` shows as well; segments keep their ids and times. After edits it is asked for again: only the segments that were edited are translated. Responds with 200 where there is a current translation. Read it with `lang` of the transcript's exports and segments. Languages are those the engine knows; a region (`es-MX`) is served by its language. For those who run the meeting.",
		tag,
		request: { targetLanguage: "es" },
		responses: {
			200: okResponse("The translation is there already", RequestedTranslation, "Translation is current", requested),
			202: okResponse("The translation is queued", RequestedTranslation, "Translation queued", requested),
		},
		errors: [...GUARDED, "state_conflict", "consent_required", "validation_failed", "provider_not_configured"],
	}),

	list: operation({
		id: "listTranslations",
		summary: "List the translations of a transcript",
		description: "By their languages. For those who may enter the meeting.",
		tag,
		responses: {
			200: pageResponse("A page of translations", translationFields.schema, "Translations retrieved", example),
		},
		errors: GUARDED,
	}),

	get: operation({
		id: "getTranslation",
		summary: "Get a translation of a transcript",
		description:
			"What it is and how far it is; its texts are read with the transcript. For those who may enter the meeting.",
		tag,
		responses: getResponses("The translation", translationFields.schema, "Translation retrieved", example),
		errors: GUARDED,
	}),

	remove: operation({
		id: "deleteTranslation",
		summary: "Delete a translation of a transcript",
		description: "With all of its texts; one that is being made is cancelled. For those who run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: [...GUARDED, "state_conflict", "precondition_failed"],
	}),
};
