import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { type Summary, Summary as SummarySchema, summaryFields } from "./schemas.ts";

const tag: Tag = {
	name: "Summaries",
	description:
		"Summaries of meetings: topics, decisions and open questions; every statement cites segments of the transcript.",
};

const point = (text: string, startMs: number) => ({ text, segmentIds: ["seg_01jd0z7v9gf2nbrexx3vqjhp41"], startMs });

const example: Summary = {
	id: "sum_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	transcriptId: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	transcriptRevision: 3,
	state: "ready",
	failure: null,
	level: "basic",
	template: "general",
	language: "en",
	engine: { engine: "extractive", model: "lexrank", version: "1" },
	edited: false,
	jobId: "job_01jd0z7v9gf2nbrexx3vqjhp41",
	version: 2,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T10:20:00.000Z",
	updatedAt: "2030-01-01T10:20:01.000Z",
	stale: false,
	fallback: null,
	sections: ["overview", "keyPoints", "decisions", "actionItems", "questions", "keywords"],
	editedSections: [],
	overview: "We decided to delay the launch of the product.",
	overviewSegmentIds: ["seg_01jd0z7v9gf2nbrexx3vqjhp41"],
	keyPoints: [point("The supplier has raised the price by twelve percent.", 4_000)],
	decisions: [point("We decided to delay the launch of the product.", 16_000)],
	questions: [point("Who is going to tell the marketing team about it?", 20_000)],
	keywords: ["budget", "supplier", "launch"],
};
/** Example of one that is being made. */
const begun: Summary = {
	...example,
	transcriptRevision: 0,
	state: "processing",
	engine: null,
	version: 1,
	sections: [...example.sections],
	overview: "",
	overviewSegmentIds: [],
	keyPoints: [],
	decisions: [],
	questions: [],
	keywords: [],
};

const GUARDED = ["not_found", "forbidden", "purged"] as const;
const EDIT = [...GUARDED, "state_conflict", "precondition_failed"] as const;

/** Documentation of the operations on summaries. */
export const documentation = {
	get: operation({
		id: "getSummary",
		summary: "Get the summary of a meeting",
		description:
			"The summary is `stale` once the transcript has changed or a newer transcript exists; request it " +
			"again then. The previous summary stays readable in the meantime. Allowed to everyone who may enter " +
			"the meeting.",
		tag,
		responses: getResponses("The summary", summaryFields.schema, "Summary retrieved", example),
		errors: GUARDED,
	}),

	create: operation({
		id: "createSummary",
		summary: "Summarize a meeting",
		description:
			"Summarizes the newest transcript. Returns 200 with the summary if it is up to date and matches the " +
			"request, otherwise 202 with the `jobId` of the job that makes it. A summary is made automatically " +
			"when a transcript is ready, at the level of the organization's `aiSummaries`. `basic` selects " +
			"sentences from the transcript without using a model; `enhanced` is written by the installation's " +
			"language model, within the organization's AI policy. If there is no model, or it fails permanently, " +
			"the summary is `basic` and `fallback` gives the reason. Sections edited by users are kept, and so " +
			"are action items they added or edited; deleted ones are not added again. `replaceEdits` replaces " +
			"all sections. Requires the right to run the meeting.",
		tag,
		request: { template: "standup" },
		responses: {
			200: versionedResponse("The current summary", SummarySchema, "Summary is up to date", example),
			202: versionedResponse("The summary, while it is being made", SummarySchema, "Summary queued", begun),
		},
		errors: [
			"quota_exceeded",
			"entitlement_required",
			...GUARDED,
			"state_conflict",
			"legal_hold_active",
			"consent_required",
			"not_retained",
			"validation_failed",
			"provider_not_configured",
		],
	}),

	update: operation({
		id: "updateSummary",
		summary: "Edit the summary of a meeting",
		description:
			"Replaces each section that is sent; every statement must cite at least one segment of the " +
			"transcript. Edited sections are kept when the summary is made again. Requires the right to run the " +
			"meeting.",
		tag,
		request: { overview: "The launch of the product is delayed." },
		responses: {
			200: versionedResponse("The summary", SummarySchema, "Summary updated", { ...example, edited: true }),
		},
		errors: [...EDIT, "validation_failed"],
	}),

	remove: operation({
		id: "deleteSummary",
		summary: "Delete the summary of a meeting",
		description:
			"Also deletes the action items that no user has edited. The transcript is kept. Requires the right " +
			"to run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: [...EDIT, "legal_hold_active"],
	}),
};
