import { sql } from "drizzle-orm";
import { tenant } from "../declarations.ts";
import { id, index, instant, knownValues, oneOf, table } from "../dsl.ts";

/** What can be removed so that a restored backup must not bring it back. */
export const REMOVAL_KINDS = [
	"artifact",
	"meeting",
	"organization",
	"person",
	"member",
	"api_key",
	"administrator",
	"account",
	"calendar_feed",
	"chat_message",
	"series",
] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/**
 * What was removed, written in the transaction that removed it, and repeated after the restore of an older backup. Ids
 * alone, which identify nothing any more.
 */
export const removals = table(
	"removals",
	{
		id: id().primaryKey(),
		/** The organization it was in; null for an organization itself, and for what belongs to none. */
		orgId: tenant({ notExported: "ids of what is gone, for backups that still have it" }),
		kind: oneOf(...REMOVAL_KINDS).notNull(),
		/** Of an artifact its id in the ledger; of a person, member or administrator that of the user. */
		subjectId: id().notNull(),
		atMs: instant().notNull(),
	},
	(t) => [
		// Not led by orgId: those of all tenants are read since the time of a backup, and deleted when they are old.
		index("removals_by_time").on(t.atMs, t.id),
		index("removals_by_organization").on(t.orgId).where(sql`${t.orgId} is not null`),
		...knownValues("removals", t),
	],
);

/** A removal as stored. */
export type RemovalRow = typeof removals.$inferSelect;
