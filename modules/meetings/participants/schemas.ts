import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Email, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { parseName } from "#kernel/text";
import { LiveAccess } from "#modules/meetings/meetings";
import { PARTICIPANT_ROLES, PARTICIPANT_STATES } from "./values.ts";

const GivenName = checked(
	Type.String({ description: "1…128 characters after trimming.", examples: ["Grace Hopper"] }),
	parseName,
);

const recordMembers = {
	id: Id("par", "id of the participant"),
	meetingId: Id("mtg", "id of the meeting"),
	userId: Nullable(
		Id(
			"usr",
			"their account; null for a guest, for a person without an account here (token of the identity provider), and once the account has been erased",
		),
	),
	name: Nullable(Type.String({ description: "As given when they last joined; null once the person has been erased." })),
	role: OneOf(PARTICIPANT_ROLES, "role in the meeting; `guest`: without an account"),
	state: OneOf(
		PARTICIPANT_STATES,
		"`waiting`: in the lobby; `admitted`: in the room; `refused`: not admitted from the lobby; `removed`: " +
			"may not return",
	),
	joinedAt: Nullable(Timestamp),
	leftAt: Nullable(Timestamp),
	version: Type.Integer({ minimum: 1 }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A participant as events include them: without the address they were invited at. */
export const RecordedParticipant = closed(recordMembers, { $id: "RecordedParticipant" });
export type RecordedParticipant = typeof RecordedParticipant.static;

const members = {
	...recordMembers,
	email: Nullable(
		Type.String({
			description:
				"Address to which an outside guest was invited; null for others, and for callers who do not run " +
				"the meeting.",
		}),
	),
};

/** A participant of a meeting. */
export const Participant = closed(members, { $id: "Participant" });
export type Participant = typeof Participant.static;

/** A participant as `fields` may select it. */
export const participantFields = selectable(Participant);

/** A participant who was added. */
export const AddedParticipant = closed(
	{
		...members,
		joinUrl: Nullable(
			Type.String({
				description:
					"Address at which an outside guest joins, to be passed on; shown only once. Null if it was " +
					"mailed, and for members.",
			}),
		),
	},
	{ $id: "AddedParticipant" },
);
export type AddedParticipant = typeof AddedParticipant.static;

/** Asserts that a request names one person. @throws `validation_failed` */
export const assertOnePerson = exactlyOneOf("userId", "email");

/** Who is to take part in a meeting: exactly one of `userId` and `email`. */
export const AddParticipantRequest = checked(
	closed(
		{
			userId: Type.Optional(Id("usr", "a member of the organization")),
			email: Type.Optional({ ...Email, description: "address of an outside guest" }),
			name: Type.Optional({ ...GivenName, description: "Name of an outside guest until they give their own." }),
			role: Type.Optional(OneOf(["host", "participant"], "role of a member; default participant")),
		},
		{ $id: "AddParticipantRequestBody" },
	),
	assertOnePerson,
);
export type AddParticipantRequest = typeof AddParticipantRequest.static;

/** What changes about a participant. */
export const ChangeParticipantRequest = closed(
	{ role: OneOf(["host", "participant"], "role in the meeting; a host runs it") },
	{ $id: "UpdateParticipantRequestBody" },
);
export type ChangeParticipantRequest = typeof ChangeParticipantRequest.static;

const Code = Type.String({ minLength: 1, maxLength: 256, description: "The code at the end of the join address." });

/** Whose meeting is asked about before anyone joins. */
export const PreviewMeetingRequest = closed({ code: Code }, { $id: "PreviewMeetingByCodeRequestBody" });
export type PreviewMeetingRequest = typeof PreviewMeetingRequest.static;

/** What the bearer of a code learns of its meeting before they join: nothing of its participants but its hosts. */
export const MeetingPreview = closed(
	{
		title: Type.String(),
		hosts: Type.Array(Type.String(), { description: "Names of the host and of further hosts; at most 11." }),
		state: OneOf(["scheduled", "live", "over"], "`scheduled`: not started; `over`: ended or cancelled"),
	},
	{ $id: "MeetingPreview" },
);
export type MeetingPreview = typeof MeetingPreview.static;

/** How somebody joins by a code. */
export const JoinByCodeRequest = closed(
	{
		code: Code,
		name: Type.Optional({
			...GivenName,
			description:
				"Name shown to others; required for callers who are not of the organization, ignored otherwise: theirs is that of " +
				"their account, or the one their identity provider states.",
		}),
	},
	{ $id: "JoinMeetingByCodeRequestBody" },
);
export type JoinByCodeRequest = typeof JoinByCodeRequest.static;

/** Somebody who joined by a code. */
export const JoinedMeeting = closed(
	{
		access_token: Nullable(
			Type.String({
				description:
					"Valid for this meeting only, until it ends; send it as `Authorization: Bearer`. Null for " +
					"members of the organization, who keep using their own token.",
			}),
		),
		token_type: Type.Literal("Bearer"),
		expires_in: Nullable(Type.Integer({ description: "Seconds until the token expires, at the latest." })),
		participant: Participant,
		live: Nullable(LiveAccess),
	},
	{ $id: "JoinedMeeting" },
);
export type JoinedMeeting = typeof JoinedMeeting.static;

/** Path of the participants of a meeting. */
export const ParticipantsParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Path of a participant. */
export const ParticipantParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	participantId: Id("par", "id of the participant"),
});

/** Filters of the list of participants. */
export const ListParticipantsQuery = listQuery({
	state: Type.Optional(OneOf(PARTICIPANT_STATES, "only those in this state")),
});
export type ListParticipantsQuery = typeof ListParticipantsQuery.static;
