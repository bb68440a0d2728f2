import { id, index, instant, table, text } from "../dsl.ts";

/** Results of requests that carried an `Idempotency-Key`, written in the transaction of their effect. */
export const idempotencyKeys = table(
	"idempotency_keys",
	{
		/** SHA-256 of (principal, method, route template, key), hex. */
		scope: id().primaryKey(),
		/** SHA-256 of what was asked, hex. */
		fingerprint: text().notNull(),
		/** The organization acted upon, null for none. */
		orgId: id(),
		/** The outcome: sealed with the instance's encryption key, or plain JSON where it holds no secret. */
		resultSealed: text().notNull(),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
	},
	(t) => [index("idempotency_keys_by_end").on(t.expiresAtMs)],
);

/** One kept result as stored. */
export type IdempotencyKeyRow = typeof idempotencyKeys.$inferSelect;
