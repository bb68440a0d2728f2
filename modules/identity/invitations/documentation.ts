import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { authTag } from "#modules/identity/sessions";
import {
	AcceptedInvitation,
	type Invitation,
	IssuedInvitation,
	invitationFields,
	receivedInvitationFields,
} from "./schemas.ts";

/** The tag of the operations on members and invitations. */
export const membersTag: Tag = { name: "Members", description: "Members of an organization and their roles." };
const issued: IssuedInvitation = {
	id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
	email: "ada@greenvalley.example",
	role: "teacher",
	expiresAt: "2030-01-08T09:30:00.000Z",
	delivery: "queued",
};
const shown: IssuedInvitation = {
	...issued,
	delivery: null,
	acceptUrl: "https://parley.example.edu/console/invitation#01jd0z7v9gf2nbrexx3vqjhp41…",
	token: "01jd0z7v9gf2nbrexx3vqjhp41…",
};
const pending: Invitation = {
	...issued,
	delivery: "sent",
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
			"If the address has no account, creates one with the given password. The address counts as verified " +
			"if the token was mailed to it, but not if an administrator passed the link on; the new account can " +
			"sign in either way. Users who already " +
			"have an account send their access token, which must belong to the invited address. An unverified " +
			"account that belongs to no organization loses the address to the new account.",
		tag: authTag,
		request: { name: "Ada Lovelace", password: "a long sentence that no one else uses" },
		responses: {
			200: okResponse("The person is now a member", AcceptedInvitation, "Invitation accepted", {
				orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
				userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
				role: "owner",
			}),
		},
		errors: ["quota_exceeded", "token_invalid", "unauthenticated", "organization_suspended"],
	}),

	preview: operation({
		id: "getReceivedInvitation",
		summary: "Get an invitation by its token",
		description:
			"Returns what the invited person sees before accepting. It does not reveal whether the address has " +
			"an account.",
		tag: authTag,
		responses: {
			200: okResponse("The invitation", receivedInvitationFields.schema, "Invitation retrieved", {
				organization: "Riverside School",
				branding: { accent: { light: "#7a1fa2", dark: "#bd8fd1" }, logo: null },
				email: "ada@greenvalley.example",
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
		description: "Lists the newest first, in every state unless `state` is given. Tokens are never shown.",
		tag: membersTag,
		responses: {
			200: pageResponse("A page of invitations", invitationFields.schema, "Invitations retrieved", pending),
		},
	}),

	create: operation({
		id: "createInvitation",
		summary: "Create an invitation",
		description:
			"The person becomes a member by accepting within 7 days. Replaces a pending invitation to the same " +
			"address. The response is the same whether or not the address has an account. Without mail, it contains " +
			"the link to pass on, which is shown only once. With mail, `delivery` in the list shows whether the " +
			"message was sent.",
		tag: membersTag,
		request: { email: "ada@greenvalley.example", role: "teacher" },
		responses: { 201: okResponse("The invitation", IssuedInvitation, "Invitation created", issued) },
		errors: ["quota_exceeded", "forbidden", "conflict", "email_domain_not_allowed"],
	}),

	resend: operation({
		id: "resendInvitation",
		summary: "Resend an invitation",
		description: "Sends a new token, valid for another 7 days; the previous one stops working.",
		tag: membersTag,
		responses: { 200: okResponse("The invitation", IssuedInvitation, "Invitation resent", issued) },
		errors: ["quota_exceeded", "forbidden", "conflict", "email_domain_not_allowed"],
	}),

	showLink: operation({
		id: "showInvitationLink",
		summary: "Show the link of an invitation",
		description:
			"Returns a new link to pass on, for when the mail does not arrive. The link is valid for 7 days and shown only once. The " +
			"previous link stops working, and a mail that is still waiting is not sent. Such a link does not verify an address: if mail is " +
			"configured, a new account has to confirm its address before it can sign in.",
		tag: membersTag,
		responses: { 200: okResponse("The invitation, with its link", IssuedInvitation, "Invitation link created", shown) },
		errors: ["quota_exceeded", "forbidden", "conflict", "email_domain_not_allowed"],
	}),

	revoke: operation({
		id: "revokeInvitation",
		summary: "Withdraw an invitation",
		description: "The token stops working. Only a pending invitation can be withdrawn.",
		tag: membersTag,
		responses: { 204: emptyResponse("Withdrawn") },
		errors: ["forbidden"],
	}),
};
