import type { BillingProvider } from "#db/schema";
import type { Contribution, Core } from "#platform/module";
import { type BillingAccounts, createBillingAccounts } from "./accounts.ts";
import { facts } from "./facts.ts";
import { billingAccountsRoutes } from "./routes.ts";
import { createBillingAccountsService } from "./service.ts";

/** The module, and what others use of it. */
export type BillingAccountsModule = Contribution & { readonly accounts: BillingAccounts };

/**
 * Creates the module of who pays for organizations.
 * @param providers those that this installation has; the last is that of accounts for which nobody chose another
 */
export function createBillingAccountsModule(
	core: Core,
	{ providers }: { readonly providers: readonly ["manual", ...BillingProvider[]] },
): BillingAccountsModule {
	const accounts = createBillingAccounts({ provider: providers.at(-1) ?? "manual" });
	return {
		accounts,
		facts,
		routes: billingAccountsRoutes(createBillingAccountsService({ ...core, accounts, providers })),
	};
}
