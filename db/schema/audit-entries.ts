import { sql } from "drizzle-orm";
import type { FieldChange } from "#kernel/differences";
import { person, tenant } from "../declarations.ts";
import {
	bigint,
	clustered,
	id,
	index,
	instant,
	json,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";

/**
 * The audit trail: one hash chain per organization, in the order of its ledger. `personal` and `salt` may be erased
 * without breaking the chain, which covers only their salted hash. No foreign key: the pseudo organization `platform`
 * has a chain too, and a trail outlives its subjects.
 */
export const auditEntries = table(
	"audit_entries",
	{
		orgId: tenant({
			export: "audit-log",
			keeps: "who did what must be provable after the end; each entry is chained to the one before",
		}).notNull(),
		/** Position in the chain, from 1, without gaps. */
		sequence: bigint().notNull(),
		id: id().notNull(),
		occurredAtMs: instant().notNull(),
		action: text().notNull(),
		category: text().notNull(),
		outcome: oneOf("success", "denied", "failure").notNull(),
		actorType: text().notNull(),
		actorId: person(text().notNull(), {
			keeps: "the chain covers it; address and device, which it covers by a commitment, are gone",
		}),
		actorRole: text(),
		targets: json<readonly Readonly<{ type: string; id: string }>[]>().notNull(),
		/** The changed members: path, old and new value. */
		changes: json<readonly FieldChange[]>().notNull(),
		requestId: text().notNull(),
		authMethod: text(),
		/** Address, device and session of the request; null once erased. */
		personal: json<Readonly<{ ip: string | null; sessionId?: string; userAgent: string | null }>>(),
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
		index("audit_entries_in_time").on(t.orgId, t.occurredAtMs, t.sequence),
		index("audit_entries_by_action").on(t.orgId, t.action, t.occurredAtMs, t.sequence),
		// Few entries are in it.
		index("audit_entries_unsuccessful")
			.on(t.orgId, t.outcome, t.occurredAtMs, t.sequence)
			.where(sql`${t.outcome} <> 'success'`),
		// Not led by orgId: a person is erased in all organizations.
		index("audit_entries_by_actor").on(t.actorId, t.orgId, t.occurredAtMs, t.sequence),
		...knownValues("audit_entries", t),
	],
);

/** One audit entry as stored. */
export type AuditEntryRow = typeof auditEntries.$inferSelect;

/**
 * The entries about each target: an index of {@link auditEntries}, whose targets are a list. Derived from what the chain
 * covers, and not covered itself.
 */
export const auditTargets = clustered(
	table(
		"audit_targets",
		{
			orgId: tenant({
				notExported: "an index of what is exported",
				keeps: "an index of the entries of the log",
			}).notNull(),
			targetId: id().notNull(),
			occurredAtMs: instant().notNull(),
			sequence: bigint().notNull(),
		},
		(t) => [primaryKey({ columns: [t.orgId, t.targetId, t.occurredAtMs, t.sequence] })],
	),
);

/** One target of an audit entry as stored. */
export type AuditTargetRow = typeof auditTargets.$inferSelect;
