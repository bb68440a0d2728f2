import { type Static, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, exampleId, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { parseProse } from "#kernel/prose";
import { parseName } from "#kernel/text";
import { checkScope, MAX_REASON } from "./parse.ts";
import { FORMER_TEXT_OBJECTS, HOLD_SCOPES, HOLD_STATES } from "./values.ts";

const Name = checked(
	Type.String({ description: "1…128 characters.", examples: ["Doe v. Riverside School"] }),
	parseName,
);
const Matter = checked(
	Type.String({
		description: "Number or title of the proceedings, 1…128 characters.",
		examples: ["2030-CV-0117"],
	}),
	parseName,
);
const Reason = checked(
	Type.String({
		maxLength: 12_000,
		description: "1…2,000 characters.",
		examples: ["Counsel asked us to preserve everything."],
	}),
	(raw, path) => parseProse(raw, path, MAX_REASON),
);
const Scope = OneOf(HOLD_SCOPES, "What is preserved; `period`: every meeting in a time range.");
const MeetingId = Id("mtg", "id of the only meeting that is preserved");
const UserId = Id(
	"usr",
	"id of the person whose meetings are preserved: those they host, created, take part in or were invited to, before the hold or later",
);
const WorkspaceId = Id("wsp", "id of the workspace whose meetings are preserved");

/** A legal hold. */
export const LegalHold = closed(
	{
		id: Id("hld", "id of the hold"),
		name: Name,
		matter: Nullable(Matter),
		reason: Nullable(Reason),
		scope: Scope,
		meetingId: Nullable(MeetingId),
		userId: Nullable(UserId),
		workspaceId: Nullable(WorkspaceId),
		from: Nullable(Timestamp),
		to: Nullable(Timestamp),
		state: OneOf(HOLD_STATES, "`released` is final."),
		placedBy: Type.String({ description: "Who placed it." }),
		placedAt: Timestamp,
		releasedBy: Nullable(Type.String({ description: "Who released it; null while it is active." })),
		releasedAt: Nullable(Timestamp),
		releaseReason: Nullable(Reason),
	},
	{ $id: "LegalHold" },
);
export type LegalHold = Static<typeof LegalHold>;

/** Selector of `fields` for a hold. */
export const legalHoldFields = selectable(LegalHold);

const Start = checked(
	Type.String({
		maxLength: 64,
		description: "Start of the time range, RFC 3339, inclusive. A meeting that overlaps the range is preserved.",
		examples: ["2030-01-01T00:00:00.000Z"],
	}),
	parseInstant,
);
const End = checked(
	Type.String({
		maxLength: 64,
		description: "End of the time range, RFC 3339, exclusive. Without it, the range has no end.",
		examples: ["2030-07-01T00:00:00.000Z"],
	}),
	parseInstant,
);

/** A new hold. */
export const PlaceLegalHoldRequest = checked(
	closed(
		{
			name: Name,
			matter: Type.Optional(Nullable(Matter)),
			reason: Type.Optional(Nullable(Reason)),
			scope: Type.Optional(
				OneOf(
					HOLD_SCOPES,
					"Follows from the other properties; required only for `organization`, which preserves everything.",
				),
			),
			meetingId: Type.Optional(MeetingId),
			userId: Type.Optional(UserId),
			workspaceId: Type.Optional(WorkspaceId),
			from: Type.Optional(Nullable(Start)),
			to: Type.Optional(Nullable(End)),
		},
		{ $id: "PlaceLegalHoldRequestBody" },
	),
	checkScope,
);
export type PlaceLegalHoldRequest = Static<typeof PlaceLegalHoldRequest>;

/** A release. */
export const ReleaseLegalHoldRequest = closed(
	{ reason: Type.Optional(Nullable(Reason)) },
	{ $id: "ReleaseLegalHoldRequestBody" },
);
export type ReleaseLegalHoldRequest = Static<typeof ReleaseLegalHoldRequest>;

/** Path of a hold. */
export const LegalHoldParams = closed({
	orgId: Id("org", "id of the organization"),
	holdId: Id("hld", "id of the hold"),
});

/** A text of a held meeting from before it was replaced. */
export const FormerText = closed(
	{
		id: Id("fmr", "id of the former text"),
		meetingId: Id("mtg", "id of the meeting that it was in"),
		object: closed({
			type: OneOf(FORMER_TEXT_OBJECTS, "The kind of the resource it belonged to."),
			id: Type.String({ description: "id of that resource", examples: [exampleId("sum")] }),
		}),
		former: Type.Record(Type.String(), Type.Unknown(), {
			description:
				"The former values of the members that were replaced, by name; of a translation, also the `segmentId`.",
		}),
		replacedBy: Type.String({
			description: "id of who replaced it: a person, a participant, an API key, or a job, such as a new summary",
		}),
		replacedAt: Timestamp,
	},
	{ $id: "FormerText" },
);
export type FormerText = Static<typeof FormerText>;

/** A former text as `fields` may select it. */
export const formerTextFields = selectable(FormerText);

/** Query of the list of former texts. */
export const ListFormerTextsQuery = listQuery({});
export type ListFormerTextsQuery = Static<typeof ListFormerTextsQuery>;

/** Filters of the list of holds. */
export const ListLegalHoldsQuery = listQuery({
	state: Type.Optional(OneOf(HOLD_STATES, "only those in this state")),
	scope: Type.Optional(OneOf(HOLD_SCOPES, "only those with this scope")),
});
export type ListLegalHoldsQuery = Static<typeof ListLegalHoldsQuery>;
