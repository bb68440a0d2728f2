import { keyset } from "#db/keyset";
import { auditStreams } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { tenantRows } from "#db/tenant-rows";

/** Order of the list. */
export const oldestFirst = keyset("asc", { createdAtMs: auditStreams.createdAtMs, id: auditStreams.id });

/** The streams of one organization. */
export const streamsOf = tenantRows(auditStreams);

/** The keys that sign. */
export const sealedSecrets = sealedColumn(auditStreams, {
	key: ["orgId", "id"],
	column: "secretSealed",
	whenLost: () => ({ secretSealed: null }),
});
