import type { InvoiceRow, OrganizationRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { grantCredit } from "./balance.ts";
import { assertAtMost, invoiceNotFound, notCorrectable, notOpen, partlyPaid } from "./errors.ts";
import { facts } from "./facts.ts";
import { correctableOf, givenBackOf, isVoidable, receivedFor, takenBackOf } from "./ledger.ts";
import { invoicePaid, invoiceTakenBack, invoiceVoided } from "./moments.ts";
import { sumOf } from "./money.ts";
import { invoicesOf, numberOf } from "./repository.ts";
import { taxesInPart } from "./taxes.ts";
import type { GivenBack, InvoicesDeps, Receipt } from "./types.ts";
import { toPublished } from "./view.ts";

/** Returns line, taxes and subtotal of a credit note, whose taxes are those of its part of the invoice. */
function noteSums(row: InvoiceRow, totalMinor: number) {
	const taxes = taxesInPart(row.taxes, row.totalMinor, row.correctedMinor, totalMinor);
	const added = sumOf(taxes.flatMap(({ inclusive, amountMinor }) => (inclusive ? [] : [amountMinor])));
	const subtotalMinor = totalMinor - added;
	const { periodStartMs, periodEndMs } = row;
	const line = {
		kind: "credit",
		description: row.number,
		quantity: 1,
		unitAmountMinor: subtotalMinor,
		amountMinor: subtotalMinor,
		...{ periodStartMs, periodEndMs },
	} as const;
	return { lines: [line], taxes, taxMinor: sumOf(taxes.map(({ amountMinor }) => amountMinor)), subtotalMinor };
}

/** A credit note to be issued. */
export interface NewCreditNote {
	readonly invoiceId: string;
	readonly reason: string;
	/** What is taken back, taxes included, in minor units; absent: all that no credit note has taken back. */
	readonly amountMinor?: number | undefined;
}

/** What becomes of issued invoices. All of it expects that the change has locked the organization. */
export interface Settlement {
	/**
	 * Notes what was received for an invoice. What is not due is added to the balance of the account: money that came twice
	 * is not lost.
	 * @throws `not_found` `state_conflict`
	 */
	receive(change: Change, organization: OrganizationRow, invoiceId: string, receipt: Receipt): Promise<InvoiceRow>;
	/** Returns an open invoice, locked; undefined: there is none, or nothing of it is to be paid. */
	lockOpen(change: Change, orgId: string, invoiceId: string): Promise<InvoiceRow | undefined>;
	/** Voids an open invoice of which nothing was paid. Its number stays its own. @throws `not_found` `state_conflict` */
	void(change: Change, organization: OrganizationRow, invoiceId: string): Promise<InvoiceRow>;
	/**
	 * Issues a credit note. It lowers what is due; what was paid already is added to the balance of the account.
	 * @throws `not_found` `state_conflict` `validation_failed`
	 */
	creditNote(change: Change, organization: OrganizationRow, note: NewCreditNote): Promise<InvoiceRow>;
	/**
	 * Gives back what invoices have charged, by credit notes of them: open ones first, of which less is due then. Never more
	 * than they have charged and nobody has taken back.
	 */
	giveBack(change: Change, organization: OrganizationRow, given: GivenBack): Promise<void>;
}

/** Creates the functions that settle issued invoices. */
export function createSettlement({ newId, accounts }: InvoicesDeps): Settlement {
	async function lock({ tx }: Change, { id }: OrganizationRow, invoiceId: string): Promise<InvoiceRow> {
		const row = await invoicesOf(tx, id).lock(invoiceId);
		if (row === undefined) throw invoiceNotFound();
		return row;
	}

	/** Stores that less is due of an open invoice; `paid` once nothing is. */
	async function lower(
		change: Change,
		row: InvoiceRow,
		byMinor: number,
		values: Partial<Pick<InvoiceRow, "amountPaidMinor" | "correctedMinor" | "paymentReference">>,
	): Promise<InvoiceRow> {
		const amountDueMinor = row.amountDueMinor - byMinor;
		const isSettled = row.state === "open" && amountDueMinor === 0;
		const saved = await invoicesOf(change.tx, row.orgId).progress(row, {
			...values,
			amountDueMinor,
			...(isSettled && { state: "paid", paidAtMs: change.nowMs }),
		});
		if (isSettled) {
			change.record(row.orgId, facts["invoice.pay"], { id: row.id, object: toPublished(saved) });
			await change.reach(invoicePaid, saved);
		}
		return saved;
	}

	/** Issues a credit note for a part of an invoice that is left to be taken back. */
	async function correct(
		change: Change,
		organization: OrganizationRow,
		row: InvoiceRow,
		totalMinor: number,
		reason: string,
	): Promise<InvoiceRow> {
		const { lessDueMinor, returnedMinor } = takenBackOf(row, totalMinor);
		await grantCredit(accounts, change, organization, row.currency, returnedMinor);
		const note: InvoiceRow = {
			...row,
			...noteSums(row, totalMinor),
			id: newId("ivc"),
			kind: "credit_note",
			number: await numberOf(change.tx, "credit_note"),
			totalMinor,
			creditAppliedMinor: 0,
			creditGrantedMinor: returnedMinor,
			correctsId: row.id,
			reason,
			issuedAtMs: change.nowMs,
			dueAtMs: change.nowMs,
			state: "issued",
			amountDueMinor: 0,
			amountPaidMinor: 0,
			correctedMinor: 0,
			paidAtMs: null,
			paymentReference: null,
			overdueAtMs: null,
			version: 1,
		};
		await invoicesOf(change.tx, row.orgId).insert(note);
		change.record(row.orgId, facts["invoice.correct"], { id: note.id, object: toPublished(note) });
		await lower(change, row, lessDueMinor, { correctedMinor: row.correctedMinor + totalMinor });
		return note;
	}

	return {
		async receive(change, organization, invoiceId, { amountMinor, reference }) {
			const row = await lock(change, organization, invoiceId);
			if (row.kind !== "invoice") throw notOpen(row);
			const { appliedMinor, surplusMinor } = receivedFor(row, amountMinor);
			await grantCredit(accounts, change, organization, row.currency, surplusMinor);
			if (surplusMinor > 0) change.record(row.orgId, facts["invoice.overpay"], { id: row.id });
			if (appliedMinor === 0) return row;
			const amountPaidMinor = row.amountPaidMinor + appliedMinor;
			const saved = await lower(change, row, appliedMinor, { amountPaidMinor, paymentReference: reference });
			if (saved.state === "open")
				change.record(row.orgId, facts["invoice.pay_part"], { id: row.id, object: toPublished(saved) });
			return saved;
		},

		async lockOpen({ tx }, orgId, invoiceId) {
			const row = await invoicesOf(tx, orgId).lock(invoiceId);
			return row?.state === "open" ? row : undefined;
		},

		async void(change, organization, invoiceId) {
			const row = await lock(change, organization, invoiceId);
			if (row.state !== "open") throw notOpen(row);
			if (!isVoidable(row)) throw partlyPaid();
			await grantCredit(accounts, change, organization, row.currency, row.creditAppliedMinor);
			await change.reach(invoiceTakenBack, { invoice: row, totalMinor: row.totalMinor });
			const values = { state: "void", amountDueMinor: 0, voidedAtMs: change.nowMs } as const;
			const saved = await invoicesOf(change.tx, row.orgId).progress(row, values);
			change.record(row.orgId, facts["invoice.void"], { id: row.id, object: toPublished(saved) });
			await change.reach(invoiceVoided, saved);
			return saved;
		},

		async creditNote(change, organization, { invoiceId, reason, amountMinor }) {
			const row = await lock(change, organization, invoiceId);
			const leftMinor = correctableOf(row);
			if (leftMinor <= 0) throw notCorrectable(row);
			const totalMinor = amountMinor ?? leftMinor;
			assertAtMost(leftMinor, totalMinor);
			await change.reach(invoiceTakenBack, { invoice: row, totalMinor: totalMinor });
			return correct(change, organization, row, totalMinor, reason);
		},

		async giveBack(change, organization, { amountMinor, currency, reason, chargedBy }) {
			const invoices = invoicesOf(change.tx, organization.id);
			let wantedMinor = amountMinor;
			for (const state of ["open", null] as const)
				for await (const row of invoices.all(state)) {
					if (wantedMinor === 0) return;
					if (row.currency !== currency) continue;
					const { netMinor, totalMinor } = givenBackOf(row, chargedBy(row), wantedMinor);
					wantedMinor -= netMinor;
					if (totalMinor > 0) await correct(change, organization, row, totalMinor, reason);
				}
		},
	};
}
