import { and, eq, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { type InvoiceRow, invoiceCounters, invoices } from "#db/schema";
import { type Bound, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import type { Position } from "#kernel/cursor";
import type { Slice } from "#kernel/list";

/** Documents that are read at once. */
const PAGE = 50;

/** Sort order of the list of invoices. */
export const newestFirst = keyset("desc", { issuedAtMs: invoices.issuedAtMs, id: invoices.id });

/** The columns of an invoice that change once it is issued. All others are final. */
export type InvoiceProgress = Pick<
	InvoiceRow,
	| "state"
	| "amountDueMinor"
	| "amountPaidMinor"
	| "correctedMinor"
	| "paidAtMs"
	| "paymentReference"
	| "voidedAtMs"
	| "overdueAtMs"
>;

type State = InvoiceRow["state"];
type Key = { readonly orgId: string; readonly id: string };

const rowsOf = tenantRows(invoices);
const list = tenantList(
	invoices,
	newestFirst,
	({ state }: Bound<{ state: State | undefined }>) => state && eq(invoices.state, state),
);
const progress = write((tx, { orgId, id, ...values }: Bound<Key & InvoiceProgress & { version: number }>) =>
	tx
		.update(invoices)
		.set(values)
		.where(and(eq(invoices.orgId, orgId), eq(invoices.id, id))),
);
const count = writeRow((tx, { series }: Bound<{ series: string }>) =>
	tx
		.insert(invoiceCounters)
		.values({ series, lastNumber: 1 })
		.onConflictDoUpdate({
			target: invoiceCounters.series,
			set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` },
		})
		.returning({ lastNumber: invoiceCounters.lastNumber }),
);

/** Queries on the invoices of one organization. */
export const readInvoicesOf = (db: ReadDb, orgId: string) => ({
	find: rowsOf(db, orgId).find,

	/** Returns a slice of the invoices, {@link newestFirst}. @param state null: any */
	list: (state: State | null, slice: Slice): Promise<InvoiceRow[]> =>
		list(db, orgId, slice, { state: state ?? undefined }),
});

/** Statements on the invoices of one organization, within a change. None changes what an invoice says. */
export const invoicesOf = (tx: Db, orgId: string) => {
	const { lock, insert } = rowsOf(tx, orgId);
	return {
		...readInvoicesOf(tx, orgId),
		lock,
		insert,

		/** Returns all documents, {@link newestFirst}, each page as it is when it is reached. @param state null: any */
		async *all(state: State | null): AsyncGenerator<InvoiceRow> {
			for (let after: Position | null = null; ; ) {
				const page: InvoiceRow[] = await list(tx, orgId, { after, take: PAGE }, { state: state ?? undefined });
				yield* page;
				const last = page.at(-1);
				if (last === undefined || page.length < PAGE) return;
				after = newestFirst.positionOf(last);
			}
		},

		/** Stores how far a locked invoice is, as its next version. @returns the invoice as it is now */
		async progress(row: InvoiceRow, values: Partial<InvoiceProgress>): Promise<InvoiceRow> {
			const { state, amountDueMinor, amountPaidMinor, correctedMinor } = row;
			const { paidAtMs, paymentReference, voidedAtMs, overdueAtMs } = row;
			const written = {
				...{ state, amountDueMinor, amountPaidMinor, correctedMinor },
				...{ paidAtMs, paymentReference, voidedAtMs, overdueAtMs },
				...values,
				version: row.version + 1,
			};
			await progress(tx, { orgId, id: row.id, ...written });
			return { ...row, ...written };
		},
	};
};

/** Number of digits, at least. */
const DIGITS = 6;

/**
 * Returns the next number of a kind of documents: `INV-000042`. Others who need one wait until the transaction ends, and
 * get the same number if it fails: so none is left out.
 */
export async function numberOf(tx: Db, kind: InvoiceRow["kind"]): Promise<string> {
	const counted = await count(tx, { series: kind });
	if (counted === undefined) throw new Error(`no number for a document of the kind ${kind}`);
	return `${kind === "invoice" ? "INV" : "CN"}-${String(counted.lastNumber).padStart(DIGITS, "0")}`;
}
