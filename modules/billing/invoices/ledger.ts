import type { InvoiceRow } from "#db/schema";
import { share } from "./money.ts";

/**
 * The arithmetic of invoices, without a database. Of each invoice, total = due + settled + taken back of what was due, where
 * what was settled (paid, or by the balance) is all that can ever return to the balance. So the balance of an account and
 * what was refunded are never more than what was paid, whatever is done in whatever order.
 */
type Standing = Pick<
	InvoiceRow,
	"kind" | "state" | "subtotalMinor" | "totalMinor" | "amountDueMinor" | "amountPaidMinor" | "correctedMinor"
>;

/** What an invoice takes from a balance, and what is due of it: nothing of a total that is negative. */
export function openedWith(totalMinor: number, balanceMinor: number) {
	const creditAppliedMinor = Math.max(0, Math.min(balanceMinor, totalMinor));
	return { creditAppliedMinor, amountDueMinor: Math.max(0, totalMinor - creditAppliedMinor) };
}

/** How much of a payment an invoice takes; the rest is surplus. */
export function receivedFor({ state, amountDueMinor }: Standing, amountMinor: number) {
	const appliedMinor = state === "open" ? Math.min(amountDueMinor, amountMinor) : 0;
	return { appliedMinor, surplusMinor: amountMinor - appliedMinor };
}

/** Whether an invoice can be voided: it is open, and nothing of it was paid or taken back. */
export const isVoidable = ({ state, amountPaidMinor, correctedMinor }: Standing): boolean =>
	state === "open" && amountPaidMinor === 0 && correctedMinor === 0;

/** What of a document can still be taken back; 0 of a credit note and a void invoice. */
export const correctableOf = ({ kind, state, totalMinor, correctedMinor }: Standing): number =>
	kind === "invoice" && state !== "void" ? totalMinor - correctedMinor : 0;

/** What taking back a part of an invoice lowers of what is due, and what of it was settled and returns. */
export function takenBackOf({ amountDueMinor }: Standing, totalMinor: number) {
	const lessDueMinor = Math.min(amountDueMinor, totalMinor);
	return { lessDueMinor, returnedMinor: totalMinor - lessDueMinor };
}

/**
 * Returns what of an invoice gives back an amount without taxes, and how much of that amount it can give back: of what it has
 * charged for something, which credit notes have lowered evenly. With its own taxes, to the cent once all of it is given back.
 * @param chargedMinor what its lines charge for that, without added taxes
 * @param wantedMinor without added taxes
 */
export function givenBackOf(invoice: Standing, chargedMinor: number, wantedMinor: number) {
	const { subtotalMinor, totalMinor, correctedMinor } = invoice;
	const leftMinor = correctableOf(invoice);
	if (leftMinor <= 0 || subtotalMinor <= 0) return { netMinor: 0, totalMinor: 0 };
	const left = chargedMinor - share(chargedMinor, correctedMinor, totalMinor);
	const netMinor = Math.max(0, Math.min(left, wantedMinor));
	const untilMinor = share(totalMinor, share(subtotalMinor, correctedMinor, totalMinor) + netMinor, subtotalMinor);
	return { netMinor, totalMinor: Math.max(0, Math.min(untilMinor - correctedMinor, leftMinor)) };
}
