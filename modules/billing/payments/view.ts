import type { PaymentMethodRow, PaymentRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { PaymentMethod } from "./schemas.ts";

/** Converts a way to pay to its representation. */
export const toMethod = (row: PaymentMethodRow): PaymentMethod => ({
	id: row.id,
	type: row.type,
	brand: row.brand,
	last4: row.last4,
	expMonth: row.expMonth,
	expYear: row.expYear,
	isDefault: row.isDefault,
	createdAt: rfc3339(row.createdAtMs),
});

/** Returns what is published of a way to pay. */
export const toPublishedMethod = ({ id, type, isDefault }: PaymentMethodRow) => ({ id, type, isDefault });

/** Returns what is published of an attempt to collect. */
export const toPublishedPayment = ({ id, invoiceId, amountMinor, currency, failureCode }: PaymentRow) => ({
	...{ id, invoiceId, amountMinor, currency, failureCode },
});
