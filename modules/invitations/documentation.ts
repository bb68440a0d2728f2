import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { authTag } from "#modules/sessions";
import {
	AcceptedInvitation,
	type Invitation,
	IssuedInvitation,
	invitationFields,
	receivedInvitationFields,
} from "./schemas.ts";

/** The tag of the operations on members and invitations. */
export const membersTag: Tag = { name: "Members", description: "Who belongs to an organization, and in which role." };
const issued: IssuedInvitation = {
	id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
	email: "ada@example.edu",
	role: "teacher",
	expiresAt: "2030-01-08T09:30:00.000Z",
};
const pending: Invitation = {
	...issued,
	state: "pending",
	invitedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T09:30:00.000Z",
	acceptedAt: null,
};

/** Documentation of the operations on invitations. */
export const documentation = {
	accept: operation({
		id: "acceptInvitation",
		tokenOptional: true,
		summary: "Accept an invitation",
		description:
			"For an address without an account, makes one with the given password. Its address counts as verified if the token was " +
			"mailed to it; a link that an administrator passed on proves nothing. Somebody who has an account sends their access token, " +
			"which must belong to the invited address. An account whose address nobody verified and that belongs to no organization " +
			"gives way: it loses the address to the new one.",
		tag: authTag,
		request: { name: "Ada Lovelace", password: "correct horse battery staple" },
		responses: {
			200: okResponse("The person is a member now", AcceptedInvitation, "Invitation accepted", {
				orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
				userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
				role: "owner",
			}),
		},
		errors: ["token_invalid", "unauthenticated", "organization_suspended"],
	}),

	preview: operation({
		id: "getReceivedInvitation",
		summary: "Get an invitation by its token",
		description: "What the invited person sees before they accept. It does not say whether the address has an account.",
		tag: authTag,
		responses: {
			200: okResponse("The invitation", receivedInvitationFields.schema, "Invitation retrieved", {
				organization: "Riverside School",
				email: "ada@example.edu",
				role: "teacher",
				invitedBy: "Grace Hopper",
				expiresAt: "2030-01-08T09:30:00.000Z",
			}),
		},
		errors: ["token_invalid"],
	}),

	list: operation({
		id: "listInvitations",
		summary: "List the invitations of an organization",
		description: "Newest first, in any state unless `state` narrows them. Tokens are never shown.",
		tag: membersTag,
		responses: {
			200: pageResponse("A page of invitations", invitationFields.schema, "Invitations retrieved", pending),
		},
	}),

	create: operation({
		id: "createInvitation",
		summary: "Invite an address",
		description:
			"The person is a member once they accept, within 7 days. A pending invitation of the same address is replaced. The answer is the " +
			"same whether or not the address has an account. Without a mail transport it holds the link to pass on, once.",
		tag: membersTag,
		request: { email: "ada@example.edu", role: "teacher" },
		responses: { 201: okResponse("The invitation", IssuedInvitation, "Invitation created", issued) },
		errors: ["forbidden", "conflict"],
	}),

	resend: operation({
		id: "resendInvitation",
		summary: "Send an invitation again",
		description: "With a new token, good for another 7 days; the token before no longer works.",
		tag: membersTag,
		responses: { 200: okResponse("The invitation", IssuedInvitation, "Invitation sent again", issued) },
		errors: ["forbidden", "conflict"],
	}),

	revoke: operation({
		id: "revokeInvitation",
		summary: "Withdraw an invitation",
		description: "Its token no longer works. Only a pending invitation can be withdrawn.",
		tag: membersTag,
		responses: { 204: emptyResponse("Withdrawn") },
		errors: ["forbidden"],
	}),
};
