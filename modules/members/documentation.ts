import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { membersTag } from "#modules/invitations";
import { InvitedMember, Member, memberFields } from "./schemas.ts";

const example: Member = {
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	email: "ada@example.edu",
	name: "Ada Lovelace",
	role: "teacher",
	joinedAt: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operations on members. */
export const documentation = {
	list: operation({
		id: "listMembers",
		summary: "List the members of an organization",
		description: "In the order in which they joined.",
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
			"Invites an address, whether or not it has an account: the person is a member once they accept. Without a mail transport the " +
			"answer holds the link to pass on, once. A system administrator adds a person who has an account at once, by `userId` or by an " +
			"address that was confirmed; from anybody else a `userId` is unknown. Nobody gives a role that may do more than they; only an owner makes " +
			"somebody an owner; an API key gives no role that administers; `teacher` and `student` need `educationMode`.",
		tag: membersTag,
		request: { email: "ada@example.edu", role: "teacher" },
		responses: {
			201: createdResponse("member", "The member; only for a system administrator", Member, "Member added", example),
			202: okResponse("The invitation; the person is a member once they accept", InvitedMember, "Invitation created", {
				invitation: {
					id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
					email: "ada@example.edu",
					role: "teacher",
					expiresAt: "2030-01-08T09:30:00.000Z",
				},
			}),
		},
		errors: ["forbidden", "insufficient_scope", "conflict"],
	}),

	changeRole: operation({
		id: "updateMember",
		summary: "Change the role of a member",
		description:
			"Both the role of before and the new one must be within what the caller may do; an API key touches no role that administers. " +
			"Only an owner changes the role of an owner or makes somebody one. An organization keeps at least one owner. With the " +
			"role go the member's pending invitations that exceed the new one; their API keys show `makerState: demoted`.",
		tag: membersTag,
		request: { role: "manager" },
		responses: { 200: versionedResponse("The member", Member, "Member updated", { ...example, role: "manager" }) },
		errors: ["forbidden", "last_owner", "precondition_failed"],
	}),

	remove: operation({
		id: "removeMember",
		summary: "Remove a member, or leave",
		description:
			"Every member may leave: their own id needs no scope. Somebody else's role must be within what the caller may do. The person " +
			"loses access to the organization with their next request; their pending invitations are withdrawn, their API keys show " +
			"`makerState: removed`. An organization keeps at least one owner.",
		tag: membersTag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["forbidden", "last_owner", "precondition_failed"],
	}),
};
