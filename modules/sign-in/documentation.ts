import { operation } from "#http/operation";
import { authTag, signedIn } from "#modules/sessions";

/** Documentation of signing in with a password. */
export const documentation = {
	login: operation({
		id: "login",
		summary: "Sign in with e-mail and password",
		description:
			"Answers an access token for the organization asked for, or for the oldest membership. An unknown address and a wrong " +
			"password get the same answer in the same time. Who has an authenticator gets `mfa_required` with a challenge for " +
			"`POST /auth/mfa/verify`. Who repeats wrong attempts has to wait; a device that signed in before (`device.id`, or the device " +
			"cookie) is counted by itself, so strangers cannot lock it out.",
		tag: authTag,
		request: { email: "ada@example.edu", password: "correct horse battery staple" },
		responses: { 200: signedIn },
		errors: ["invalid_credentials", "email_not_verified", "mfa_required", "org_mismatch"],
	}),
};
