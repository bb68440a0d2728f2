import { Job } from "#modules/recordings/processing";
import { defineFacts } from "#platform/unit-of-work";

/** Facts about the jobs that transcribe recordings. */
export const facts = defineFacts("job", {
	"transcription.queue": { event: "transcription.queued", payload: Job, category: "organization" },
	"transcription.wait": { event: "transcription.waiting", payload: Job, category: "organization" },
	"transcription.retry": { event: "transcription.retried", payload: Job, category: "organization" },
	"transcription.cancel": { event: "transcription.cancelled", payload: Job, category: "organization" },
	"transcription.succeed": { event: "transcription.succeeded", payload: Job, category: "organization" },
	"transcription.fail": { event: "transcription.failed", payload: Job, category: "organization" },
});
