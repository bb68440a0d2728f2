import type { ReadDb } from "#db/store";
import { paymentRequired } from "./errors.ts";
import { overdueInvoices } from "./repository.ts";

/**
 * Asserts that nothing is overdue that an organization owes. Of its invoices, not of its subscription: a debt outlasts that.
 * @throws `payment_required` naming the invoices
 */
export async function assertOwesNothing(db: ReadDb, orgId: string): Promise<void> {
	const overdue = await overdueInvoices(db, orgId);
	if (overdue.length > 0) throw paymentRequired(overdue);
}
