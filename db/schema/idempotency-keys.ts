import { sql } from "drizzle-orm";
import { sealed, tenant } from "../declarations.ts";
import { id, index, instant, table, text } from "../dsl.ts";

/** Results of requests that carried an `Idempotency-Key`, written in the transaction of their effect. */
export const idempotencyKeys = table(
	"idempotency_keys",
	{
		/** SHA-256 of (principal, method, route template, key), hex. */
		scope: id().primaryKey(),
		/** Keyed SHA-256 of the content of the request, hex. */
		fingerprint: text().notNull(),
		/** The organization acted upon, null for none. */
		orgId: tenant({ notExported: "responses that were sent, for a day" }),
		/** The outcome: sealed with the instance's encryption key, or plain JSON when it contains no secret. */
		resultSealed: sealed(text().notNull(), "row"),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
	},
	(t) => [
		index("idempotency_keys_by_end").on(t.expiresAtMs),
		index("idempotency_keys_by_organization").on(t.orgId).where(sql`${t.orgId} is not null`),
	],
);

/** A stored outcome. */
export type IdempotencyKeyRow = typeof idempotencyKeys.$inferSelect;
