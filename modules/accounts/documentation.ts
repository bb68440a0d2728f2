import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { authTag } from "#modules/sessions";
import { Account, PasswordReset, Registered, ResetRequested, VerifiedEmail } from "./schemas.ts";

const userId = "usr_01jd0z7v9gf2nbrexx3vqjhp41";
const email = "ada@example.edu";
const password = "a long sentence that nobody else says";
const token = "Zk3Qm0l3cGlzMnJ4eW1vYzR5a2d2ZWQwN2h1dGJqcXc";
const always = "The answer is the same, and takes as long, whether or not the address has an account.";

/** Documentation of the operations on accounts. */
export const documentation = {
	register: operation({
		id: "register",
		summary: "Register",
		description:
			`With a mail transport always 202: ${always} The address is confirmed by the link in the mail before anybody can sign in. Who ` +
			"registers a second time before that chooses the password anew by mail, because nobody can tell which of the two owns the address. " +
			"Without a mail transport 201 with the account, or 409 `email_taken`. `SIGNUP` decides who may register: `open`, `invite` (only " +
			"with `inviteToken`), `closed`. With an `inviteToken` the person joins the organization at once; if it was mailed, it also " +
			"confirms the address. An account of the address that nobody confirmed and that belongs to no organization gives way to the invited.",
		tag: authTag,
		request: { email, password, name: "Ada Lovelace", locale: "en-US", timezone: "Europe/London" },
		responses: {
			201: okResponse("The account (only without a mail transport)", Account, "Account created", {
				id: userId,
				email,
				emailVerified: false,
				name: "Ada Lovelace",
				locale: "en-US",
				timezone: "Europe/London",
				createdAt: "2030-01-01T09:30:00.000Z",
			}),
			202: okResponse("Everything else comes by mail", Registered, "Check your mail", { next: "verify_email" }),
		},
		errors: ["forbidden", "token_invalid", "organization_suspended", "email_taken"],
	}),

	verifyEmail: operation({
		id: "verifyEmail",
		tokenOptional: true,
		summary: "Confirm an e-mail address",
		description:
			"With the token of a registration (24 hours) or of a new address (24 hours). It works once, and only the newest does. Nobody is " +
			"signed in by it. A new address is confirmed only by the account that asked for it: send an access token of that account, or its " +
			"`password`; without them the token stays usable. The first confirmation of an account's address ends its other sessions and " +
			"removes identities of the provider, passkeys and second factors that were set up before: somebody else may have made them.",
		tag: authTag,
		request: { token },
		responses: {
			200: okResponse("The address is confirmed", VerifiedEmail, "E-mail address confirmed", {
				userId,
				email,
				emailVerified: true,
			}),
		},
		errors: ["token_invalid", "unauthenticated", "forbidden", "email_taken"],
	}),

	resendVerification: operation({
		id: "resendVerificationEmail",
		summary: "Send the verification mail again",
		description: `${always} At most three mails an hour for one address.`,
		tag: authTag,
		request: { email },
		responses: {
			202: okResponse(
				"If the address still has to be confirmed, a mail is on its way",
				ResetRequested,
				"Check your mail",
				{},
			),
		},
	}),

	forgotPassword: operation({
		id: "forgotPassword",
		summary: "Ask for a new password",
		description: `${always} The link in the mail works once, for 30 minutes, and only the newest does. At most three mails an hour for one address.`,
		tag: authTag,
		request: { email },
		responses: {
			202: okResponse("If the address has an account, a mail is on its way", ResetRequested, "Check your mail", {}),
		},
	}),

	requestPasswordReset: operation({
		id: "requestPasswordReset",
		tokenOptional: true,
		summary: "Start a password reset",
		description:
			"With `email` like `forgot-password`, for anybody. With `userId` an administrator (`member:write`) starts it for a member of " +
			"their organization: the link is mailed to the member. Without a mail transport the answer holds it, once, for an account that was " +
			"made by an invitation of this organization, belongs to no other, and whose address nobody confirmed; for every other account " +
			"only to a system administrator. A link for oneself that way needs a sign-in of the last ten minutes. It works no more once the " +
			"member has another role or joins another organization, or an administrator of this one leaves or is demoted.",
		tag: authTag,
		request: { userId },
		responses: { 202: okResponse("Asked for", ResetRequested, "Password reset requested", {}) },
		errors: ["unauthenticated", "insufficient_scope", "organization_suspended", "forbidden", "not_found"],
	}),

	resetPassword: operation({
		id: "resetPassword",
		summary: "Choose a new password",
		description:
			"Ends every session of the account and voids every other mailed token. A token that was mailed confirms the address, too. If nobody had " +
			"confirmed it before, identities of the provider, passkeys and second factors go, too: somebody else may have set them up. " +
			"Otherwise a second factor is still asked for at the next sign-in.",
		tag: authTag,
		request: { token, password },
		responses: { 200: okResponse("The password is changed", PasswordReset, "Password changed", { userId }) },
		errors: ["token_invalid"],
	}),
};
