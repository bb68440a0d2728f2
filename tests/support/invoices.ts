import type { InvoiceLine, InvoiceRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { lockOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";
import type { Harness } from "./harness.ts";

/** Issuing an invoice, by whoever charges an organization. */
interface Issued {
	readonly currency?: string;
	/** Called in the change that has issued it. */
	readonly afterwards?: (change: Change) => Promise<unknown> | unknown;
}

/** Returns a line of an amount, in minor units, for January 2030. */
export const lineOf = (amountMinor: number, description = "Team, monthly"): InvoiceLine => ({
	kind: "subscription",
	description,
	quantity: 1,
	unitAmountMinor: amountMinor,
	amountMinor,
	periodStartMs: Date.UTC(2030, 0, 1),
	periodEndMs: Date.UTC(2030, 1, 1),
});

/** Issues an invoice of these amounts or lines, due in two weeks, as the program does when a period ends. */
export function issueInvoice(
	{ parley }: Pick<Harness, "parley">,
	orgId: string,
	amounts: readonly (number | InvoiceLine)[],
	{ currency = "EUR", afterwards }: Issued = {},
): Promise<InvoiceRow> {
	const { unitOfWork, invoices } = parley.services;
	return unitOfWork.run(systemContext("cli:test"), async (change) => {
		const organization = await lockOrganization(change.tx, orgId);
		const lines = amounts.map((each) => (typeof each === "number" ? lineOf(each) : each));
		const [periodStartMs, periodEndMs] = [Date.UTC(2030, 0, 1), Date.UTC(2030, 1, 1)];
		const dueAtMs = change.nowMs + 14 * DAY_MS;
		const issued = await invoices.issue(change, organization, { lines, currency, periodStartMs, periodEndMs, dueAtMs });
		await afterwards?.(change);
		return issued;
	});
}
