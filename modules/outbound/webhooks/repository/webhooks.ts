import { count, eq } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { webhooks } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { withMaker } from "#modules/identity/makers";

/** Order of the list. */
export const oldestFirst = keyset("asc", { createdAtMs: webhooks.createdAtMs, id: webhooks.id });

/** The webhooks of one organization. */
export const webhooksOf = tenantRows(webhooks);

/** Reads a slice of the webhooks of an organization, {@link oldestFirst}. */
export const listWebhooks = tenantList(webhooks, oldestFirst, withMaker(webhooks.makerState));

const counted = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select({ count: count() }).from(webhooks).where(eq(webhooks.orgId, orgId)),
);

/** Returns the number of webhooks of an organization. */
export const countWebhooks = async (db: ReadDb, orgId: string): Promise<number> =>
	(await counted(db, { orgId }))?.count ?? 0;

/** The keys that sign. */
export const sealedSecrets = sealedColumn(webhooks, "secretSealed");
/** The keys before the last rotation. */
export const sealedPreviousSecrets = sealedColumn(webhooks, "previousSecretSealed");
/** The further headers. */
export const sealedHeaders = sealedColumn(webhooks, "headersSealed");
