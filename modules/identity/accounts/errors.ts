import { AppError } from "#kernel/errors";

/** Invalid token, with the same message whether it is unknown, used, replaced or expired. */
export const invalidToken = () =>
	new AppError("token_invalid", "The token is unknown, used or expired; request a new link.");

/** The address can only be confirmed by the account that gets it. */
export const signInToConfirm = () =>
	new AppError(
		"unauthenticated",
		"To confirm the address, sign in to its account, or send that account's password; if you do not know it, reset it.",
	);

/** The same for a caller who is signed in to another account. */
export const requestedByAnother = () =>
	new AppError(
		"forbidden",
		"The address belongs to a different account: sign in to that account, or send its password.",
	);

/** The address is taken; returned only without mail, which would notify the owner instead, or to its verified owner. */
export const emailTaken = () =>
	new AppError("email_taken", "The address already has an account: sign in, or reset its password.", {
		meta: { field: "email" },
		fieldErrors: [{ path: "/email", code: "taken", message: "must not be the address of another account" }],
	});

/** Registration is closed (`SIGNUP=closed`). */
export const signupClosed = () => new AppError("forbidden", "Registration is closed; ask an administrator.");

/** Registration requires an invitation (`SIGNUP=invite`). */
export const invitedOnly = () => new AppError("forbidden", "Registration requires an invitation: send `inviteToken`.");

/** The person does not exist, or is not a member of the caller's organization. */
export const personNotFound = () => new AppError("not_found", "Your organization does not have this member.");

/** The account's authority exceeds the caller's. */
export const aboveAuthority = () =>
	new AppError(
		"forbidden",
		"The account belongs to a system administrator: only another system administrator may reset its password.",
	);

/** API keys cannot reset a password: such a key could impersonate the person. */
export const peopleOnly = () => new AppError("forbidden", "API keys cannot reset passwords; a user must do so.");

/** The link must not be shown to the caller: anyone who has it owns the account. */
export const resetLinkForbidden = () =>
	new AppError(
		"forbidden",
		"Mail is not configured, and you may not receive the link of an account that reaches beyond your organization: ask a system administrator.",
	);
