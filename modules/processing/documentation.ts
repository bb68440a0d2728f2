import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { Job, jobFields } from "./schemas.ts";

/** Tag of the operations on jobs. */
export const jobsTag: Tag = {
	name: "Jobs",
	description:
		"The work on recordings and transcripts: transcription, translation, summaries; how far it is, and how to steer it.",
};

const example: Job = {
	id: "job_01jd0z7v9gf2nbrexx3vqjhp41",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	type: "transcription",
	state: "running",
	step: "transcribe",
	progress: 0.54,
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	recordingId: "rec_01jd0z7v9gf2nbrexx3vqjhp41",
	transcriptId: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	provider: null,
	language: null,
	engine: { engine: "whisper-server", model: "tiny", version: null },
	failure: null,
	createdAt: "2030-01-01T09:30:00.000Z",
	startedAt: "2030-01-01T09:30:01.000Z",
	endedAt: null,
	updatedAt: "2030-01-01T09:30:40.000Z",
};
/** Example of a job that waits for its turn. */
export const exampleJob: Job = {
	...example,
	state: "queued",
	step: "probe",
	progress: 0,
	transcriptId: null,
	engine: null,
	startedAt: null,
	updatedAt: "2030-01-01T09:30:00.000Z",
};

const FAIRNESS =
	"Organizations take turns: one with many recordings does not keep another waiting. Without an engine a job is `waiting`, and " +
	"`failure` says which command to run; it then goes on by itself.";

/** Documentation of the operations on jobs. */
export const documentation = {
	get: operation({
		id: "getJob",
		summary: "Get a job",
		description: `For those who may enter its meeting. \`progress\` moves while the work does. ${FAIRNESS}`,
		tag: jobsTag,
		responses: getResponses("The job", jobFields.schema, "Job retrieved", example),
		errors: ["not_found", "purged", "forbidden"],
	}),

	cancel: operation({
		id: "cancelJob",
		summary: "Cancel a job",
		description: "For those who run its meeting. What it has made so far is removed; the recording stays.",
		tag: jobsTag,
		responses: {
			200: versionedResponse("The job", Job, "Job cancelled", {
				...example,
				state: "cancelled",
				endedAt: "2030-01-01T09:30:41.000Z",
				updatedAt: "2030-01-01T09:30:41.000Z",
			}),
		},
		errors: ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"],
	}),

	retry: operation({
		id: "retryJob",
		summary: "Retry a job",
		description: "For those who run its meeting: a job that failed or was cancelled begins again.",
		tag: jobsTag,
		responses: { 202: versionedResponse("The job", Job, "Job queued", exampleJob) },
		errors: ["not_found", "purged", "forbidden", "consent_required", "state_conflict", "precondition_failed"],
	}),

	list: operation({
		id: "listJobs",
		summary: "List the jobs of an organization",
		description: "Newest first.",
		tag: jobsTag,
		responses: { 200: pageResponse("A page of jobs", jobFields.schema, "Jobs retrieved", example) },
	}),

	listEverywhere: operation({
		id: "listAllJobs",
		summary: "List the jobs of all organizations",
		description: "Newest first.",
		tag: jobsTag,
		responses: { 200: pageResponse("A page of jobs", jobFields.schema, "Jobs retrieved", example) },
	}),
};
