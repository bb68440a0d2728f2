import { AppError } from "#kernel/errors";

/** Returns the error for extending what its maker could no longer make: another must adopt it first. @param what `webhook` */
export const orphaned = (what: string) =>
	new AppError(
		"state_conflict",
		`The maker of the ${what} no longer has the rights it takes: adopt the ${what} before you change it.`,
		{ meta: { state: "orphaned" } },
	);
