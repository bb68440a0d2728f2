import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Email, Nullable, OneOf } from "#http/schemas";
import { parseHttpsUrl } from "#kernel/text";
import { MfaState } from "#modules/identity/mfa";
import { Password } from "#modules/identity/passwords";
import { LocaleText, PersonName, TimezoneText } from "#modules/identity/users";
import { ORGANIZATION_STATES } from "#modules/tenancy/organization-records";
import { ROLES } from "#modules/tenancy/permissions";

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
		grantableRoles: Type.Array(OneOf(ROLES, "role in the organization"), {
			description:
				"Roles the caller may grant in the active organization, as members or invitations; none without " +
				"`member:write`. `teacher` and `student` also require `educationMode`.",
		}),
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
		passwordChangeRequired: Type.Optional(
			Type.Literal(true, {
				description:
					"Present if the caller signed in with a generated password: until they choose their own, anything else is " +
					"refused (`password_change_required`).",
			}),
		),
	},
	{ $id: "Profile" },
);
export type Profile = typeof Profile.static;

/** Members of the profile that `fields` can select. */
export const profileFields = selectable(Profile);

/** Merge patch of the caller's account. */
export const UpdateProfileRequest = closed(
	{
		name: Type.Optional(PersonName),
		locale: Type.Optional(Nullable(LocaleText)),
		timezone: Type.Optional(Nullable(TimezoneText)),
		avatarUrl: Type.Optional(
			Nullable(checked(Type.String({ maxLength: 2048, description: "an https URL" }), parseHttpsUrl)),
		),
		email: Type.Optional(Email),
		password: Type.Optional(
			closed({
				current: Type.String({ minLength: 1, maxLength: 1024, description: "The current password." }),
				new: Type.Optional(Password),
			}),
		),
	},
	{ $id: "UpdateProfileRequestBody" },
);
export type UpdateProfileRequest = typeof UpdateProfileRequest.static;
