import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { authTag } from "#modules/identity/sessions";
import { Account, PasswordReset, Registered, ResetRequested, VerifiedEmail } from "./schemas.ts";

const userId = "usr_01jd0z7v9gf2nbrexx3vqjhp41";
const email = "ada@example.edu";
const password = "a long sentence that no one else uses";
const token = "Zk3Qm0l3cGlzMnJ4eW1vYzR5a2d2ZWQwN2h1dGJqcXc";
const always = "The response and its timing are the same whether or not the address has an account.";

/** Documentation of the operations on accounts. */
export const documentation = {
	register: operation({
		id: "register",
		summary: "Register an account",
		description:
			`If mail is configured, the response is always 202. ${always} The address must be confirmed with the link in the ` +
			"mail before anyone can sign in. If an address is registered a second time before that, the password must be chosen " +
			"again by mail, because either person may own the address. Without mail, the response is 201 with the account, or 409 " +
			"`email_taken`. `SIGNUP` controls who may register: `open`, `invite` (only with `inviteToken`) or `closed`. With " +
			"`inviteToken`, the user joins the organization at once; a token that was mailed also confirms the address. An " +
			"unconfirmed account with the same address that belongs to no organization is replaced.",
		tag: authTag,
		request: { email, password, name: "Ada Lovelace", locale: "en-US", timezone: "Europe/London" },
		responses: {
			201: okResponse("The account (only if mail is not configured)", Account, "Account created", {
				id: userId,
				email,
				emailVerified: false,
				name: "Ada Lovelace",
				locale: "en-US",
				timezone: "Europe/London",
				createdAt: "2030-01-01T09:30:00.000Z",
			}),
			202: okResponse("Accepted; everything else is sent by mail", Registered, "Check your mail", {
				next: "verify_email",
			}),
		},
		errors: ["quota_exceeded", "forbidden", "token_invalid", "organization_suspended", "email_taken"],
	}),

	verifyEmail: operation({
		id: "verifyEmail",
		tokenOptional: true,
		summary: "Confirm an e-mail address",
		description:
			"Takes the token from the mail for a registration or a changed address. A token is valid for 24 " +
			"hours and works once; only the newest one is accepted. Confirming does not sign the user in. A " +
			"changed address, and the address of an account that already belongs to an organization, can be " +
			"confirmed only by that account: send its access token or its `password`; otherwise the token " +
			"remains valid. The first confirmation of an " +
			"account's address ends its other sessions and removes provider identities, passkeys and second " +
			"factors set up before, because another person may have created them.",
		tag: authTag,
		request: { token },
		responses: {
			200: okResponse("The address has been confirmed", VerifiedEmail, "E-mail address confirmed", {
				userId,
				email,
				emailVerified: true,
			}),
		},
		errors: ["token_invalid", "unauthenticated", "forbidden", "email_taken"],
	}),

	resendVerification: operation({
		id: "resendVerificationEmail",
		summary: "Resend the verification mail",
		description: `${always} At most three mails per address are sent each hour.`,
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
		summary: "Request a password reset",
		description: `${always} The link in the mail is valid for 30 minutes and works once; only the newest one is accepted. At most three mails per address are sent each hour.`,
		tag: authTag,
		request: { email },
		responses: {
			202: okResponse("If the address has an account, a mail is on its way", ResetRequested, "Check your mail", {}),
		},
	}),

	requestPasswordReset: operation({
		id: "requestPasswordReset",
		tokenOptional: true,
		summary: "Request a password reset for a user",
		description:
			"With `email`, works like `forgot-password` and is open to anyone. With `userId`, an administrator " +
			"(`member:write`) requests a reset for a member of their organization, and the link is mailed to the " +
			"member. Without mail, the link is returned once: to an administrator, if the account was created by " +
			"an invitation from this organization, belongs to no other, and has an unconfirmed address; for " +
			"every other account, only to a system administrator. Requesting a link for yourself this way " +
			"requires a sign-in within the last ten minutes. The link stops working when the member's role " +
			"changes, when they join another organization, or when an administrator of this one leaves or is " +
			"demoted.",
		tag: authTag,
		request: { userId },
		responses: {
			202: okResponse("Accepted; the link is sent by mail", ResetRequested, "Password reset requested", {}),
		},
		errors: ["unauthenticated", "insufficient_scope", "organization_suspended", "forbidden", "not_found"],
	}),

	resetPassword: operation({
		id: "resetPassword",
		summary: "Reset the password",
		description:
			"Ends every session of the account and invalidates every other mailed token. A token that was mailed " +
			"also confirms the address. If the address had not been confirmed before, provider identities, " +
			"passkeys and second factors are removed as well, because another person may have set them up. " +
			"Otherwise the next sign-in still requires the second factor.",
		tag: authTag,
		request: { token, password },
		responses: { 200: okResponse("The password has been changed", PasswordReset, "Password changed", { userId }) },
		errors: ["token_invalid"],
	}),
};
