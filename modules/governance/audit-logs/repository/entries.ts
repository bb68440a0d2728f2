import { and, asc, desc, eq, gt, gte, lt, max, min, sql } from "drizzle-orm";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type AuditEntryRow, auditEntries, auditTargets, organizationLedgers } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { ReadDb, ReadHandle } from "#db/store";
import type { Slice } from "#kernel/list";

/** Order of the list. */
export type AuditOrder = Keyset<Readonly<Record<"occurredAtMs" | "sequence", string | number>>>;

/** What leads to the entries of a list: at most one of them, each with an index of its own; null: time alone. */
export interface Lead {
	readonly actorId?: string;
	readonly outcome?: "denied" | "failure";
	readonly action?: string;
	readonly targetId?: string;
}

/** A period; null: open. */
export interface Period {
	readonly fromMs: number | null;
	/** Exclusive. */
	readonly toMs: number | null;
}

type Within = {
	readonly orgId: string;
	readonly fromMs: number | undefined;
	readonly toMs: number | undefined;
};
type ByTime = Within &
	SliceValues & {
		readonly actorId: string | undefined;
		readonly outcome: "denied" | "failure" | undefined;
		readonly action: string | undefined;
	};
type ByTarget = Within & SliceValues & { readonly targetId: string };

/** Creates the statements that list entries in one order. */
function listsIn(direction: "asc" | "desc") {
	const { orgId, occurredAtMs, sequence } = auditEntries;
	const order: AuditOrder = keyset(direction, { occurredAtMs, sequence });
	const ofTarget = keyset(direction, { occurredAtMs: auditTargets.occurredAtMs, sequence: auditTargets.sequence });
	const byTime = readRows((db, values: Bound<ByTime>) =>
		db
			.select()
			.from(auditEntries)
			.where(
				and(
					eq(orgId, values.orgId),
					values.actorId && eq(auditEntries.actorId, values.actorId),
					// As the condition of the index says it.
					values.outcome && sql`${auditEntries.outcome} <> 'success'`,
					values.outcome && eq(auditEntries.outcome, values.outcome),
					values.action && eq(auditEntries.action, values.action),
					values.fromMs && gte(occurredAtMs, values.fromMs),
					values.toMs && lt(occurredAtMs, values.toMs),
					order.after(values.after),
				),
			)
			.orderBy(...order.by)
			.limit(values.take),
	);
	const byTarget = readRows((db, values: Bound<ByTarget>) =>
		db
			.select({ entry: auditEntries })
			.from(auditTargets)
			.crossJoin(auditEntries)
			.where(
				and(
					eq(auditTargets.orgId, values.orgId),
					eq(auditTargets.targetId, values.targetId),
					values.fromMs && gte(auditTargets.occurredAtMs, values.fromMs),
					values.toMs && lt(auditTargets.occurredAtMs, values.toMs),
					ofTarget.after(values.after),
					eq(orgId, auditTargets.orgId),
					eq(sequence, auditTargets.sequence),
				),
			)
			.orderBy(...ofTarget.by)
			.limit(values.take),
	);
	return { order, byTime, byTarget };
}

const LISTS = { asc: listsIn("asc"), desc: listsIn("desc") } as const;

/** Returns the order of the list. */
export const orderOf = (direction: "asc" | "desc"): AuditOrder => LISTS[direction].order;

/** Returns a slice of the entries that a lead leads to, within a period. */
export async function listEntries(
	db: ReadDb,
	orgId: string,
	direction: "asc" | "desc",
	lead: Lead,
	period: Period,
	slice: Slice,
): Promise<AuditEntryRow[]> {
	const { byTime, byTarget } = LISTS[direction];
	const { actorId, outcome, action, targetId } = lead;
	const within = { orgId, fromMs: period.fromMs ?? undefined, toMs: period.toMs ?? undefined, ...sliceValues(slice) };
	if (targetId === undefined) return byTime(db, { ...within, actorId, outcome, action });
	return (await byTarget(db, { ...within, targetId })).map(({ entry }) => entry);
}

const findById = readRow((db, { orgId, id }: Bound<{ readonly orgId: string; readonly id: string }>) =>
	db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.id, id)))
		.limit(1),
);

/** Returns an entry of an organization; undefined when there is none. */
export const findEntry = (db: ReadDb, orgId: string, id: string): Promise<AuditEntryRow | undefined> =>
	findById(db, { orgId, id });

/** Entries of the chain between two sequences, both exclusive. */
export interface ChainSlice {
	readonly orgId: string;
	readonly after: number;
	readonly before: number;
	readonly take: number;
}

const chainIn = (direction: "asc" | "desc") =>
	readRows((db, { orgId, after, before, take }: Bound<ChainSlice>) =>
		db
			.select()
			.from(auditEntries)
			.where(and(eq(auditEntries.orgId, orgId), gt(auditEntries.sequence, after), lt(auditEntries.sequence, before)))
			.orderBy(direction === "asc" ? asc(auditEntries.sequence) : desc(auditEntries.sequence))
			.limit(take),
	);
const CHAINS = { asc: chainIn("asc"), desc: chainIn("desc") } as const;

/** Returns entries in the order of the chain, or the other way round. */
export const listChain = (
	on: ReadHandle,
	{ direction = "asc", ...slice }: ChainSlice & { readonly direction?: "asc" | "desc" },
): Promise<AuditEntryRow[]> => CHAINS[direction](on, slice);

const findRange = readRow((db, { orgId, fromMs, toMs }: Bound<Within>) =>
	db
		.select({ first: min(auditEntries.sequence), last: max(auditEntries.sequence) })
		.from(auditEntries)
		.where(
			and(
				eq(auditEntries.orgId, orgId),
				fromMs && gte(auditEntries.occurredAtMs, fromMs),
				toMs && lt(auditEntries.occurredAtMs, toMs),
			),
		),
);

/** Returns the sequences between which the entries of a period are, at most up to another; their order is only nearly that of time. */
export async function findBounds(
	db: ReadDb,
	orgId: string,
	{ fromMs, toMs }: Period,
	head: number,
): Promise<{ readonly first: number; readonly last: number }> {
	if (fromMs === null && toMs === null) return { first: 1, last: head };
	const found = await findRange(db, { orgId, fromMs: fromMs ?? undefined, toMs: toMs ?? undefined });
	return { first: found?.first ?? 1, last: Math.min(head, found?.last ?? 0) };
}

const findLedger = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	db.select().from(organizationLedgers).where(eq(organizationLedgers.orgId, orgId)).limit(1),
);

/** Returns the last sequence and hash that were assigned in an organization; undefined before the first. */
export async function findHead(db: ReadDb, orgId: string): Promise<{ sequence: number; hash: string } | undefined> {
	const ledger = await findLedger(db, { orgId });
	return ledger && { sequence: ledger.auditSequence, hash: ledger.auditHead };
}
