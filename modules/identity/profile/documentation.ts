import { operation } from "#http/operation";
import { notModified, okResponse } from "#http/resource";
import { authTag, exampleTokens } from "#modules/identity/sessions";
import { Profile, profileFields } from "./schemas.ts";

const { id, email, name } = exampleTokens.user;
const orgId = "org_01jd0z7v9gf2nbrexx3vqjhp41";

const profile: Profile = {
	id,
	email,
	emailVerified: true,
	name,
	systemAdmin: false,
	activeOrgId: orgId,
	role: "owner",
	scopes: ["member:read", "member:write", "org:read", "org:write"],
	grantableRoles: ["owner", "admin", "manager", "teacher", "member", "student", "guest", "billing", "auditor"],
	locale: null,
	timezone: null,
	avatarUrl: null,
	memberships: [{ orgId, name: "Green Valley High School", role: "owner", state: "active" }],
	mfa: { totp: true, recoveryCodesLeft: 10, passkeys: 1 },
};

/** Documentation of the profile. */
export const documentation = {
	get: operation({
		id: "getProfile",
		summary: "Get your account",
		tag: authTag,
		responses: {
			200: {
				...okResponse(
					"The caller, the active organization and every membership",
					profileFields.schema,
					"Profile retrieved",
					profile,
				),
				headers: { ETag: "The version, for If-Match of `PATCH /auth/update-profile` and If-None-Match." },
			},
			304: notModified,
		},
	}),

	update: operation({
		id: "updateProfile",
		summary: "Update your account",
		description:
			"Takes a JSON merge patch: null removes `locale`, `timezone` and `avatarUrl`. A new `email` takes " +
			"effect once the link mailed to it is opened (without mail, at once and unconfirmed), and requires a " +
			"sign-in within the last ten minutes or `password.current`. A new password requires the current one " +
			"and ends every other session.",
		tag: authTag,
		request: { name: "Ada King", timezone: "Europe/London" },
		responses: {
			200: {
				...okResponse("The caller, as by `GET /auth/profile`", Profile, "Profile updated", {
					id: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
					email,
					emailVerified: true,
					name: "Ada King",
					systemAdmin: false,
					activeOrgId: null,
					role: null,
					scopes: [],
					grantableRoles: [],
					locale: "en-GB",
					timezone: "Europe/London",
					avatarUrl: null,
					memberships: [],
					mfa: { totp: false, recoveryCodesLeft: 0, passkeys: 0 },
				}),
				headers: { ETag: "The new version, for If-Match and If-None-Match." },
			},
		},
		errors: ["forbidden", "email_taken", "precondition_failed"],
	}),
};
