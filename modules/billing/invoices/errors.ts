import type { InvoiceRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for an invoice that the organization does not have. */
export const invoiceNotFound = () => new AppError("not_found", "The organization has no such invoice.");

/** Returns the error for an invoice of which nothing is to be paid, or that is no invoice. */
export const notOpen = ({ kind, state }: InvoiceRow) =>
	new AppError(
		"state_conflict",
		kind === "invoice"
			? text("Only an open invoice can be paid or voided: this invoice is {state}.", { state })
			: text("Only an open invoice can be paid or voided: this credit note is {state}.", { state }),
		{
			meta: { state },
		},
	);

/** Returns the error for an invoice that was paid or taken back in part. */
export const partlyPaid = () =>
	new AppError("state_conflict", "The invoice is partly paid or credited: issue a credit note instead of voiding it.", {
		meta: { state: "open" },
	});

/** Returns the error for a document of which nothing can be taken back. */
export const notCorrectable = ({ kind, state }: InvoiceRow) =>
	new AppError(
		"state_conflict",
		kind === "invoice"
			? text("This invoice, which is {state}, has no amount left to credit.", { state })
			: text("This credit note, which is {state}, cannot be credited.", { state }),
		{
			meta: { state },
		},
	);

/** Asserts that an amount is no more than there is, in minor units. @throws `validation_failed` */
export function assertAtMost(most: number, amountMinor: number): void {
	if (amountMinor > most) throw invalidMember("/amountMinor", "too_large", text("must be at most {most}", { most }));
}
