import { AppError } from "#kernel/errors";

/** An administrator needs an address of their own. */
export const addressTaken = (email: string) =>
	new AppError("conflict", `There is an account with the address ${email} already.`, { meta: { field: "email" } });

/** Nobody has the address. */
export const accountNotFound = (email: string) =>
	new AppError("not_found", `There is no account with the address ${email}.`);

/** The person is somebody else. */
export const notAnAdministrator = (email: string) =>
	new AppError(
		"state_conflict",
		`${email} is no system administrator: a sign-in at the provider links everybody else.`,
	);

/** An identity signs in to one account. */
export const identityTaken = () => new AppError("conflict", "This identity signs in to an account already.");

/** The administrator does not sign in with it. */
export const identityNotFound = (email: string) => new AppError("not_found", `${email} has no such identity.`);
