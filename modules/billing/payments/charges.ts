import type { InvoiceRow, OrganizationRow, PaymentRow } from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import type { Invoices } from "#modules/billing/invoices";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { Customer, Customers, PaymentsBase } from "./customers.ts";
import { paymentFacts } from "./facts.ts";
import type { ChargeOutcome } from "./ports.ts";
import { paymentsOf } from "./repository.ts";
import { toPublishedPayment } from "./view.ts";

/** Queue of the jobs that collect what is due of an invoice. */
export const CHARGE = "payments.charge";

/** How long after an attempt that failed the next is made, by their number. */
const RETRIES_MS: readonly number[] = [3 * DAY_MS, 5 * DAY_MS, 7 * DAY_MS];
/** After this time the provider may have forgotten the key of an attempt (Stripe: 24 h), so it is asked what came of it. */
const KEY_KNOWN_MS = 20 * HOUR_MS;

/** Learns, within the change, that the first attempt to collect an invoice has failed. */
export type DeclinedListener = (change: Change, organization: OrganizationRow, invoice: InvoiceRow) => Promise<void>;

export interface ChargesDeps extends Pick<Core, "newId" | "clock">, PaymentsBase {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly customers: Customers;
	/** The invoices; they exist once this does. */
	readonly invoices: Invoices;
	readonly onDeclined: DeclinedListener;
}

export type Charges = ReturnType<typeof createCharges>;

/** An attempt to be made: the payment, stored, and what it is for. */
interface Attempt {
	readonly payment: PaymentRow;
	readonly invoice: Pick<InvoiceRow, "number">;
}

/** Creates what collects invoices of organizations that pay by the provider. */
export function createCharges({ unitOfWork, newId, clock, jobs, customers, invoices, onDeclined }: ChargesDeps) {
	const run = <T>(work: (change: Change) => Promise<T>) => unitOfWork.run(systemContext(`job:${CHARGE}`), work);

	/** Enqueues an attempt, unless one is waiting. */
	async function enqueue(change: Change, orgId: string, invoiceId: string, inMs: number): Promise<void> {
		const runAtMs = change.nowMs + inMs;
		const uniqueKey = inMs === 0 ? invoiceId : `${invoiceId} again`;
		await jobs.enqueue(change.tx, {
			...{ queue: CHARGE, orgId, payload: { invoiceId }, runAtMs, uniqueKey },
			maxAttempts: UNLIMITED_ATTEMPTS,
		});
		if (inMs === 0) change.afterCommit(() => jobs.wake(CHARGE));
	}

	/** Stores the attempt before it is made; undefined: there is nothing to collect, or it is being collected. */
	async function prepare(change: Change, { organization: { id: orgId } }: Customer, invoiceId: string) {
		const organization = await lockOrganizationRow(change.tx, orgId);
		if (organization === undefined || organization.state === "deleted") return undefined;
		const invoice = await invoices.lockOpen(change, orgId, invoiceId);
		const { attempts, methods } = paymentsOf(change.tx, orgId);
		const method = (await methods.list()).find(({ isDefault }) => isDefault);
		if (invoice === undefined || method === undefined) return undefined;
		const unfinished = (await attempts.ofInvoice(invoiceId)).find(
			({ state }) => state === "pending" || state === "processing",
		);
		if (unfinished !== undefined) return unfinished.state === "pending" ? { payment: unfinished, invoice } : undefined;
		const payment: PaymentRow = {
			orgId,
			id: newId("pay"),
			invoiceId,
			token: method.token,
			amountMinor: invoice.amountDueMinor,
			currency: invoice.currency,
			state: "pending",
			providerId: null,
			failureCode: null,
			createdAtMs: change.nowMs,
			updatedAtMs: change.nowMs,
		};
		await attempts.insert(payment);
		return { payment, invoice };
	}

	/** Makes an attempt, or finds out what came of one that was interrupted. */
	async function attempt({ provider, customerId }: Customer, { payment, invoice }: Attempt): Promise<ChargeOutcome> {
		const isOld = clock.nowMs() - payment.createdAtMs > KEY_KNOWN_MS;
		const known = isOld ? await provider.searchCharge(customerId, payment.id) : undefined;
		const { orgId, invoiceId, token, amountMinor, currency } = payment;
		const charge = { paymentId: payment.id, orgId, invoiceId, customerId, token, amountMinor, currency };
		return known ?? (await provider.charge({ ...charge, description: invoice.number }));
	}

	/** Tells of an attempt that has failed, of the first one by mail, and has the next made. */
	async function fail(change: Change, organization: OrganizationRow, payment: PaymentRow): Promise<void> {
		const { orgId, id, invoiceId } = payment;
		change.record(orgId, paymentFacts["payment.fail"], { id, object: toPublishedPayment(payment) });
		const all = await paymentsOf(change.tx, orgId).attempts.ofInvoice(invoiceId);
		const failures = all.filter((each) => each.state === "failed").length;
		const invoice = failures === 1 ? await invoices.lockOpen(change, orgId, invoiceId) : undefined;
		if (invoice !== undefined) await onDeclined(change, organization, invoice);
		const inMs = RETRIES_MS[failures - 1];
		if (inMs !== undefined) await enqueue(change, orgId, invoiceId, inMs);
	}

	/**
	 * Stores what came of an attempt, once: what succeeded stays so, whatever is reported later.
	 * @returns whether it was ours
	 */
	async function settle(change: Change, orgId: string, paymentId: string, outcome: ChargeOutcome): Promise<boolean> {
		const organization = await lockOrganizationRow(change.tx, orgId);
		if (organization === undefined || organization.state === "deleted") return false;
		const { attempts } = paymentsOf(change.tx, orgId);
		const payment = await attempts.lock(paymentId);
		if (payment === undefined) return false;
		const { state, providerId, failureCode } = outcome;
		if (payment.state === "succeeded" || payment.state === state) return true;
		// It was given up, and only money that came all the same is news.
		if (payment.state === "failed" && state !== "succeeded") return true;
		await attempts.update(paymentId, { state, providerId, failureCode, updatedAtMs: change.nowMs });
		if (state === "succeeded")
			await invoices.receive(change, organization, payment.invoiceId, {
				amountMinor: outcome.receivedMinor,
				reference: providerId,
			});
		if (state === "failed") await fail(change, organization, { ...payment, failureCode });
		return true;
	}

	jobs.handle(CHARGE, async (job) => {
		const { orgId } = job;
		const invoiceId = String(job.payload.invoiceId);
		const customer = orgId === null ? undefined : await customers.find(orgId);
		const prepared = customer && (await run((change) => prepare(change, customer, invoiceId)));
		const outcome = customer && prepared && (await attempt(customer, prepared));
		await run(async (change) => {
			await job.done(change.tx);
			if (orgId !== null && prepared && outcome) await settle(change, orgId, prepared.payment.id, outcome);
		});
	});

	return {
		settle,

		/** Has an invoice collected at once, if the organization pays by the provider. */
		collect: (change: Change, orgId: string, invoiceId: string) => enqueue(change, orgId, invoiceId, 0),

		/** Has all open invoices of an organization collected at once. */
		async collectOpen(change: Change, orgId: string): Promise<void> {
			for (const id of await paymentsOf(change.tx, orgId).openInvoices()) await enqueue(change, orgId, id, 0);
		},
	};
}
