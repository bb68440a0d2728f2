import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { MAX_INTEGRATIONS } from "./values.ts";

/** Returns the error for an integration that the organization does not have. */
export const integrationNotFound = () => new AppError("not_found", "The organization has no such integration.");

/** Returns the error for one integration too many. */
export const tooManyIntegrations = () =>
	new AppError("conflict", text("An organization has at most {most} integrations.", { most: MAX_INTEGRATIONS }), {
		meta: { max: MAX_INTEGRATIONS },
	});
