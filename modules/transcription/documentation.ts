import { operation } from "#http/operation";
import { versionedResponse } from "#http/resource";
import { exampleJob, Job, jobsTag } from "#modules/processing";

const FAIRNESS =
	"Organizations take turns: one with many recordings does not keep another waiting. Without an engine a job is `waiting`, and " +
	"`failure` says which command to run; it then goes on by itself.";

/** Documentation of the operations of transcription. */
export const documentation = {
	transcribe: operation({
		id: "transcribeMeeting",
		summary: "Transcribe a recording again",
		description: `An upload is transcribed by itself; this makes another transcript of it, in another language or by another engine. Earlier ones stay. ${FAIRNESS}`,
		tag: jobsTag,
		request: { language: "en" },
		responses: { 202: versionedResponse("The job", Job, "Transcription queued", { ...exampleJob, language: "en" }) },
		errors: ["not_found", "purged", "forbidden", "consent_required", "state_conflict", "validation_failed"],
	}),
};
