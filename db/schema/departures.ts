import { sql } from "drizzle-orm";
import { person, tenant } from "../declarations.ts";
import { bool, foreignKey, id, index, instant, primaryKey, table, text } from "../dsl.ts";
import { organizations } from "./organizations.ts";

/**
 * People whose membership of an organization has ended, until what the organization holds of them as members is purged
 * (`userData` of its retention policy). Whoever joins again has not left.
 */
export const departures = table(
	"departures",
	{
		orgId: tenant({ export: "former-members" }).notNull(),
		/** Their account, which may be gone. */
		userId: person(id().notNull()),
		/** Their address at the time, in the form used for comparison. */
		emailKey: person(text().notNull()),
		/** When their membership ended. */
		leftAtMs: instant().notNull(),
		/** When it was decided to purge what is theirs; null before. */
		purgeStartedAtMs: instant(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.userId] }),
		foreignKey({ name: "departures_org_fk", columns: [t.orgId], foreignColumns: [organizations.id] }).onDelete(
			"cascade",
		),
		index("departures_by_age").on(t.orgId, t.leftAtMs, t.userId).where(sql`${t.purgeStartedAtMs} is null`),
		index("departures_purging").on(t.orgId, t.userId).where(sql`${t.purgeStartedAtMs} is not null`),
		// Not led by orgId: which organizations still hold something of this person?
		index("departures_by_person").on(t.userId, t.orgId),
	],
);

/** A departure as stored. */
export type DepartureRow = typeof departures.$inferSelect;

/** Accounts that their people have closed, until they are erased. A global table. */
export const closedAccounts = table(
	"closed_accounts",
	{
		userId: person(id().primaryKey(), { ofAccount: "of accounts that cannot be used any more" }),
		/** The address it had, in the form used for comparison; it may be another account's by now. */
		emailKey: person(text().notNull()),
		closedAtMs: instant().notNull(),
		/** Whether it is erased, except for the names in meetings that a legal hold preserves. */
		isErased: bool().notNull().default(false),
	},
	(t) => [index("closed_accounts_by_age").on(t.closedAtMs, t.userId)],
);

/** A closed account as stored. */
export type ClosedAccountRow = typeof closedAccounts.$inferSelect;
