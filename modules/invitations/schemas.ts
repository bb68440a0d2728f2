import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { ROLES } from "#modules/permissions";

const offerMembers = {
	id: Id("inv", "id of the invitation"),
	email: Type.String({ description: "The invited address.", examples: ["ada@example.edu"] }),
	role: OneOf(ROLES, "role the person will have"),
};

/** An invitation as its inviter sees it. */
export const IssuedInvitation = closed(
	{
		...offerMembers,
		expiresAt: Timestamp,
		acceptUrl: Type.Optional(
			Type.String({
				description: "Where the invitation is accepted (POST). Only where no mail transport brings it to the person.",
			}),
		),
		token: Type.Optional(
			Type.String({ description: "The token in `acceptUrl`. Shown once, and only where no mail transport is set up." }),
		),
	},
	{ $id: "IssuedInvitation" },
);
export type IssuedInvitation = typeof IssuedInvitation.static;

/** States of an invitation as they are shown. */
export const INVITATION_STATES = ["pending", "accepted", "revoked", "expired"] as const;
/** A state of an invitation; `expired` is a pending one whose time is over. */
export type InvitationState = (typeof INVITATION_STATES)[number];

/** An invitation in a list: never with its token. */
export const Invitation = closed(
	{
		...offerMembers,
		state: OneOf(INVITATION_STATES, "what became of it"),
		invitedBy: Type.String({
			description: "Who invited, or sent it again last: the id of a person, an API key or a command.",
		}),
		createdAt: Timestamp,
		expiresAt: Timestamp,
		acceptedAt: Nullable(Timestamp),
	},
	{ $id: "Invitation" },
);
export type Invitation = typeof Invitation.static;

/** What `fields` may choose of an invitation. */
export const invitationFields = selectable(Invitation);

/** Who is to be invited. */
export const CreateInvitationRequest = closed(
	{
		email: Type.String({ maxLength: 254, description: "the address to invite", examples: ["ada@example.edu"] }),
		role: OneOf(ROLES, "role the person will have"),
	},
	{ $id: "CreateInvitationRequest" },
);
export type CreateInvitationRequest = typeof CreateInvitationRequest.static;

/** The invitation of a path. */
export const InvitationParams = closed({
	orgId: Id("org", "id of the organization"),
	invitationId: Id("inv", "id of the invitation"),
});

/** What the invitations are narrowed to. */
export const ListInvitationsQuery = listQuery({
	state: Type.Optional(OneOf(INVITATION_STATES, "only those in this state")),
});
export type ListInvitationsQuery = typeof ListInvitationsQuery.static;

/** The token of a path. One that is no token is answered like one that is unknown. */
export const InvitationTokenParams = closed({
	token: Type.String({ maxLength: 256, description: "the token of the invitation" }),
});

/** What an invited person without an account gives; somebody with one gives nothing. */
export const AcceptInvitationRequest = closed(
	{
		name: Type.Optional(
			Type.String({ description: "Name of a new account, 1…128 characters. Default: the address before the `@`." }),
		),
		password: Type.Optional(
			Type.String({ maxLength: 1024, description: "Password of a new account; required unless the address has one." }),
		),
	},
	{ $id: "AcceptInvitationRequest" },
);
export type AcceptInvitationRequest = typeof AcceptInvitationRequest.static;

/** What an accepted invitation came to. */
export const AcceptedInvitation = closed(
	{
		orgId: Id("org", "the organization joined"),
		userId: Id("usr", "the account that joined it"),
		role: OneOf(ROLES, "role in the organization"),
	},
	{ $id: "AcceptedInvitation" },
);
export type AcceptedInvitation = typeof AcceptedInvitation.static;

/** An invitation that was made or sent again, as events show it: never with its token. */
export const OpenInvitation = closed({ ...offerMembers, expiresAt: Timestamp }, { $id: "OpenInvitation" });

/** An invitation that was accepted, as events show it. */
export const InvitationAcceptance = closed(
	{
		id: Id("inv", "id of the invitation"),
		userId: Id("usr", "the account that joined the organization"),
		role: OneOf(ROLES, "role in the organization: one who was a member already keeps theirs"),
	},
	{ $id: "InvitationAcceptance" },
);

/** An invitation that was withdrawn, as events show it. */
export const InvitationWithdrawal = closed(offerMembers, { $id: "InvitationWithdrawal" });
