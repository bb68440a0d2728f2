import { operation } from "#http/operation";
import { notModified, okResponse } from "#http/resource";
import { authTag, exampleTokens } from "#modules/sessions";
import { type Profile, profileFields } from "./schemas.ts";

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
	scopes: ["org:read"],
	locale: null,
	timezone: null,
	avatarUrl: null,
	memberships: [{ orgId, name: "Green Valley High School", role: "owner", state: "active" }],
	mfa: { totp: true, recoveryCodesLeft: 10, passkeys: 1 },
};

/** What the API document says of the profile. */
export const documentation = {
	get: operation({
		id: "getProfile",
		summary: "Get the signed-in person",
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
};
