import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, OneOf, Timestamp } from "#http/schemas";
import { IssuedInvitation } from "#modules/invitations";
import { ROLES } from "#modules/permissions";

/** A person who belongs to an organization. */
export const Member = closed(
	{
		userId: Id("usr", "id of the person"),
		email: Type.String({ examples: ["ada@example.edu"] }),
		name: Type.String({ examples: ["Ada Lovelace"] }),
		role: OneOf(ROLES, "role in the organization"),
		joinedAt: Timestamp,
	},
	{ $id: "Member" },
);
export type Member = typeof Member.static;

/** What `fields` may choose of a member. */
export const memberFields = selectable(Member);

/** Who is to become a member: exactly one of `email` and `userId`. */
export const AddMemberRequest = closed(
	{
		email: Type.Optional(
			Type.String({
				maxLength: 254,
				description: "Address of the person to invite.",
				examples: ["ada@example.edu"],
			}),
		),
		userId: Type.Optional(Id("usr", "id of a person who has an account; for system administrators")),
		role: OneOf(ROLES, "role in the organization"),
	},
	{ $id: "AddMemberRequest" },
);
export type AddMemberRequest = typeof AddMemberRequest.static;

/** An address was invited; the person is a member once they accept. */
export const InvitedMember = closed({ invitation: IssuedInvitation }, { $id: "InvitedMember" });
export type InvitedMember = typeof InvitedMember.static;

/** A new role. */
export const ChangeMemberRequest = closed(
	{ role: OneOf(ROLES, "role in the organization") },
	{ $id: "ChangeMemberRequest" },
);
export type ChangeMemberRequest = typeof ChangeMemberRequest.static;

/** The member of a path. */
export const MemberParams = closed({
	orgId: Id("org", "id of the organization"),
	userId: Id("usr", "id of the member"),
});

/** What the members are narrowed to. */
export const ListMembersQuery = listQuery({
	role: Type.Optional(OneOf(ROLES, "only those with this role")),
	q: Type.Optional(
		Type.String({ minLength: 1, maxLength: 128, description: "Part of the name or e-mail address, in any case." }),
	),
});
export type ListMembersQuery = typeof ListMembersQuery.static;
