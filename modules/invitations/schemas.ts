import { Type } from "@sinclair/typebox";
import { closed, Id, OneOf, Timestamp } from "#http/schemas";
import { ROLES } from "#kernel/principal";

/** An invitation as its inviter sees it. */
export const IssuedInvitation = closed(
	{
		id: Id("inv", "id of the invitation"),
		email: Type.String({ description: "The invited address.", examples: ["ada@example.edu"] }),
		role: OneOf(ROLES, "role the person will have"),
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
