import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { closed, Flag, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { OrganizationSummary, Suspension } from "#modules/organizations/organizations";
import { LIVE_MEETING_RULES, SUSPENSION_REASONS } from "#modules/tenancy/organization-records";

const { id, state, createdAt, ...members } = OrganizationSummary.properties;

/** An organization after a change of its state. */
export const OrganizationWithState = closed(
	{ id, state, createdAt, suspension: Nullable(Suspension), ...members },
	{ $id: "OrganizationWithState" },
);
export type OrganizationWithState = typeof OrganizationWithState.static;

/** Options of a deletion. */
export const DeleteOrganizationQuery = closed({
	force: Type.Optional(Flag("system administrators only: purge now instead of in 30 days")),
	confirm: Type.Optional(Type.String({ description: "The name of the organization; required with force." })),
});
export type DeleteOrganizationQuery = typeof DeleteOrganizationQuery.static;

/** The outcome of a deletion. */
export const ScheduledDeletion = closed(
	{ state: OneOf(["pending_deletion", "deleted"], "returned only with `force`"), purgeAt: Timestamp },
	{ $id: "ScheduledDeletion" },
);
export type ScheduledDeletion = typeof ScheduledDeletion.static;

/** An organization whose deletion is scheduled, or that was purged, as included in events. */
export const OrganizationDeletion = closed(
	{ id, state: OneOf(["pending_deletion", "deleted"], "deleted once purged"), purgeAt: Timestamp },
	{ $id: "OrganizationDeletion" },
);

/** Reason and duration of a suspension. */
export const SuspendRequest = closed(
	{
		reasonCode: Type.Optional(
			OneOf(SUSPENSION_REASONS, "why; default owner_request, for a system administrator other"),
		),
		reason: Type.Optional(Type.String({ maxLength: 500, description: "A note for people, at most 500 characters." })),
		expiresAt: Type.Optional(
			checked(Type.String({ description: "RFC 3339; when the block lifts itself. Default: never." }), parseInstant),
		),
		liveMeetings: Type.Optional(
			OneOf(LIVE_MEETING_RULES, "`drain`: live meetings end within 15 minutes; `end`: at once; default drain"),
		),
	},
	{ $id: "SuspendOrganizationRequestBody" },
);
export type SuspendRequest = typeof SuspendRequest.static;
