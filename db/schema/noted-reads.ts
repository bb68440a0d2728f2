import { index, instant, table } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/**
 * Reads of recordings and transcripts that are in the audit trail already, for as long as another is not: the id is a
 * hash of reader, object and hour.
 */
export const notedReads = table(
	"noted_reads",
	{
		...ofTenant({ notExported: "hashes, for an hour; the reads themselves are in the audit log" }),
		notedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("noted_reads", t),
		// Not led by orgId: those of all tenants are deleted when their hour is over.
		index("noted_reads_by_age").on(t.notedAtMs),
	],
);
