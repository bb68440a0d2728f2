import { operation } from "#http/operation";
import { versionedResponse } from "#http/resource";
import { exampleJob, Job, jobsTag } from "#modules/recordings/processing";

const FAIRNESS =
	"Organizations take turns, so that one with many recordings does not delay the others. Without an engine, a " +
	"job is `waiting` and `failure` names the command to run; the job then continues by itself.";

/** Documentation of the operations of transcription. */
export const documentation = {
	transcribe: operation({
		id: "transcribeMeeting",
		summary: "Transcribe a recording again",
		description: `Uploads are transcribed automatically; this operation makes another transcript, in another language or by another engine. Earlier transcripts are kept. ${FAIRNESS}`,
		tag: jobsTag,
		request: { language: "en" },
		responses: { 202: versionedResponse("The job", Job, "Transcription queued", { ...exampleJob, language: "en" }) },
		errors: [
			"quota_exceeded",
			"not_found",
			"purged",
			"forbidden",
			"consent_required",
			"state_conflict",
			"not_retained",
			"validation_failed",
		],
	}),
};
