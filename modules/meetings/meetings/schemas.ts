import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Email, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import { parseName } from "#kernel/text";
import { LiveAccess } from "./live-access-schemas.ts";
import { requestedRoomMembers, roomMembers } from "./room-schemas.ts";
import {
	ARTIFACT_STATES,
	CONSENTS,
	MEETING_ACCESS,
	MEETING_KINDS,
	MEETING_STATES,
	RECORDING_MODES,
	RECORDING_STATES,
	SOURCES,
} from "./values.ts";

const Title = checked(
	Type.String({ description: "1…128 characters after trimming.", examples: ["Biology, period 3"] }),
	parseName,
);
const Language = Type.String({ description: "BCP 47, such as `en-US`.", examples: ["en-US"] });
const DurationMs = Nullable(Type.Integer({ minimum: 0, description: "Milliseconds; null while unknown." }));
const ArtifactState = OneOf(ARTIFACT_STATES, "state; `none`: never requested");

/** Whether and when a meeting is recorded, and the consent it needs. */
const RecordingPolicy = closed({
	mode: OneOf(RECORDING_MODES, "whether it is recorded: never, when started by a user, or from the start"),
	consent: OneOf(CONSENTS, "consent that recording and transcription require"),
});

/** Whether a meeting is being recorded in its room. */
export const MeetingRecording = closed(
	{
		state: OneOf(RECORDING_STATES, "whether it is being recorded"),
		by: Nullable(
			Id("par", "participant who started or stopped it; null for the server, and for callers who are not participants"),
		),
		reason: Nullable(
			Type.String({
				description:
					"Why the server stopped it: `consent_required` (a consent is missing), `recording_off` (by the meeting or the " +
					"organization), `meeting_ended`; null otherwise.",
			}),
		),
		since: Timestamp,
	},
	{ $id: "MeetingRecording" },
);
export type MeetingRecording = typeof MeetingRecording.static;

const Transcription = closed({
	enabled: Type.Boolean({ description: "Whether recordings are transcribed." }),
	live: Type.Boolean({ description: "Whether live captions are made." }),
	provider: Nullable(Type.String({ description: "Speech engine; null: chosen by the AI policy." })),
	translateTo: Type.Array(Language, { description: "Languages into which it is translated." }),
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
	translations: Type.Array(
		closed({ language: Language, state: ArtifactState, translationId: Id("trl", "id of the translation") }),
	),
	summary: closed({ state: ArtifactState, level: Nullable(Type.String()) }),
});

const recordMembers = {
	id: Id("mtg", "id of the meeting"),
	orgId: Id("org", "id of the organization"),
	workspaceId: Id("wsp", "id of its workspace"),
	title: Type.String({
		description: "1…128 characters; empty in the events of a meeting that was deleted.",
		examples: ["Biology, period 3"],
	}),
	description: Nullable(Type.String({ description: "Free text; null in the events of a meeting that was deleted." })),
	kind: OneOf(MEETING_KINDS, "kind of meeting"),
	state: OneOf(MEETING_STATES, "state of the meeting"),
	stateReason: Nullable(Type.String({ description: "Code of the reason for the state; null if there is none." })),
	source: OneOf(SOURCES, "origin: held here, created for an upload, or imported"),
	scheduledStart: Nullable(Timestamp),
	scheduledEnd: Nullable(Timestamp),
	startedAt: Nullable(Timestamp),
	endedAt: Nullable(Timestamp),
	durationMs: DurationMs,
	hostId: Type.String({ description: "Id of its host: a user, or the API key that created it." }),
	language: Language,
	recordingPolicy: RecordingPolicy,
	transcription: Transcription,
	recording: Nullable(MeetingRecording),
	...roomMembers,
	artifacts: Artifacts,
	access: OneOf(MEETING_ACCESS, "who may enter: invited people, members of the workspace, or anyone with the link"),
	lobby: Type.Boolean({ description: "Whether guests wait until a host admits them." }),
	conference: closed({
		provider: OneOf(["parley", "external"], "where the meeting is held"),
		url: Nullable(Type.String({ description: "Address of a meeting that is held elsewhere." })),
	}),
	externalId: Nullable(Type.String({ description: "Its id in another system." })),
	seriesId: Nullable(Id("ser", "id of the series it belongs to")),
	occurrence: Nullable(
		Type.String({
			description: "Its start by the series, RFC 3339 with the offset of the time zone; null without a series.",
			examples: ["2030-01-08T09:30:00-05:00"],
		}),
	),
	changed: Type.Boolean({
		description: "Whether it was changed or cancelled by itself: changes of the series do not overwrite it.",
	}),
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
		joinUrl: Type.String({
			description:
				"Address of the room. With `access: link`, it includes the join code for callers who run the " +
				"meeting, except in lists.",
		}),
	},
	{ $id: "Meeting" },
);
export type Meeting = typeof Meeting.static;

/** A meeting as `fields` may select it. */
export const meetingFields = selectable(Meeting);

