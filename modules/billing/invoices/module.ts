import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createInvoices, type Invoices } from "./invoices.ts";
import { handleOverdue } from "./overdue.ts";
import { invoicesRoutes } from "./routes.ts";
import { createInvoicesService } from "./service.ts";
import type { TaxRate } from "./taxes.ts";
import type { Issuer, RunningBill } from "./types.ts";

interface InvoicesModuleDeps {
	readonly accounts: BillingAccounts;
	readonly taxRates: readonly TaxRate[];
	readonly issuer: Issuer;
	readonly runningBill: RunningBill;
}

/** The module, and what others use of it. */
export type InvoicesModule = Contribution & { readonly invoices: Invoices };

export function createInvoicesModule(core: Core, deps: InvoicesModuleDeps): InvoicesModule {
	const invoices = createInvoices({ ...core, ...deps });
	handleOverdue(core);
	return {
		invoices,
		facts,
		routes: invoicesRoutes(createInvoicesService({ ...core, ...deps, invoices })),
	};
}
