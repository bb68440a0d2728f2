import { person, tenant } from "../declarations.ts";
import { bigint, id, instant, json, primaryKey, table, text, uniqueIndex } from "../dsl.ts";

/**
 * The event log of each organization, in the order of its ledger: written in the transaction of the change, read by
 * webhooks and streams. No foreign key: the pseudo organization `platform` has events too.
 */
export const events = table(
	"events",
	{
		orgId: tenant({
			export: "events",
			keeps: "subscribers read of the purge itself; the numbering has no gaps",
		}).notNull(),
		/** Position in the organization's log, from 1, without gaps. */
		sequence: bigint().notNull(),
		id: id().notNull(),
		/** Past tense, such as `organization.created`. */
		type: text().notNull(),
		apiVersion: text().notNull(),
		occurredAtMs: instant().notNull(),
		requestId: text().notNull(),
		actor: person(json<{ readonly type: string; readonly id: string }>().notNull(), {
			keeps: "subscribers were notified of it; the log is cut by its age",
		}),
		/** The resource as it was after the change. */
		object: json<Readonly<Record<string, unknown>>>().notNull(),
		/** The changed members: path, old and new value; null when the event is not about changed members. */
		changes: json<{ readonly path: string; readonly from: unknown; readonly to: unknown }[]>(),
	},
	(t) => [primaryKey({ columns: [t.orgId, t.sequence] }), uniqueIndex("events_id_unique").on(t.orgId, t.id)],
);

/** An event as stored. */
export type EventRow = typeof events.$inferSelect;
