import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for a payment method that the organization does not have. */
export const methodNotFound = () => new AppError("not_found", "The organization has no such payment method.");

/** Returns the error for something that is not a token of the provider. */
export const notAToken = () =>
	invalidMember(
		"/token",
		"invalid_format",
		"must be the id of a payment method of the provider, such as pm_1QxYzAbCdEfGhIjK",
	);

/** Returns the error for an organization with as many ways to pay as there may be. */
export const tooManyMethods = (limit: number) =>
	new AppError(
		"conflict",
		text("An organization can have at most {limit} payment methods: remove one first.", { limit }),
		{
			meta: { limit },
		},
	);

/** Returns the error for an address that nobody is sent back to. */
export const foreignAddress = () =>
	invalidMember(
		"/returnUrl",
		"not_allowed",
		"must be an https URL below this installation or an origin of CORS_ORIGINS",
	);

/** Returns the error for ways to pay that have changed while they were read from the provider. */
export const changedMeanwhile = () =>
	new AppError("unavailable", "The payment methods are being changed: try again shortly.", {
		retryAfterSeconds: 1,
	});
