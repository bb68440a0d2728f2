import type { OrganizationRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { type Invoices, invoiceIssued } from "#modules/billing/invoices";
import type { Contribution, Core } from "#platform/module";
import { at, type Change } from "#platform/unit-of-work";
import { createCharges, type DeclinedListener } from "./charges.ts";
import { createCustomers } from "./customers.ts";
import { createProviderEvents } from "./events.ts";
import { facts, paymentFacts } from "./facts.ts";
import { createMethods } from "./methods.ts";
import type { PaymentProvider } from "./ports.ts";
import { deleteOldEvents, methodsOf } from "./repository.ts";
import { paymentsRoutes } from "./routes.ts";
import type { PaymentMethod } from "./schemas.ts";

/** How long events of the provider are remembered; Stripe repeats them for three days. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

interface PaymentsModuleDeps {
	readonly accounts: BillingAccounts;
	readonly invoices: Invoices;
	/** The first attempt to collect an invoice has failed. */
	readonly onDeclined: DeclinedListener;
	/** Null: payments are noted by hand. */
	readonly provider: PaymentProvider | null;
}

/** The module, and what others use of it. */
export type PaymentsModule = Contribution & {
	/** Returns the ways to pay of an organization. */
	readonly methodsOf: (orgId: string) => Promise<PaymentMethod[]>;
	/** Whether an organization has a way to pay, within a change. */
	readonly hasMethod: (change: Change, organization: Pick<OrganizationRow, "id">) => Promise<boolean>;
};

export function createPaymentsModule(core: Core, deps: PaymentsModuleDeps): PaymentsModule {
	const base = { ...core, ...deps };
	const customers = createCustomers(base);
	const charges = createCharges({ ...base, customers });
	const methods = createMethods({ ...base, customers, charges });
	const events = createProviderEvents({ ...base, customers, charges, methods });
	return {
		reactions: [
			at(invoiceIssued, async (change, { orgId, id }) => {
				if (deps.provider !== null) await charges.collect(change, orgId, id);
			}),
		],
		methodsOf: methods.list,
		hasMethod: async ({ tx }, { id }) => (await methodsOf(tx, id)).length > 0,
		facts: { ...facts, ...paymentFacts },
		routes: paymentsRoutes(methods, events),
		cleanups: {
			hourly: [
				(inPortions, nowMs) =>
					inPortions((tx, limit) =>
						deleteOldEvents(core.store.acrossTenants.within(tx), nowMs - EVENTS_KEPT_MS, limit),
					),
			],
		},
	};
}
