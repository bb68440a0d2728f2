import type { BillingAccountRow, OrganizationRow } from "#db/schema";
import type { Store } from "#db/store";
import type { RequestContext } from "#kernel/request-context";
import { type BillingAccounts, providerNotConfigured } from "#modules/billing/billing-accounts";
import { findOrganization, lockOrganization } from "#modules/tenancy/organization-records";
import type { UnitOfWork } from "#platform/unit-of-work";
import type { PaymentProvider } from "./ports.ts";

/** What the parts of payments stand on. */
export interface PaymentsBase {
	readonly store: Store;
	readonly unitOfWork: UnitOfWork;
	readonly accounts: BillingAccounts;
	/** Null: payments are noted by hand. */
	readonly provider: PaymentProvider | null;
}

/** An organization that pays by the provider. */
export interface Customer {
	readonly organization: OrganizationRow;
	readonly account: BillingAccountRow;
	readonly customerId: string;
	readonly provider: PaymentProvider;
}

/** Creates what finds the customers that the provider knows organizations as. */
export function createCustomers({ store, unitOfWork, accounts, provider }: PaymentsBase) {
	/** Returns who an organization is, or was, at the provider; undefined: the provider never knew it. */
	async function known(orgId: string): Promise<Customer | undefined> {
		const organization = await findOrganization(store.db, orgId);
		const account = await accounts.read(store.db, organization);
		const { customerId } = account;
		return provider === null || customerId === null ? undefined : { organization, account, customerId, provider };
	}

	/** Returns who an organization is at the provider; undefined: it does not pay by the provider, or not yet. */
	async function find(orgId: string): Promise<Customer | undefined> {
		const customer = await known(orgId);
		return customer?.account.provider === "manual" ? undefined : customer;
	}

	return {
		known,
		find,

		/**
		 * Returns who an organization is at the provider, which gets to know it unless it does.
		 * @throws `not_found` `purged` `provider_not_configured` `unavailable`
		 */
		async ensure(context: RequestContext, orgId: string): Promise<Customer> {
			const customer = await find(orgId);
			if (customer !== undefined) return customer;
			const organization = await findOrganization(store.db, orgId);
			const account = await accounts.read(store.db, organization);
			if (provider === null || account.provider === "manual") throw providerNotConfigured("a payment provider");
			const name = account.name ?? organization.name;
			const customerId = await provider.createCustomer({ orgId, name, email: account.email });
			const saved = await unitOfWork.run(
				context,
				async (change) => {
					const row = await accounts.lock(change, await lockOrganization(change.tx, orgId));
					return row.customerId === null ? accounts.save(change, row, { customerId }) : row;
				},
				{ storeOutcome: false },
			);
			return { organization, account: saved, customerId: saved.customerId ?? customerId, provider };
		},
	};
}

export type Customers = ReturnType<typeof createCustomers>;
