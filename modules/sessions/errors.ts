import { AppError } from "#kernel/errors";

/** Signing in to an organization one does not belong to. */
export const notAMember = () => new AppError("org_mismatch", "You are not a member of that organization.");

/** Neither the body nor a cookie brought a refresh token. */
export const noRefreshToken = () => new AppError("unauthenticated", "Send a refresh token, or sign in.");

/** Another request with the same refresh token took the session somewhere else. */
export const sessionSwitchedElsewhere = () =>
	new AppError(
		"org_mismatch",
		"The session went on in another organization meanwhile; switch with its new refresh token.",
	);

/** No session has, or ever had, that refresh token. */
export const unknownRefreshToken = () =>
	new AppError("unauthenticated", "The refresh token is not valid; sign in again.", { meta: { token: "refresh" } });

/** The session was ended, or outlived its time. */
export const sessionEnded = () => new AppError("session_revoked", "The session is over; sign in again.");

/** The account behind the session was disabled or closed. */
export const accountInactive = () =>
	new AppError("token_revoked", "The access behind this token is gone; sign in again.");

/** Somebody used a refresh token a second time: one of the two is a thief. */
export const refreshTokenReused = () =>
	new AppError("refresh_token_reused", "The refresh token was used before, so the session was ended; sign in again.");

/** The caller has no such session: it is another's, or over. */
export const sessionNotFound = () => new AppError("not_found", "You have no such session.");

/** Sessions, passwords and second factors belong to people who signed in here. */
export const sessionRequired = () =>
	new AppError(
		"forbidden",
		"This needs a session of a person who signed in here, not a key or another issuer's token.",
	);
