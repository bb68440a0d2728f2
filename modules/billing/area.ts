import type { Organizations } from "#areas/organizations";
import type { PaymentProvider } from "#modules/billing/payments";
import { runningBill } from "#modules/billing/subscriptions";
import type { Core } from "#platform/module";
import { createBillingAccountsModule } from "./billing-accounts/module.ts";
import { createBillingNoticesModule } from "./billing-notices/module.ts";
import { createInvoicesModule } from "./invoices/module.ts";
import { createPaymentsModule } from "./payments/module.ts";
import { createBillingModule } from "./subscriptions/module.ts";
import { createTrialModule } from "./trial/module.ts";
import { createUsageAlertsModule } from "./usage-alerts/module.ts";

interface BillingDeps extends Pick<Parameters<typeof createInvoicesModule>[1], "taxRates" | "issuer"> {
	/** Null: payments are noted by hand. */
	readonly provider: PaymentProvider | null;
	/** Whether plans have limits here. */
	readonly isEnforced: boolean;
}

/** Creates the modules of who pays for organizations, what for, and how. */
export function createBilling(
	core: Core,
	{ suspension }: Pick<Organizations, "suspension">,
	{ provider, taxRates, issuer, isEnforced }: BillingDeps,
) {
	const providers = provider === null ? (["manual"] as const) : (["manual", "stripe"] as const);
	const billingAccounts = createBillingAccountsModule(core, { providers });
	const { accounts } = billingAccounts;
	const billingNotices = createBillingNoticesModule(core, { accounts });
	const { notices } = billingNotices;
	const invoices = createInvoicesModule(core, { runningBill, accounts, taxRates, issuer });
	const payments = createPaymentsModule(core, {
		accounts,
		provider,
		invoices: invoices.invoices,
		onDeclined: notices.declined,
	});
	const billing = createBillingModule(core, {
		blocks: suspension,
		accounts,
		notices,
		invoices: invoices.invoices,
		methodsOf: payments.methodsOf,
		// Nobody is charged who has not said how.
		converts: payments.hasMethod,
	});
	return {
		invoices: invoices.invoices,
		modules: {
			billingAccounts,
			billingNotices,
			usageAlerts: createUsageAlertsModule(core, { accounts, isEnforced }),
			invoices,
			payments,
			subscriptions: billing,
			trial: createTrialModule(core, billing),
		},
	};
}
