import { AppError } from "#kernel/errors";

/** The person is not a member of the requested organization. */
export const notAMember = () => new AppError("org_mismatch", "You are not a member of that organization.");

/** The requested organization does not exist; only system administrators may sign in to one that is not theirs. */
export const noSuchOrganization = () => new AppError("not_found", "There is no such organization.");

/** Only the tombstone of the requested organization is left. */
export const organizationGone = () =>
	new AppError("purged", "The organization was purged and cannot be restored.", { meta: { state: "deleted" } });

/** Neither the body nor a cookie contains a refresh token. */
export const noRefreshToken = () => new AppError("unauthenticated", "Send a refresh token, or sign in.");

/** A concurrent request with the same refresh token switched the session to another organization. */
export const sessionSwitchedElsewhere = () =>
	new AppError(
		"org_mismatch",
		"The session has since switched to another organization; use its new refresh token to switch.",
	);

/** The refresh token belongs to no session, past or present. */
export const unknownRefreshToken = () =>
	new AppError("unauthenticated", "The refresh token is not valid; sign in again.", { meta: { token: "refresh" } });

/** The session was revoked or has expired. */
export const sessionEnded = () => new AppError("session_revoked", "The session has ended; sign in again.");

/** The account of the session was disabled or closed. */
export const accountInactive = () =>
	new AppError("token_revoked", "The access this token stands for has been withdrawn; sign in again.");

/** A refresh token was used a second time: one of the two clients stole it. */
export const refreshTokenReused = () =>
	new AppError(
		"refresh_token_reused",
		"The refresh token has already been used, so the session was ended; sign in again.",
	);

/** The caller has no such active session. */
export const sessionNotFound = () => new AppError("not_found", "You have no such session.");

/** The operation requires a session of a person who signed in here. */
export const sessionRequired = () =>
	new AppError(
		"forbidden",
		"This requires a user's session on this service, not an API key or another issuer's token.",
	);
