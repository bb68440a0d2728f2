import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { CONSENT_DECISIONS, CONSENT_KINDS } from "./values.ts";

const Kind = OneOf(CONSENT_KINDS, "what the decision is about");
const Decision = OneOf(CONSENT_DECISIONS, "decision");
const Decided = Nullable(closed({ decision: Decision, decidedAt: Timestamp }));

/** What a participant of a meeting consents to. */
export const Consent = closed(
	{
		participantId: Id("par", "id of the participant"),
		name: Nullable(Type.String({ description: "Their name; null once the person has been erased." })),
		recording: Decided,
		transcription: Decided,
		summary: Decided,
	},
	{ $id: "Consent", description: "The last decision of each kind; null before the first." },
);
export type Consent = typeof Consent.static;

/** Consent as `fields` may select it. */
export const consentFields = selectable(Consent);

const Count = Type.Integer({ minimum: 0 });
const Participants = Type.Array(Id("par", "id of a participant"), { description: "The first 100." });

/** What those in a room have decided about something. */
const ConsentCounts = closed({
	granted: Count,
	denied: Count,
	missing: Type.Integer({ minimum: 0, description: "Undecided." }),
	participants: Nullable(
		closed(
			{ denied: Participants, missing: Participants },
			{ description: "Who they are; null for callers who do not run the meeting." },
		),
	),
});

/** What those in a room consent to. */
export const ConsentSummary = closed(
	{ recording: ConsentCounts, transcription: ConsentCounts, summary: ConsentCounts },
	{ $id: "ConsentSummary", description: "Number of participants in the room by their last decision." },
);
export type ConsentSummary = typeof ConsentSummary.static;

/** A summary as `fields` may select it. */
export const summaryFields = selectable(ConsentSummary);

/** A decision as events include it. */
export const ConsentChange = closed(
	{
		participantId: Id("par", "id of the participant"),
		meetingId: Id("mtg", "id of the meeting"),
		userId: Nullable(Id("usr", "their account; null for a guest")),
		kind: Kind,
		decision: Decision,
		decidedAt: Timestamp,
	},
	{ $id: "ConsentChange" },
);
export type ConsentChange = typeof ConsentChange.static;

/** A decision of the caller. */
export const DecideRequest = closed({ kind: Kind, decision: Decision }, { $id: "DecideConsentRequestBody" });
export type DecideRequest = typeof DecideRequest.static;

/** Path of the consent of a meeting. */
export const ConsentsParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Path of the consent of a participant. */
export const ConsentParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	participantId: Id("par", "id of the participant"),
});

/** Query of the list. */
export const ListConsentsQuery = listQuery({});
export type ListConsentsQuery = typeof ListConsentsQuery.static;
