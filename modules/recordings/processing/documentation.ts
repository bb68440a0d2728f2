import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { Job, jobFields } from "./schemas.ts";

/** Tag of the operations on jobs. */
export const jobsTag: Tag = {
	name: "Jobs",
	description: "Transcription, translation and summary jobs: follow, cancel and retry them.",
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
/** Example of a job that is queued. */
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
	"Organizations take turns, so that one with many recordings does not delay the others. Without an engine, a " +
	"job is `waiting` and `failure` names the command to run; the job then continues by itself.";

/** Documentation of the operations on jobs. */
export const documentation = {
	get: operation({
		id: "getJob",
		summary: "Get a job",
		description: `\`progress\` is updated as the work proceeds. Allowed to everyone who may enter the meeting. ${FAIRNESS}`,
		tag: jobsTag,
		responses: getResponses("The job", jobFields.schema, "Job retrieved", example),
		errors: ["not_found", "purged", "forbidden"],
	}),

	cancel: operation({
		id: "cancelJob",
		summary: "Cancel a job",
		description: "Removes what the job has made so far; the recording is kept. Requires the right to run the meeting.",
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
		description: "Restarts a job that failed or was cancelled. Requires the right to run the meeting.",
		tag: jobsTag,
		responses: { 202: versionedResponse("The job", Job, "Job queued", exampleJob) },
		errors: ["not_found", "purged", "forbidden", "consent_required", "state_conflict", "precondition_failed"],
	}),

	list: operation({
		id: "listJobs",
		summary: "List the jobs of an organization",
		description: "Lists the newest first.",
		tag: jobsTag,
		responses: { 200: pageResponse("A page of jobs", jobFields.schema, "Jobs retrieved", example) },
	}),

	listEverywhere: operation({
		id: "listAllJobs",
		summary: "List the jobs of all organizations",
		description: "Lists the newest first.",
		tag: jobsTag,
		responses: { 200: pageResponse("A page of jobs", jobFields.schema, "Jobs retrieved", example) },
	}),
};
