import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseEmail } from "#kernel/text";
import { PublicBranding } from "#modules/tenancy/branding";
import { ROLES } from "#modules/tenancy/permissions";

/** What is known of the mail of an invitation. */
const DELIVERIES = ["queued", "sent", "failed"] as const;

const Delivery = Nullable(
	OneOf(
		DELIVERIES,
		"Delivery of the mail: `queued` until the first attempt, `sent` once the mail server has accepted it, " +
			"`failed` if the last attempt failed (retried unless the address was rejected). Null if the link was shown " +
			"instead of mailed.",
	),
);

const invitationMembers = {
	id: Id("inv", "id of the invitation"),
	email: Type.String({ description: "The address that was invited.", examples: ["ada@example.edu"] }),
	role: OneOf(ROLES, "role the person will have"),
};

/** An invitation as returned to the inviter. */
export const IssuedInvitation = closed(
	{
		...invitationMembers,
		expiresAt: Timestamp,
		delivery: Delivery,
		acceptUrl: Type.Optional(
			Type.String({
				description:
					"Link to the page on which the person accepts the invitation. Returned only if mail is not configured, or by the operation that shows the link.",
			}),
		),
		token: Type.Optional(Type.String({ description: "The token in `acceptUrl`. Shown only once, with the link." })),
	},
	{ $id: "IssuedInvitation" },
);
export type IssuedInvitation = typeof IssuedInvitation.static;

/** States of an invitation in representations. */
export const INVITATION_STATES = ["pending", "accepted", "revoked", "expired", "requested"] as const;
/** A state of an invitation; `expired` means pending past its expiry, `requested` that the person asks to be invited. */
export type InvitationState = (typeof INVITATION_STATES)[number];

/** An invitation in a list, always without its token. */
export const Invitation = closed(
	{
		...invitationMembers,
		state: OneOf(
			INVITATION_STATES,
			"state of the invitation; `requested`: the person asks to join: resend it to invite them, withdraw it to refuse",
		),
		delivery: Delivery,
		invitedBy: Type.String({
			description: "Who created or last resent it: the id of a user, an API key or a command.",
		}),
		createdAt: Timestamp,
		expiresAt: Timestamp,
		acceptedAt: Nullable(Timestamp),
	},
	{ $id: "Invitation" },
);
export type Invitation = typeof Invitation.static;

/** Selector of `fields` for an invitation. */
export const invitationFields = selectable(Invitation);

/** The person to invite, and their role. */
export const CreateInvitationRequest = closed(
	{
		email: checked(
			Type.String({ maxLength: 254, description: "the address to invite", examples: ["ada@example.edu"] }),
			parseEmail,
		),
		role: OneOf(ROLES, "role the person will have"),
	},
	{ $id: "CreateInvitationRequestBody" },
);
export type CreateInvitationRequest = typeof CreateInvitationRequest.static;

/** Path parameters that identify an invitation. */
export const InvitationParams = closed({
	orgId: Id("org", "id of the organization"),
	invitationId: Id("inv", "id of the invitation"),
});

/** Filters of the list of invitations. */
export const ListInvitationsQuery = listQuery({
	state: Type.Optional(OneOf(INVITATION_STATES, "only those in this state")),
});
export type ListInvitationsQuery = typeof ListInvitationsQuery.static;

/** Path parameter with a token. Malformed tokens are accepted here, so that they get the same error as unknown ones. */
export const InvitationTokenParams = closed({
	token: Type.String({ maxLength: 256, description: "the token of the invitation" }),
});

/** An invitation as the person who has its token sees it. */
export const ReceivedInvitation = closed(
	{
		organization: Type.String({ description: "Name of the organization to join, as it calls itself." }),
		branding: PublicBranding,
		email: invitationMembers.email,
		role: invitationMembers.role,
		invitedBy: Nullable(
			Type.String({ description: "Name of the inviter; null for API keys and for users without a verified address." }),
		),
		expiresAt: Timestamp,
	},
	{ $id: "ReceivedInvitation" },
);
export type ReceivedInvitation = typeof ReceivedInvitation.static;

/** Selector of `fields` for an invitation as the invited person sees it. */
export const receivedInvitationFields = selectable(ReceivedInvitation);

/** Data of the new account of an invited person; empty for somebody who has an account. */
export const AcceptInvitationRequest = closed(
	{
		name: Type.Optional(
			Type.String({
				description: "Name of a new account, 1…128 characters. Default: the part of the address before the `@`.",
			}),
		),
		password: Type.Optional(
			Type.String({
				maxLength: 1024,
				description: "Password of a new account; required unless the address already has an account.",
			}),
		),
	},
	{ $id: "AcceptInvitationRequestBody" },
);
export type AcceptInvitationRequest = typeof AcceptInvitationRequest.static;

/** The membership that results from an accepted invitation. */
export const AcceptedInvitation = closed(
	{
		orgId: Id("org", "the organization that was joined"),
		userId: Id("usr", "the account that joined"),
		role: OneOf(ROLES, "role in the organization"),
	},
	{ $id: "AcceptedInvitation" },
);
export type AcceptedInvitation = typeof AcceptedInvitation.static;

/** An invitation that was created or sent again, as included in events, always without its token. */
export const OpenInvitation = closed({ ...invitationMembers, expiresAt: Timestamp }, { $id: "OpenInvitation" });

/** An accepted invitation, as included in events. */
export const InvitationAcceptance = closed(
	{
		id: Id("inv", "id of the invitation"),
		userId: Id("usr", "the account that joined the organization"),
		role: OneOf(ROLES, "role in the organization: one who was a member already keeps theirs"),
	},
	{ $id: "InvitationAcceptance" },
);

/** A revoked invitation, as included in events. */
export const InvitationWithdrawal = closed(invitationMembers, { $id: "InvitationWithdrawal" });
