import { AppError } from "#kernel/errors";

/** Returns the error for a member of an organization that tries to choose who takes its payments. */
export const providerLocked = () =>
	new AppError("admin_required", "Only a system administrator may change the provider.", {
		meta: { field: "provider" },
	});

/** Returns the error for a provider that this installation does not have. */
export const providerNotConfigured = (provider: string) =>
	new AppError(
		"provider_not_configured",
		`This installation is not connected to ${provider}: its operator can do that.`,
		{
			meta: { provider },
		},
	);
