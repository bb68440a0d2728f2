import { AppError } from "#kernel/errors";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { organizationOfCustomer } from "#modules/billing/billing-accounts";
import { systemContext } from "#modules/tenancy/permissions";
import { type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Charges } from "./charges.ts";
import type { Customers, PaymentsBase } from "./customers.ts";
import type { Methods } from "./methods.ts";
import { paymentsOf } from "./repository.ts";

/** Queue of the jobs that act on what the provider has reported. */
const EVENT = "payments.event";

interface ProviderEventsDeps extends Pick<Core, "clock">, PaymentsBase {
	readonly accounts: BillingAccounts;
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly customers: Customers;
	readonly charges: Charges;
	readonly methods: Methods;
}

export type ProviderEvents = ReturnType<typeof createProviderEvents>;

/**
 * Creates what takes in what the provider tells. An event only says that something has changed: what it has become is then
 * asked, so it does not matter in which order, how late or how often events arrive.
 */
export function createProviderEvents(deps: ProviderEventsDeps) {
	const { store, unitOfWork, clock, jobs, customers, charges, methods, provider } = deps;

	jobs.handle(EVENT, async (job) => {
		const { orgId, payload } = job;
		// Money that was on its way arrives, whoever takes the payments by now.
		const customer = orgId === null ? undefined : await customers.known(orgId);
		if (orgId === null || customer === undefined) return;
		const context = systemContext(`job:${EVENT}`);
		const { providerId } = payload;
		if (typeof providerId !== "string") {
			if (customer.account.provider !== "manual") await methods.sync(context, customer, null);
		} else {
			const outcome = await customer.provider.findCharge(providerId);
			const { paymentId } = outcome;
			if (paymentId !== null)
				await unitOfWork.run(context, (change) => charges.settle(change, orgId, paymentId, outcome));
		}
	});

	return {
		/**
		 * Takes in what the provider tells: once it is stored, the provider need not repeat it.
		 * @param body exactly as it came
		 * @throws `invalid_request` `provider_not_configured`
		 */
		async receive(body: Uint8Array, signature: string | null): Promise<void> {
			if (provider === null)
				throw new AppError("provider_not_configured", "This installation is not connected to a payment provider.");
			const event = await provider.readEvent(body, signature ?? "", clock.nowMs());
			if (event === null) return;
			// Somebody else's customer: the account of the provider is used for more than this installation.
			const orgId = await organizationOfCustomer(store.acrossTenants.db, event.customerId);
			if (orgId === undefined) return;
			const { id, type, providerId } = event;
			await unitOfWork.run(systemContext(`job:${EVENT}`), async (change) => {
				const row = { id, type, providerId, receivedAtMs: change.nowMs };
				if (!(await paymentsOf(change.tx, orgId).events.tryInsert(row))) return;
				const work = { queue: EVENT, orgId, payload: { providerId }, uniqueKey: id, maxAttempts: UNLIMITED_ATTEMPTS };
				await jobs.enqueue(change.tx, work);
				change.afterCommit(() => jobs.wake(EVENT));
			});
		},
	};
}
