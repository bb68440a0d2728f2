import { id, index, instant, table, text } from "../dsl.ts";

/**
 * Sign-ins that failed, for those who look into an attack. Strangers make these rows, so they are bounded in number and
 * purged, which the hash chain of the audit trail could not bear. No foreign key: a row outlives its account.
 */
export const failedSignIns = table(
	"failed_sign_ins",
	{
		/** Sorts by time. */
		id: id().primaryKey(),
		/** Whose account it was about; null when nobody has the address. */
		userId: id(),
		ip: text(),
		userAgent: text(),
		requestId: text().notNull(),
		/** What was wrong: `password` or `code`. */
		reason: text().notNull(),
		occurredAtMs: instant().notNull(),
	},
	(t) => [index("failed_sign_ins_by_user").on(t.userId, t.id), index("failed_sign_ins_by_time").on(t.occurredAtMs)],
);

/** One failed sign-in as stored. */
export type FailedSignInRow = typeof failedSignIns.$inferSelect;
