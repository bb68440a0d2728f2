import { createStripeProvider } from "#adapters/stripe";
import { createBillingAccountsModule } from "#modules/billing/billing-accounts";
import { createBillingNoticesModule } from "#modules/billing/billing-notices";
import { createInvoicesModule, type InvoiceListener, type InvoicesModule } from "#modules/billing/invoices";
import { createPaymentsModule } from "#modules/billing/payments";
import { createBillingModule, type NonpaymentBlocks, runningBill } from "#modules/billing/subscriptions";
import { createTrialModule } from "#modules/billing/trial";
import { createUsageAlertsModule } from "#modules/billing/usage-alerts";
import { createUsageModule } from "#modules/tenancy/usage";
import type { Core } from "#platform/module";
import type { Deps } from "./deps.ts";

/** What the modules of invoices need of those of what is charged. */
interface BillingModuleDeps {
	readonly blocks: NonpaymentBlocks;
}

/** Creates and wires the modules of who pays for organizations, what for, and how. */
export function createBillingModules(core: Core, { config }: Deps, deps: BillingModuleDeps) {
	const { taxRates, issuer, stripe } = config.billing;
	const provider = stripe === undefined ? null : createStripeProvider(stripe);
	const providers = provider === null ? (["manual"] as const) : (["manual", "stripe"] as const);
	const billingAccounts = createBillingAccountsModule(core, { providers });
	const { accounts } = billingAccounts;
	const billingNotices = createBillingNoticesModule(core, { accounts });
	const { notices } = billingNotices;
	const payments = createPaymentsModule(core, {
		...{ accounts, provider },
		invoices: () => invoices.invoices,
		onDeclined: notices.declined,
	});
	const listeners: InvoiceListener[] = [notices.listener, payments.listener];
	const invoices: InvoicesModule = createInvoicesModule(core, {
		...{ runningBill, accounts, taxRates, issuer },
		listeners: () => listeners,
	});
	const billing = createBillingModule(core, {
		...deps,
		accounts,
		notices,
		invoices: invoices.invoices,
		methodsOf: payments.methodsOf,
		// Nobody is charged who has not said how.
		converts: payments.hasMethod,
	});
	listeners.push(billing.listener);
	const usageAlerts = createUsageAlertsModule(core, { accounts, isEnforced: config.billingEnforcement !== "off" });
	return {
		billingAccounts,
		billingNotices,
		usage: createUsageModule(core, { onCounted: usageAlerts.mark }),
		usageAlerts,
		invoices,
		payments,
		billing,
		trial: createTrialModule(core, billing),
	};
}
