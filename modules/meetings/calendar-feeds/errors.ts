import { AppError } from "#kernel/errors";

/** Returns the error for a person without a calendar feed, and for an unknown address. */
export const feedNotFound = () => new AppError("not_found", "There is no such calendar feed.");

/** Returns the error for a token without a person who signed in for an organization. */
export const personRequired = () =>
	new AppError("forbidden", "A calendar feed belongs to a user: sign in to an organization.", {
		meta: { reason: "no_person" },
	});
