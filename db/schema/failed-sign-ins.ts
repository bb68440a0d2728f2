import { person } from "../declarations.ts";
import { id, index, instant, table, text } from "../dsl.ts";

/**
 * Failed sign-ins, for the investigation of attacks. Anonymous callers create these rows, so their number is bounded
 * and they are purged, which the hash chain of the audit trail does not allow. No foreign key: a row outlives its
 * account.
 */
export const failedSignIns = table(
	"failed_sign_ins",
	{
		/** Sorts by time. */
		id: id().primaryKey(),
		/** The user whose account it was about; null when nobody has the address. */
		userId: person(id(), { ofAccount: "exported with the account" }),
		ip: text(),
		userAgent: text(),
		requestId: text().notNull(),
		/** The failed factor: `password` or `code`. */
		reason: text().notNull(),
		occurredAtMs: instant().notNull(),
	},
	(t) => [index("failed_sign_ins_by_user").on(t.userId, t.id), index("failed_sign_ins_by_time").on(t.occurredAtMs)],
);

/** A failed sign-in as stored. */
export type FailedSignInRow = typeof failedSignIns.$inferSelect;
