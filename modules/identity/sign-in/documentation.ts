import { operation } from "#http/operation";
import { authTag, EXAMPLE_SIGN_IN, signedIn } from "#modules/identity/sessions";

/** Documentation of signing in with a password. */
export const documentation = {
	login: operation({
		id: "login",
		summary: "Sign in with e-mail and password",
		description:
			"Returns an access token for the requested organization, or for the user's oldest membership. System " +
			"administrators need no membership, but the organization must exist (404, 410 if purged). An " +
			"unknown address and a wrong password get the same response in the same time. A user with an " +
			"authenticator gets `mfa_required` with a challenge for `POST /auth/mfa/verify`. Repeated failures " +
			"are delayed; a device that has signed in before (`device.id`, or the device cookie) is counted " +
			"separately, so strangers cannot lock it out. If mail is configured, an unconfirmed account that belongs to " +
			"no organization gets `email_not_verified`.",
		tag: authTag,
		request: EXAMPLE_SIGN_IN,
		responses: { 200: signedIn },
		errors: ["invalid_credentials", "email_not_verified", "mfa_required", "org_mismatch", "not_found", "purged"],
	}),
};
