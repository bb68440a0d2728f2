import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { parseEmail } from "#kernel/text";
import { IssuedInvitation } from "#modules/identity/invitations";
import { ROLES } from "#modules/tenancy/permissions";

const membership = {
	userId: Id("usr", "id of the person"),
	email: Type.String({ examples: ["ada@example.edu"] }),
	name: Type.String({ examples: ["Ada Lovelace"] }),
	role: OneOf(ROLES, "role in the organization"),
	joinedAt: Timestamp,
};

/** Payload of what happens to a member. */
export const ChangedMember = closed(membership, { $id: "ChangedMember" });
export type ChangedMember = typeof ChangedMember.static;

/** A member of an organization. */
export const Member = closed(
	{
		...membership,
		lastSeenAt: Type.Optional({
			...Nullable(Timestamp),
			description:
				"When a session of the member in this organization last signed in or refreshed its token; sessions in " +
				"other organizations do not count. Null: no session is stored. Absent for callers without `member:write`.",
		}),
		mfa: Type.Optional(
			Type.Boolean({
				description:
					"Whether the member has a confirmed authenticator app or a passkey. Absent for callers without " +
					"`member:write`.",
			}),
		),
	},
	{ $id: "Member" },
);
export type Member = typeof Member.static;

/** Selector of `fields` for a member. */
export const memberFields = selectable(Member);

/** Asserts that a request names one person. @throws `validation_failed` */
export const assertOnePerson = exactlyOneOf("email", "userId");

/** The person to add: exactly one of `email` and `userId`. */
export const AddMemberRequest = checked(
	closed(
		{
			email: Type.Optional(
				checked(
					Type.String({
						maxLength: 254,
						description: "Address of the person to invite.",
						examples: ["ada@example.edu"],
					}),
					parseEmail,
				),
			),
			userId: Type.Optional(Id("usr", "id of a person who has an account; for system administrators")),
			role: OneOf(ROLES, "role in the organization"),
		},
		{ $id: "AddMemberRequestBody" },
	),
	assertOnePerson,
);
export type AddMemberRequest = typeof AddMemberRequest.static;

/** The invitation of a person, who becomes a member once they accept it. */
export const InvitedMember = closed({ invitation: IssuedInvitation }, { $id: "InvitedMember" });
export type InvitedMember = typeof InvitedMember.static;

/** The new role of a member. */
export const ChangeMemberRequest = closed(
	{ role: OneOf(ROLES, "role in the organization") },
	{ $id: "UpdateMemberRequestBody" },
);
export type ChangeMemberRequest = typeof ChangeMemberRequest.static;

/** Path parameters that identify a member. */
export const MemberParams = closed({
	orgId: Id("org", "id of the organization"),
	userId: Id("usr", "id of the member"),
});

/** Filters of the list of members. */
export const ListMembersQuery = listQuery({
	role: Type.Optional(OneOf(ROLES, "only those with this role")),
	q: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description:
				"Words or beginnings of words of the name or e-mail address, in any order; all must match. Case " +
				"and accents are ignored.",
		}),
	),
});
export type ListMembersQuery = typeof ListMembersQuery.static;
