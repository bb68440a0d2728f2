import { AppError } from "#kernel/errors";
import { MAX_INTEGRATIONS } from "./values.ts";

/** Returns the error for an integration that the organization does not have. */
export const integrationNotFound = () => new AppError("not_found", "The organization has no such integration.");

/** Returns the error for one integration too many. */
export const tooManyIntegrations = () =>
	new AppError("conflict", `An organization has at most ${MAX_INTEGRATIONS} integrations.`, {
		meta: { max: MAX_INTEGRATIONS },
	});
