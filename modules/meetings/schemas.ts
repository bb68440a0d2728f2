import { Type } from "@sinclair/typebox";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import {
	ARTIFACT_STATES,
	CONSENTS,
	MEETING_ACCESS,
	MEETING_KINDS,
	MEETING_STATES,
	RECORDING_MODES,
	SOURCES,
} from "./values.ts";

const Title = Type.String({ description: "1…128 characters after trimming.", examples: ["Biology, period 3"] });
const Language = Type.String({ description: "BCP 47, such as `en-US`.", examples: ["en-US"] });
const DurationMs = Nullable(Type.Integer({ minimum: 0, description: "Milliseconds; null while unknown." }));
const ArtifactState = OneOf(ARTIFACT_STATES, "state; `none`: never asked for");

/** Whether and when a meeting is recorded, and the consent it needs. */
const RecordingPolicy = closed({
	mode: OneOf(RECORDING_MODES, "whether it is recorded: never, when somebody starts it, from the start"),
	consent: OneOf(CONSENTS, "consent of the participants that recording and transcription need"),
});

const Transcription = closed({
	enabled: Type.Boolean({ description: "Whether what is recorded is transcribed." }),
	live: Type.Boolean({ description: "Whether captions are made while it runs." }),
	provider: Nullable(Type.String({ description: "Engine; null: as the organization's policy says." })),
	translateTo: Type.Array(Language, { description: "Languages it is translated to." }),
});

const Artifacts = closed({
	recording: closed({
		state: ArtifactState,
		sizeBytes: Type.Integer({ minimum: 0 }),
		durationMs: DurationMs,
		expiresAt: Nullable(Timestamp),
	}),
	transcript: closed({
		state: ArtifactState,
		transcriptId: Nullable(Id("trn", "id of the transcript")),
		languages: Type.Array(Language),
		segmentCount: Type.Integer({ minimum: 0 }),
	}),
	translations: Type.Array(closed({ language: Language, state: ArtifactState })),
	summary: closed({ state: ArtifactState, level: Nullable(Type.String()) }),
});

const recordMembers = {
	id: Id("mtg", "id of the meeting"),
	orgId: Id("org", "id of the organization"),
	workspaceId: Id("wsp", "id of its workspace"),
	title: Title,
	description: Nullable(Type.String()),
	kind: OneOf(MEETING_KINDS, "kind of meeting"),
	state: OneOf(MEETING_STATES, "state of the meeting"),
	stateReason: Nullable(Type.String({ description: "Code of the reason for the state; null where it needs none." })),
	source: OneOf(SOURCES, "where it comes from: held here, made for an upload, imported"),
	scheduledStart: Nullable(Timestamp),
	scheduledEnd: Nullable(Timestamp),
	startedAt: Nullable(Timestamp),
	endedAt: Nullable(Timestamp),
	durationMs: DurationMs,
	hostId: Type.String({ description: "Id of its host: a person, or the API key that made it." }),
	language: Language,
	recordingPolicy: RecordingPolicy,
	transcription: Transcription,
	artifacts: Artifacts,
	access: OneOf(MEETING_ACCESS, "who may enter: those invited, the workspace, whoever has the link"),
	lobby: Type.Boolean({ description: "Whether guests wait until a host admits them." }),
	conference: closed({
		provider: OneOf(["parley", "external"], "where it is held"),
		url: Nullable(Type.String({ description: "Address of a meeting that is held elsewhere." })),
	}),
	externalId: Nullable(Type.String({ description: "Its id in another system." })),
	version: Type.Integer({ minimum: 1 }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

/** A meeting as events include it: without the address to join it, which may hold a code. */
export const RecordedMeeting = closed(recordMembers, { $id: "RecordedMeeting" });
export type RecordedMeeting = typeof RecordedMeeting.static;

/** A meeting. */
export const Meeting = closed(
	{
		...recordMembers,
		joinUrl: Nullable(
			Type.String({
				description:
					"Opens the room. With `access: link` it includes the join code for those who run the meeting, except in lists.",
			}),
		),
	},
	{ $id: "Meeting" },
);
export type Meeting = typeof Meeting.static;
