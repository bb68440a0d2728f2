import { createBillingModule, type NonpaymentBlocks, runningBill } from "#modules/billing";
import { createBillingAccountsModule } from "#modules/billing-accounts";
import { createInvoicesModule, type InvoiceListener } from "#modules/invoices";
import { createTrialModule } from "#modules/trial";
import type { Core } from "#platform/module";
import type { Deps } from "./deps.ts";

/** What the modules of invoices need of those of what is charged. */
interface BillingModuleDeps {
	readonly blocks: NonpaymentBlocks;
}

/** Creates and wires the modules of who pays for organizations, what for, and how. */
export function createBillingModules(core: Core, { config }: Deps, deps: BillingModuleDeps) {
	const { taxRates, issuer } = config.billing;
	const billingAccounts = createBillingAccountsModule(core, { providers: ["manual"] });
	const { accounts } = billingAccounts;
	const listeners: InvoiceListener[] = [];
	const invoices = createInvoicesModule(core, { listeners: () => listeners, runningBill, accounts, taxRates, issuer });
	const billing = createBillingModule(core, {
		...deps,
		accounts,
		invoices: invoices.invoices,
		// Nobody is charged by hand who has not said so.
		converts: async () => false,
	});
	listeners.push(billing.listener);
	return { billingAccounts, invoices, billing, trial: createTrialModule(core, billing) };
}
