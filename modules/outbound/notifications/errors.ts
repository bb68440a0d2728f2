import { AppError } from "#kernel/errors";

/** Returns the error for a token without a person who signed in for an organization. */
export const personRequired = () =>
	new AppError("forbidden", "This is what a user sees: sign in to an organization.", {
		meta: { reason: "no_person" },
	});

/** Returns the error for an address of a mail that turns nothing off. */
export const unsubscribeInvalid = (cause: unknown) =>
	new AppError("not_found", "This unsubscribe address is not valid.", { cause });
