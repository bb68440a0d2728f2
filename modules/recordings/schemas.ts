import { Type } from "@sinclair/typebox";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

/** States of a recording. */
const RECORDING_STATES = ["processing", "ready", "failed"] as const;

/** A recording of a meeting. */
export const Recording = closed(
	{
		id: Id("rec", "id of the recording"),
		meetingId: Id("mtg", "id of its meeting"),
		filename: Type.String({ description: "Name of the file when it is downloaded.", examples: ["lesson-3.webm"] }),
		contentType: Type.String({
			description: "What the content is, whatever it was announced as.",
			examples: ["video/webm"],
		}),
		sizeBytes: Type.Integer({ minimum: 1, description: "Bytes." }),
		sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the content, hex." }),
		durationMs: Nullable(Type.Integer({ minimum: 0, description: "Null until the content was read." })),
		channels: Nullable(Type.Integer({ minimum: 0, description: "Audio channels; null until the content was read." })),
		hasVideo: Nullable(Type.Boolean({ description: "Null until the content was read." })),
		language: Nullable(Type.String({ description: "BCP 47, as announced; null: found out from the speech." })),
		state: OneOf(RECORDING_STATES, "`processing`: its content has not been read yet. It can be played in every state."),
		failure: Nullable(Type.String({ description: "Error code of a `failed` one; null otherwise." })),
		createdBy: Type.String({ description: "Whoever uploaded it: the id of a user or of an API key." }),
		createdAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "Recording" },
);
export type Recording = typeof Recording.static;
