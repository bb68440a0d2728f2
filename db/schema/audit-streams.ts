import { person, sealed } from "../declarations.ts";
import { foreignKey, index, instant, int, json, knownValues, oneOf, table, text } from "../dsl.ts";
import { followers } from "./followers.ts";
import { makerState } from "./makers.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** How the entries of audit logs reach another system. */
export const AUDIT_STREAM_TYPES = ["webhook", "syslog"] as const;

/** Why the program has disabled a stream: its receiver said that it is gone, or took nothing for too long. */
export const AUDIT_STREAM_DISABLED_REASONS = ["gone", "failing"] as const;

/**
 * Where the entries of an organization's audit log are sent as they are recorded, such as a SIEM. Each is a follower with the
 * same id.
 */
export const auditStreams = table(
	"audit_streams",
	{
		...ofTenant({ export: "audit-streams" }),
		name: text().notNull(),
		type: oneOf(...AUDIT_STREAM_TYPES).notNull(),
		/** Where a webhook sends; null for syslog. */
		url: text(),
		/** The syslog server; null for a webhook. */
		host: text(),
		port: int(),
		/** Certificates, PEM, of the authorities that may vouch for the syslog server; null: those of the system. */
		caCertificates: text(),
		/** Categories of the entries that are sent; null: all. */
		categories: json<readonly string[]>(),
		/** The key that signs, sealed; null: none was needed, or it was lost with the encryption key. */
		secretSealed: sealed(text()),
		disabledReason: oneOf(...AUDIT_STREAM_DISABLED_REASONS),
		/** Null while it is enabled. */
		disabledAtMs: instant(),
		/** When entries were last taken; null: never. */
		deliveredAtMs: instant(),
		/** Why the last attempt failed, in words; null: it succeeded, or there was none. */
		failure: text(),
		/** Who is responsible for it: who made or adopted it. */
		createdBy: person(text().notNull(), {
			keeps: "a stream is the organization's; the id of who created it identifies no one any more",
			notExported: "that they created it is in their audit log; where it leads is the organization's",
		}),
		makerState: makerState(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("audit_streams", t),
		foreignKey({
			name: "audit_streams_follower_fk",
			columns: [t.orgId, t.id],
			foreignColumns: [followers.orgId, followers.id],
		}),
		index("audit_streams_by_age").on(t.orgId, t.createdAtMs, t.id),
		...knownValues("audit_streams", t),
	],
);

/** One stream as stored. */
export type AuditStreamRow = typeof auditStreams.$inferSelect;
