import { bigint, id, index, instant, json, knownValues, oneOf, primaryKey, table, text, uniqueIndex } from "../dsl.ts";

/**
 * The audit trail: one hash chain per organization, in the order of its ledger. `personal` and `salt` may be erased
 * without breaking the chain, which covers only their salted hash. No foreign key: the pseudo organization `platform`
 * has a chain too, and a trail outlives its subjects.
 */
export const auditEntries = table(
	"audit_entries",
	{
		orgId: id().notNull(),
		/** Position in the chain, from 1, without gaps. */
		sequence: bigint().notNull(),
		id: id().notNull(),
		occurredAtMs: instant().notNull(),
		action: text().notNull(),
		category: text().notNull(),
		outcome: oneOf("success", "denied", "failure").notNull(),
		actorType: text().notNull(),
		actorId: text().notNull(),
		actorRole: text(),
		targets: json<readonly Readonly<Record<string, unknown>>[]>().notNull(),
		/** The changed members: path, old and new value. */
		changes: json<readonly Readonly<Record<string, unknown>>[]>().notNull(),
		requestId: text().notNull(),
		authMethod: text(),
		/** Name, e-mail, address and the like; null once erased. */
		personal: json<Readonly<Record<string, unknown>>>(),
		/** Salt that conceals `personal` in its commitment; null once erased. */
		salt: text(),
		/** SHA-256 of salt and personal values, hex: covered by the hash in their place. */
		personalCommitment: text().notNull(),
		hash: text().notNull(),
		prevHash: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.sequence] }),
		uniqueIndex("audit_entries_id_unique").on(t.orgId, t.id),
		// Not led by orgId: a person is erased in all organizations.
		index("audit_entries_by_actor").on(t.actorId, t.orgId, t.sequence),
		...knownValues("audit_entries", t),
	],
);

/** One audit entry as stored. */
export type AuditEntryRow = typeof auditEntries.$inferSelect;
