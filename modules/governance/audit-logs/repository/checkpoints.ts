import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import {
	type AuditCheckpointRow,
	type AuditKeyRow,
	auditCheckpoints,
	auditKeys,
	organizationLedgers,
} from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";

/** The private halves of the keys. */
export const sealedAuditKeys = sealedColumn(auditKeys, "privateSealed");

const listKeyRows = readRows((db) =>
	db.select().from(auditKeys).orderBy(asc(auditKeys.createdAtMs), asc(auditKeys.kid)),
);
const insertKeyRow = write((db, row: Bound<AuditKeyRow>) => db.insert(auditKeys).values(row));

/** Returns all keys, oldest first: one, and another after each loss of the encryption key. */
export const listKeys = (db: ReadDb): Promise<AuditKeyRow[]> => listKeyRows(db, {});

/** Inserts a key. */
export async function insertKey(db: Db, row: AuditKeyRow): Promise<void> {
	await insertKeyRow(db, row);
}

type After = { readonly orgId: string; readonly after: number; readonly take: number };
const listAfter = readRows((db, { orgId, after, take }: Bound<After>) =>
	db
		.select()
		.from(auditCheckpoints)
		.where(and(eq(auditCheckpoints.orgId, orgId), gt(auditCheckpoints.sequence, after)))
		.orderBy(asc(auditCheckpoints.sequence))
		.limit(take),
);

/** Returns the first checkpoints of an organization after a sequence. */
export const listCheckpoints = (db: ReadDb, after: After): Promise<AuditCheckpointRow[]> => listAfter(db, after);

const findLast = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	db
		.select()
		.from(auditCheckpoints)
		.where(eq(auditCheckpoints.orgId, orgId))
		.orderBy(desc(auditCheckpoints.sequence))
		.limit(1),
);

/** Returns the last checkpoint of an organization; undefined before the first. */
export const findLastCheckpoint = (db: ReadDb, orgId: string): Promise<AuditCheckpointRow | undefined> =>
	findLast(db, { orgId });

const lockLedger = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	forUpdate(
		db
			.select({ sequence: organizationLedgers.auditSequence })
			.from(organizationLedgers)
			.where(eq(organizationLedgers.orgId, orgId))
			.limit(1),
	),
);

/** Locks the log of an organization until the transaction ends. */
export async function lockLog(tx: Db, orgId: string): Promise<void> {
	await lockLedger(tx, { orgId });
}

const insertRow = write((db, row: Bound<AuditCheckpointRow>) => db.insert(auditCheckpoints).values(row));

/** Inserts a checkpoint. */
export async function insertCheckpoint(db: Db, row: AuditCheckpointRow): Promise<void> {
	await insertRow(db, row);
}

/** Sequence of the last checkpoint of the organization of a ledger; the builder would not say which of the two tables. */
const lastSigned = (): SQL<number | null> => sql`(
	select signed.sequence from audit_checkpoints as signed
	where signed.org_id = organization_ledgers.org_id order by signed.sequence desc limit 1
)`;
const listLogs = readRows((db, { after, take }: Bound<{ readonly after: string; readonly take: number }>) =>
	db
		.select({
			orgId: organizationLedgers.orgId,
			sequence: organizationLedgers.auditSequence,
			hash: organizationLedgers.auditHead,
			signed: lastSigned(),
		})
		.from(organizationLedgers)
		.where(gt(organizationLedgers.orgId, after))
		.orderBy(asc(organizationLedgers.orgId))
		.limit(take),
);

/** The end of an organization's log, and up to where it is signed. */
export interface LogEnd {
	readonly orgId: string;
	readonly sequence: number;
	readonly hash: string;
	/** Null: not at all. */
	readonly signed: number | null;
}

/** Returns the ends of the logs of the first organizations after one. */
export const listLogEnds = (store: Store, after: string, take: number): Promise<LogEnd[]> =>
	listLogs(store.acrossTenants, { after, take });
