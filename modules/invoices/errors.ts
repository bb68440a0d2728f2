import type { InvoiceRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** Returns the error for an invoice that the organization does not have. */
export const invoiceNotFound = () => new AppError("not_found", "The organization has no such invoice.");

/** Returns the error for an invoice of which nothing is to be paid, or that is no invoice. */
export const notOpen = ({ kind, state }: InvoiceRow) =>
	new AppError("state_conflict", `Only an open invoice can be paid or voided: this ${nounOf(kind)} is ${state}.`, {
		meta: { state },
	});

/** Returns the error for an invoice that was paid or taken back in part. */
export const partlyPaid = () =>
	new AppError(
		"state_conflict",
		"A part of the invoice was paid or taken back: issue a credit note in place of voiding it.",
		{ meta: { state: "open" } },
	);

/** Returns the error for a document of which nothing can be taken back. */
export const notCorrectable = ({ kind, state }: InvoiceRow) =>
	new AppError("state_conflict", `Nothing of this ${nounOf(kind)}, which is ${state}, is left to be taken back.`, {
		meta: { state },
	});

/** Returns the error for an amount beyond what there is. @param most in minor units */
export const tooMuch = (most: number) => invalidMember("/amountMinor", "too_large", `must be at most ${most}`);

const nounOf = (kind: InvoiceRow["kind"]): string => (kind === "invoice" ? "invoice" : "credit note");
