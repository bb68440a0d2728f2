import { createBillingAccountsModule } from "#modules/billing-accounts";
import { createInvoicesModule, type InvoiceListener, type RunningBill } from "#modules/invoices";
import type { Core } from "#platform/module";
import type { Deps } from "./deps.ts";

/** What the modules of invoices need of those of what is charged. */
interface BillingModuleDeps {
	/** Those who learn what becomes of invoices; read when something does. */
	readonly listeners: () => readonly InvoiceListener[];
	readonly runningBill: RunningBill;
}

/** Creates and wires the modules of who pays for organizations, what for, and how. */
export function createBillingModules(core: Core, { config }: Deps, deps: BillingModuleDeps) {
	const { taxRates, issuer } = config.billing;
	const billingAccounts = createBillingAccountsModule(core, { providers: ["manual"] });
	const { accounts } = billingAccounts;
	const invoices = createInvoicesModule(core, { ...deps, accounts, taxRates, issuer });
	return { billingAccounts, invoices };
}

/** The bill of organizations to which nothing is charged: of the calendar month, and empty. */
export const emptyBill: RunningBill = async (_db, _organization, nowMs) => {
	const now = new Date(nowMs);
	const monthMs = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
	return { lines: [], currency: "EUR", periodStartMs: monthMs(0), periodEndMs: monthMs(1) };
};
