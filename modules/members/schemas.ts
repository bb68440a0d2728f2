import { type TSchema, Type } from "@sinclair/typebox";
import { closed, fieldsQuery, Id, OneOf, pageQuery, Timestamp } from "#http/schemas";
import type { FieldShape } from "#kernel/field-mask";
import { IssuedInvitation } from "#modules/invitations";
import { ROLES } from "#modules/permissions";

const memberMembers = {
	userId: Id("usr", "id of the person"),
	email: Type.String({ examples: ["ada@example.edu"] }),
	name: Type.String({ examples: ["Ada Lovelace"] }),
	role: OneOf(ROLES, "role in the organization"),
	joinedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A person who belongs to an organization. */
export const Member = closed(memberMembers, { $id: "Member" });
export type Member = typeof Member.static;

/** What `fields` chose of a member. */
export const MemberSelection = Type.Partial(closed(memberMembers), { additionalProperties: false });
export type MemberSelection = typeof MemberSelection.static;

/** The names `fields` may use. */
export const memberShape: FieldShape = Object.fromEntries(Object.keys(memberMembers).map((name) => [name, true]));

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

/** The organization of a path. */
export const MembersParams = closed({ orgId: Id("org", "id of the organization") });

/** The member of a path. */
export const MemberParams = closed({
	orgId: Id("org", "id of the organization"),
	userId: Id("usr", "id of the member"),
});

/** What a single member is read with. */
export const GetMemberQuery = closed(fieldsQuery);

/** What the members are narrowed to. */
export const ListMembersQuery = closed({
	role: Type.Optional(OneOf(ROLES, "only those with this role")),
	q: Type.Optional(
		Type.String({ minLength: 1, maxLength: 128, description: "Part of the name or e-mail address, in any case." }),
	),
	...pageQuery,
	...fieldsQuery,
});
export type ListMembersQuery = typeof ListMembersQuery.static;
