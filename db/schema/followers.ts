import { sql } from "drizzle-orm";
import { bigint, bool, id, index, instant, int, knownValues, oneOf, table } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Kinds of followers. */
export const FOLLOWER_KINDS = ["webhook", "audit_stream"] as const;

/**
 * Who is notified, outside the program, what happened in an organization: each follows one of its logs from a position.
 * What waits for a follower needs no rows; it is the distance between the position and the end of the log.
 */
export const followers = table(
	"followers",
	{
		...ofTenant({ notExported: "how far deliveries have come" }),
		kind: oneOf(...FOLLOWER_KINDS).notNull(),
		/** Sequence in the log up to which it was notified, or need not be. */
		position: bigint().notNull(),
		/** Whether it is notified at all. */
		isActive: bool().notNull(),
		/** Whether it gets nothing new until what it failed to take has succeeded. */
		isParked: bool().notNull(),
		/** Number of failures in a row; its kind defines what counts. */
		failures: int().notNull(),
		/** When the first of these failures was; null: the last attempt succeeded, or there was none. */
		failingSinceMs: instant(),
		/** When something is to be tried that is not new; null: nothing is, as ever while it is not active. */
		dueAtMs: instant(),
		/** The process that works for it; null: none does. */
		leaseToken: id(),
		/** Until when, unless the lease is renewed. */
		leasedUntilMs: instant(),
	},
	(t) => [
		...tenantKeys("followers", t),
		// Not led by orgId: whoever looks for work looks in all organizations.
		index("followers_due").on(t.dueAtMs).where(sql`${t.dueAtMs} is not null`),
		...knownValues("followers", t),
	],
);

/** A follower as stored. */
export type FollowerRow = typeof followers.$inferSelect;
