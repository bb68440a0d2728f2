import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for an account whose balance in a currency is nothing. */
export const nothingOwed = (currency: string) =>
	new AppError(
		"state_conflict",
		text("The balance of the account in {currency} is 0: nothing is left to pay back.", { currency }),
		{
			meta: { currency },
		},
	);

/** Asserts that an amount is no more than the balance, in minor units. @throws `validation_failed` */
export function assertWithinBalance(most: number, amountMinor: number): void {
	if (amountMinor > most)
		throw invalidMember(
			"/amountMinor",
			"too_large",
			text("must be at most {most}, the balance of the account", { most }),
		);
}

/** Returns the error for a member of an organization that tries to choose who takes its payments. */
export const providerLocked = () =>
	new AppError("admin_required", "Only a system administrator may change the provider.", {
		meta: { field: "provider" },
	});

/** Returns the error for a provider that this installation does not have. */
export const providerNotConfigured = (provider: string) =>
	new AppError(
		"provider_not_configured",
		text("This installation is not connected to {provider}: its operator can do that.", { provider }),
		{
			meta: { provider },
		},
	);
