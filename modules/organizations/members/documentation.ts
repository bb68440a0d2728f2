import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { membersTag } from "#modules/identity/invitations";
import { InvitedMember, Member, memberFields } from "./schemas.ts";

const example: Member = {
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	email: "ada@greenvalley.example",
	name: "Ada Lovelace",
	role: "teacher",
	joinedAt: "2030-01-01T09:30:00.000Z",
	lastSeenAt: "2030-01-07T08:15:00.000Z",
	mfa: true,
};

/** Documentation of the operations on members. */
export const documentation = {
	list: operation({
		id: "listMembers",
		summary: "List the members of an organization",
		description: "Lists members in the order in which they joined.",
		tag: membersTag,
		responses: { 200: pageResponse("A page of members", memberFields.schema, "Members retrieved", example) },
	}),

	get: operation({
		id: "getMember",
		summary: "Get a member",
		tag: membersTag,
		responses: getResponses("The member", memberFields.schema, "Member retrieved", example),
	}),

	add: operation({
		id: "addMember",
		summary: "Add a member",
		description:
			"Invites an address, whether or not it has an account; the person becomes a member by accepting. " +
			"Without mail, the response contains the link to pass on, which is shown only once. A system " +
			"administrator adds a user with an account at once, by `userId` or by a confirmed address; for other " +
			"callers a `userId` is unknown. You cannot grant a role with more rights than your own. Only an " +
			"owner can make another user an owner, and an API key cannot grant an administrative role. `teacher` " +
			"and `student` require `educationMode`.",
		tag: membersTag,
		request: { email: "ada@greenvalley.example", role: "teacher" },
		responses: {
			201: createdResponse(
				"member",
				"The member, added at once by a system administrator",
				Member,
				"Member added",
				example,
			),
			202: okResponse(
				"The invitation; the person becomes a member by accepting it",
				InvitedMember,
				"Invitation created",
				{
					invitation: {
						id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
						email: "ada@greenvalley.example",
						role: "teacher",
						expiresAt: "2030-01-08T09:30:00.000Z",
						delivery: "queued",
					},
				},
			),
		},
		errors: ["quota_exceeded", "forbidden", "insufficient_scope", "conflict", "email_domain_not_allowed"],
	}),

	changeRole: operation({
		id: "updateMember",
		summary: "Change the role of a member",
		description:
			"Both the old and the new role must be within the caller's own rights; an API key cannot change " +
			"administrative roles. Only an owner can change the role of an owner or make another user an owner. " +
			"An organization keeps at least one owner. Pending invitations by the member that exceed the new " +
			"role are withdrawn, and the member's API keys show `makerState: demoted`.",
		tag: membersTag,
		request: { role: "manager" },
		responses: { 200: versionedResponse("The member", Member, "Member updated", { ...example, role: "manager" }) },
		errors: ["forbidden", "last_owner", "precondition_failed"],
	}),

	remove: operation({
		id: "removeMember",
		summary: "Remove a member, or leave",
		description:
			"Members may always leave: removing your own id requires no scope. Another member's role must be " +
			"within the caller's own rights. The member loses access to the organization with their next " +
			"request, their pending invitations are withdrawn, and their API keys show `makerState: removed`. An " +
			"organization keeps at least one owner.",
		tag: membersTag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["forbidden", "last_owner", "precondition_failed"],
	}),
};
