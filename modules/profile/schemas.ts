import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Nullable, OneOf } from "#http/schemas";
import { MfaState } from "#modules/mfa";
import { ORGANIZATION_STATES } from "#modules/organizations";
import { ROLES } from "#modules/permissions";

/** The signed-in person. */
export const Profile = closed(
	{
		id: Type.String(),
		email: Nullable(Type.String()),
		emailVerified: Type.Boolean(),
		name: Type.String(),
		systemAdmin: Type.Boolean(),
		activeOrgId: Nullable(Type.String()),
		role: Nullable(Type.String()),
		scopes: Type.Array(Type.String()),
		locale: Nullable(Type.String()),
		timezone: Nullable(Type.String()),
		avatarUrl: Nullable(Type.String()),
		memberships: Type.Array(
			closed({
				orgId: Type.String(),
				name: Type.String(),
				role: OneOf(ROLES, "role in the organization"),
				state: OneOf(ORGANIZATION_STATES, "state of the organization"),
			}),
		),
		mfa: MfaState,
	},
	{ $id: "Profile" },
);
export type Profile = typeof Profile.static;

/** What `fields` may choose of the profile. */
export const profileFields = selectable(Profile);
