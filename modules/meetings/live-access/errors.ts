import { AppError } from "#kernel/errors";

/** Returns the error for a ticket that was not made here, was altered, or was used. */
export const ticketRefused = () =>
	new AppError("unauthenticated", "The ticket is not valid or has already been used; request a new one.");

/** Returns the error for a ticket whose time is over. */
export const ticketExpired = () => new AppError("token_expired", "The ticket has expired; request a new one.");
