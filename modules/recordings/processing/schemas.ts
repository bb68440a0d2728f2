import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { PROCESSING_STATES, PROCESSING_STEPS, PROCESSING_TYPES } from "./values.ts";

const engine = closed({
	engine: Type.String({ examples: ["whisper-server"] }),
	model: Type.String({ examples: ["tiny"] }),
	version: Nullable(Type.String()),
});

/** A background job that a person started, or that their upload did. */
export const Job = closed(
	{
		id: Id("job", "id of the job"),
		orgId: Id("org", "id of the organization"),
		type: OneOf(PROCESSING_TYPES, "kind of work"),
		state: OneOf(
			PROCESSING_STATES,
			"`waiting`: for what `failure` names, then continues by itself; `queued`: for its organization's turn",
		),
		step: OneOf(PROCESSING_STEPS, "current step"),
		progress: Type.Number({
			minimum: 0,
			maximum: 1,
			description: "0…1 of the whole; never decreases.",
			examples: [0.4],
		}),
		meetingId: Id("mtg", "id of the meeting"),
		recordingId: Nullable(Id("rec", "id of the recording; null if the job works on a transcript")),
		transcriptId: Nullable(Id("trn", "id of the transcript; null until there is one")),
		provider: Nullable(Type.String({ description: "Requested provider; null: chosen by the AI policy." })),
		language: Nullable(Type.String({ description: "Requested language; null: detected." })),
		engine: Nullable(engine),
		failure: Nullable(
			closed(
				{ code: Type.String({ examples: ["media_unreadable"] }), detail: Type.String() },
				{ description: "Why it failed, was cancelled by the service, or is waiting; null otherwise." },
			),
		),
		createdAt: Timestamp,
		startedAt: Nullable(Timestamp),
		endedAt: Nullable(Timestamp),
		updatedAt: Timestamp,
	},
	{ $id: "Job" },
);
export type Job = typeof Job.static;

/** A job as `fields` may select it. */
export const jobFields = selectable(Job);

/** Path of a job. */
export const JobParams = closed({ jobId: Id("job", "id of the job") });

/** Query of the lists of jobs. */
export const ListJobsQuery = listQuery({
	state: Type.Optional(OneOf(PROCESSING_STATES, "only jobs in this state")),
	type: Type.Optional(OneOf(PROCESSING_TYPES, "only jobs of this type")),
});
export type ListJobsQuery = typeof ListJobsQuery.static;