const Description = Type.String({ maxLength: 10_000, description: "Free text." });
const DefaultedLanguage = checked(
	Type.String({ description: "BCP 47; default: the organization's.", examples: ["en-US"] }),
	parseLanguage,
);
const ExternalId = Type.String({
	pattern: "^[ -~]{1,128}$",
	description: "Its id in another system, 1…128 printable ASCII characters; unique within the organization.",
});
const Start = Type.String({
	description:
		"RFC 3339, such as `2030-01-01T09:30:00Z`; without an offset, local time in the organization's time zone.",
	examples: ["2030-01-01T09:30:00"],
});
const DurationMinutes = Type.Integer({ minimum: 1, maximum: 10_080, description: "Planned duration. Default 60." });
const Conference = closed(
	{ url: Type.String({ maxLength: 2_048, description: "https address of a meeting that is held elsewhere." }) },
	{ description: "A meeting held elsewhere; captions and recordings can still be sent here." },
);
const Mode = OneOf(
	RECORDING_MODES,
	"whether it is recorded: never, when started by a user (default), or from the start",
);
const Recording = Type.Union([
	Mode,
	closed({
		mode: Type.Optional(Mode),
		consent: Type.Optional(
			OneOf(CONSENTS, "consent it requires: that of the organization's settings (default) or a stricter one"),
		),
	}),
]);
const RequestedTranscription = closed({
	enabled: Type.Optional(Type.Boolean({ description: "Whether recordings are transcribed. Default true." })),
	live: Type.Optional(Type.Boolean({ description: "Whether live captions are made. Default false." })),
	provider: Type.Optional(
		Nullable(Type.String({ maxLength: 64, description: "Speech engine; null: chosen by the AI policy." })),
	),
	translateTo: Type.Optional(
		Type.Array(DefaultedLanguage, { maxItems: 20, description: "Languages into which it is translated." }),
	),
});
const Participant = checked(
	closed({
		userId: Type.Optional(Id("usr", "id of a member of the organization")),
		email: Type.Optional(Email),
		name: Type.Optional(checked(Type.String({ description: "Name of a person invited by address." }), parseName)),
		role: Type.Optional(OneOf(["host", "participant"], "role; default participant")),
	}),
	exactlyOneOf("userId", "email"),
);

const optionalMembers = {
	description: Type.Optional(Nullable(Description)),
	kind: Type.Optional(Nullable(OneOf(MEETING_KINDS, "kind of meeting; default other, class with educationMode"))),
	durationMinutes: Type.Optional(Nullable(DurationMinutes)),
	language: Type.Optional(Nullable(DefaultedLanguage)),
	recording: Type.Optional(Nullable(Recording)),
	transcription: Type.Optional(Nullable(RequestedTranscription)),
	access: Type.Optional(Nullable(OneOf(MEETING_ACCESS, "who may enter; default workspace"))),
	...requestedRoomMembers,
	lobby: Type.Optional(Nullable(Type.Boolean({ description: "Whether guests wait to be admitted. Default false." }))),
	conference: Type.Optional(Nullable(Conference)),
	externalId: Type.Optional(Nullable(ExternalId)),
};

/** A new meeting: it starts at once, or at `scheduledStart`. */
export const CreateMeetingRequest = closed(
	{
		title: Title,
		...optionalMembers,
		scheduledStart: Type.Optional(Nullable(Start)),
		participants: Type.Optional(
			Type.Array(Participant, { maxItems: 200, description: "People invited, by userId or email." }),
		),
	},
	{ $id: "CreateMeetingRequestBody" },
);
export type CreateMeetingRequest = typeof CreateMeetingRequest.static;

/** A merge patch of a meeting: null removes a member, which has its default then. */
export const UpdateMeetingRequest = closed(
	{ title: Type.Optional(Title), ...optionalMembers, scheduledStart: Type.Optional(Start) },
	{ $id: "UpdateMeetingRequestBody" },
);
export type UpdateMeetingRequest = typeof UpdateMeetingRequest.static;

/** A meeting that was created. */
export const StartedMeeting = closed(
	{
		meeting: Meeting,
		live: Nullable(LiveAccess),
	},
	{ $id: "StartedMeeting" },
);
export type StartedMeeting = typeof StartedMeeting.static;

/** Path of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Filters of the list of meetings. */
export const ListMeetingsQuery = listQuery({
	workspaceId: Type.Optional(Id("wsp", "only those of this workspace")),
	state: Type.Optional(OneOf(MEETING_STATES, "only those in this state")),
	from: Type.Optional(Type.String({ description: "RFC 3339; only those that start at this time or later." })),
	to: Type.Optional(Type.String({ description: "RFC 3339; only those that start earlier." })),
	q: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description:
				"Words or beginnings of words of the title, in any order; all must match. Case and accents are ignored.",
		}),
	),
});
export type ListMeetingsQuery = typeof ListMeetingsQuery.static;

/** A meeting that is being deleted. */
export const DeletedMeeting = closed(
	{
		id: Id("mtg", "id of the meeting"),
		state: Type.Literal("deleting", { description: "Hidden, and soon to be removed." }),
	},
	{ $id: "DeletedMeeting" },
);

/** A join code, shown to those who run the meeting. */
export const JoinCode = closed(
	{
		code: Type.String({ description: "256 bits. Anyone who has it may join as a guest." }),
		joinUrl: Type.String({ description: "Address of the room, including the code." }),
	},
	{ $id: "JoinCode" },
);
export type JoinCode = typeof JoinCode.static;
