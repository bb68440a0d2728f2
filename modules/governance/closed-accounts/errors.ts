import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** Returns the error for a confirmation that does not name the account. */
export const notConfirmed = () => invalidMember("/confirm", "invalid", "must be the e-mail address of your account");

/** Returns the error for closing the account that administers the installation. */
export const lastAdministrator = () =>
	new AppError("state_conflict", "You are the last system administrator who can sign in: create another one first.");
