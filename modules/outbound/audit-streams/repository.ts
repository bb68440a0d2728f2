import { keyset } from "#db/keyset";
import { auditStreams } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { withMaker } from "#modules/identity/makers";

/** Order of the list. */
export const oldestFirst = keyset("asc", { createdAtMs: auditStreams.createdAtMs, id: auditStreams.id });

/** The streams of one organization. */
export const streamsOf = tenantRows(auditStreams);

/** Reads a slice of the streams of an organization, {@link oldestFirst}. */
export const listStreams = tenantList(auditStreams, oldestFirst, withMaker(auditStreams.makerState));

/** The keys that sign. */
export const sealedSecrets = sealedColumn(auditStreams, "secretSealed");
