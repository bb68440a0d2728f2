import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, okResponse } from "#http/resource";
import { RequestedTranslation, type Translation, translationFields } from "./schemas.ts";

const tag: Tag = {
	name: "Translation",
	description: "Translations of transcripts, made by the installation's engine and updated segment by segment.",
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
			"Queues a job, whose progress is also available from `GET /jobs/{jobId}`. Segments keep their ids " +
			"and times. After edits, request the translation again: only edited segments are translated. Returns " +
			"200 if the translation is up to date. Read it with the `lang` parameter of the transcript's exports " +
			"and segments. The engine determines the languages; a region (`es-MX`) falls back to its language. " +
			"Requires the right to run the meeting.",
		tag,
		request: { targetLanguage: "es" },
		responses: {
			200: okResponse(
				"The translation, already up to date",
				RequestedTranslation,
				"Translation is up to date",
				requested,
			),
			202: okResponse("The translation is queued", RequestedTranslation, "Translation queued", requested),
		},
		errors: [
			"quota_exceeded",
			...GUARDED,
			"state_conflict",
			"consent_required",
			"not_retained",
			"validation_failed",
			"provider_not_configured",
		],
	}),

	list: operation({
		id: "listTranslations",
		summary: "List the translations of a transcript",
		description: "Lists translations by language. Allowed to everyone who may enter the meeting.",
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
			"Returns its properties and progress; read its text with the transcript. Allowed to everyone who may " +
			"enter the meeting.",
		tag,
		responses: getResponses("The translation", translationFields.schema, "Translation retrieved", example),
		errors: GUARDED,
	}),

	remove: operation({
		id: "deleteTranslation",
		summary: "Delete a translation of a transcript",
		description: "Deletes all of its text, and cancels it if it is in progress. Requires the right to run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: [...GUARDED, "state_conflict", "legal_hold_active", "precondition_failed"],
	}),
};
