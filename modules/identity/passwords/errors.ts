import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** The caller signed in with a password that was made up for them. */
export const passwordChangeRequired = () =>
	new AppError(
		"password_change_required",
		text("Change the initial password first: PATCH /auth/update-profile {body}.", {
			body: '{"password": {"current": …, "new": …}}',
		}),
	);

/** The sign-in is too old for a sensitive change. @param maxAgeSeconds maximum age of the sign-in */
export const staleSignIn = (maxAgeSeconds: number) =>
	new AppError("forbidden", "This requires fresh authentication: sign in again, or send your password or a code.", {
		meta: { reason: "stale_sign_in", maxAgeSeconds },
	});

/** The password or code sent for fresh authentication is wrong. */
export const wrongProof = () =>
	new AppError("forbidden", "The password or code is wrong.", { meta: { reason: "wrong_proof" } });

/** The password sent as `path` is not the current one. */
export const incorrectPassword = (path: string) => invalidMember(path, "incorrect", "must be the current password");
