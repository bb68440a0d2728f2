import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** The address of a new administrator belongs to another account. */
export const addressTaken = (email: string) =>
	new AppError("conflict", text("An account with the address {email} already exists.", { email }), {
		meta: { field: "email" },
	});

/** No account has the address. */
export const accountNotFound = (email: string) =>
	new AppError("not_found", text("There is no account with the address {email}.", { email }));

/** The account is not a system administrator's. */
export const notAnAdministrator = (email: string) =>
	new AppError(
		"state_conflict",
		text('{email} is not a system administrator: "parley admin list" shows who is.', { email }),
	);

/** Nobody would be left to administer the installation. */
export const lastAdministrator = (email: string) =>
	new AppError(
		"state_conflict",
		text(
			'{email} is the last system administrator who can sign in: create another one first, with "parley admin create".',
			{ email },
		),
	);

/** The identity is linked to an account already. */
export const identityTaken = () => new AppError("conflict", "This identity is already linked to an account.");

/** The identity is not linked to the administrator. */
export const identityNotFound = (email: string) =>
	new AppError("not_found", text("{email} has no such identity.", { email }));
