import { sealed, tenant } from "../declarations.ts";
import { bigint, id, instant, primaryKey, table, text } from "../dsl.ts";

/** Keys that sign checkpoints and exports of audit logs. They are kept: what they have signed is verified years later. */
export const auditKeys = table("audit_keys", {
	/** RFC 7638 thumbprint of the public key. */
	kid: id().primaryKey(),
	/** Ed25519, base64url: `x` of RFC 8037. */
	publicKey: text().notNull(),
	privateSealed: sealed(text().notNull(), "row"),
	createdAtMs: instant().notNull(),
});

/** A key that signs audit logs, as stored. */
export type AuditKeyRow = typeof auditKeys.$inferSelect;

/**
 * Signatures of what the audit log of an organization was at some time: who rewrites the log, hashes included, cannot
 * sign it again. No foreign key: the pseudo organization `platform` has a log too.
 */
export const auditCheckpoints = table(
	"audit_checkpoints",
	{
		orgId: tenant({
			notExported: "signatures of what is exported; an export of the audit log has them",
			keeps: "signatures of the entries of the log",
		}).notNull(),
		/** Sequence of the last entry that is signed. */
		sequence: bigint().notNull(),
		/** Hash of that entry. */
		hash: text().notNull(),
		signedAtMs: instant().notNull(),
		/** Signature of the checkpoint before, which none can be taken from in between; null for the first. */
		previous: text(),
		keyId: text().notNull(),
		/** Ed25519, base64url. */
		signature: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.orgId, t.sequence] })],
);

/** A checkpoint as stored. */
export type AuditCheckpointRow = typeof auditCheckpoints.$inferSelect;
