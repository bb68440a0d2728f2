import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

const KINDS = ["file", "track", "mix"] as const;
const RECORDING_STATES = ["processing", "ready", "failed"] as const;

/** A recording of a meeting. */
export const Recording = closed(
	{
		id: Id("rec", "id of the recording"),
		kind: OneOf(
			KINDS,
			"`file`: an uploaded file; `track`: the voice of one participant; `mix`: all tracks of a capture in one file, made by the " +
				"server a minute after the last one arrived, and again when one is added or removed",
		),
		meetingId: Id("mtg", "id of its meeting"),
		filename: Type.String({ description: "File name for downloads.", examples: ["lesson-3.webm"] }),
		contentType: Type.String({
			description: "Media type detected from the content.",
			examples: ["video/webm"],
		}),
		sizeBytes: Type.Integer({ minimum: 1, description: "Bytes." }),
		sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the content, hex." }),
		durationMs: Nullable(Type.Integer({ minimum: 0, description: "Null until the content has been read." })),
		channels: Nullable(
			Type.Integer({ minimum: 0, description: "Audio channels; null until the content has been read." }),
		),
		hasVideo: Nullable(Type.Boolean({ description: "Null until the content has been read." })),
		language: Nullable(Type.String({ description: "BCP 47, as announced; null: detected." })),
		participantId: Nullable(Id("par", "participant whose own track it is; null if it is none")),
		captureId: Nullable(
			Type.String({ description: "Joins the tracks of one recording of the meeting; null if it stands alone." }),
		),
		startedAt: Nullable({ ...Timestamp, description: "When it began, as announced; null if unknown." }),
		state: OneOf(RECORDING_STATES, "`processing`: the content has not been read yet. It can be played in every state."),
		failure: Nullable(Type.String({ description: "Error code if it `failed`; null otherwise." })),
		createdBy: Type.String({
			description: "Id of the user, guest or API key that uploaded it; `job:recordings.mix` of a mix.",
		}),
		createdAt: { ...Timestamp, description: "Of a mix, that of its earliest track: both are kept equally long." },
		updatedAt: Timestamp,
	},
	{ $id: "Recording" },
);
export type Recording = typeof Recording.static;

/** A recording as `fields` may select it. */
export const recordingFields = selectable(Recording);

/** An address at which a player gets a recording. */
export const RecordingTicket = closed(
	{
		url: Type.String({
			format: "uri",
			description: "Address of the content, for players, which send no `Authorization`.",
		}),
		expiresAt: Timestamp,
	},
	{ $id: "RecordingTicket" },
);
export type RecordingTicket = typeof RecordingTicket.static;

/** The loudness of a recording over its time. */
export const Waveform = closed(
	{
		durationMs: Nullable(Type.Integer({ minimum: 0, description: "Length of the recording." })),
		peaks: Type.Array(Type.Integer({ minimum: 0, maximum: 127 }), {
			description: "Peak amplitudes, 0…127, of equal parts of the recording.",
		}),
	},
	{ $id: "Waveform" },
);
export type Waveform = typeof Waveform.static;

/** Path parameters that identify the recordings of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Path parameters that identify a recording. */
export const RecordingParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	recordingId: Id("rec", "id of the recording"),
});

/** Path parameters of an address for players. */
export const TicketParams = closed({
	ticket: Type.String({ minLength: 1, maxLength: 2048, description: "The ticket." }),
});

/** Query of the list of recordings. */
export const ListRecordingsQuery = listQuery({});
export type ListRecordingsQuery = typeof ListRecordingsQuery.static;
