import { AppError } from "#kernel/errors";

/** The same for an unknown, used, replaced and expired token. */
export const invalidToken = () =>
	new AppError("token_invalid", "The token is unknown, used or expired; ask for a new mail.");

/** A new address is confirmed only by the person whose account asked for it. */
export const signInToConfirm = () =>
	new AppError(
		"unauthenticated",
		"Confirm the new address where you are signed in to the account that asked for it, or send that account's password.",
	);

/** The same, to somebody who is signed in to another account. */
export const requestedByAnother = () =>
	new AppError("forbidden", "Another account asked for the new address: sign in to that one, or send its password.");

/** Said only where no mail could tell the owner instead, or to one who proved the address. */
export const emailTaken = () =>
	new AppError("email_taken", "The address belongs to an account already: sign in, or reset its password.", {
		meta: { field: "email" },
	});

/** `SIGNUP=closed`. */
export const signupClosed = () => new AppError("forbidden", "Nobody can register here; ask an administrator.");

/** `SIGNUP=invite`. */
export const invitedOnly = () =>
	new AppError("forbidden", "Only invited people can register here: send `inviteToken`.");

/** Of somebody who is no member of the caller's organization, or does not exist. */
export const personNotFound = () => new AppError("not_found", "Your organization has no such member.");

/** An administrator reaches only accounts below their own authority. */
export const aboveAuthority = () =>
	new AppError("forbidden", "The account is a system administrator's: only another one may reset it.");

/** A key that could reset a person could become that person. */
export const peopleOnly = () => new AppError("forbidden", "API keys reset nobody's password: a person does.");

/** Whoever is handed the link owns the account. */
export const resetLinkForbidden = () =>
	new AppError(
		"forbidden",
		"Without a mail transport the link would be handed to you, and the account reaches beyond your organization: ask a system administrator.",
	);
