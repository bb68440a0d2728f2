import { AppError } from "#kernel/errors";
import type { Scope } from "#kernel/scopes";
import type { Role } from "./roles.ts";

/** @param missing what would be given and the caller has not */
export const scopesExceeded = (missing: readonly Scope[]) =>
	new AppError(
		"insufficient_scope",
		`You cannot give, change or take away what you may not do yourself: ${missing.join(", ")}.`,
		{ meta: { required: missing.join(" ") } },
	);

/** An administrator is no owner. */
export const ownerRequired = () =>
	new AppError("forbidden", "Only an owner makes somebody an owner, or takes that from an owner.");

/** A key that made administrators would outlive its own revocation. */
export const personRequired = (role: Role) =>
	new AppError(
		"forbidden",
		`The role ${role} administers the organization: people give and take it, API keys do not.`,
		{
			meta: { role },
		},
	);
