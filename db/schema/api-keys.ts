import type { Scope } from "#kernel/scopes";
import { id, index, instant, int, json, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Keys of service accounts: bearer tokens that live until they are revoked. */
export const apiKeys = table(
	"api_keys",
	{
		...ofTenant(),
		name: text().notNull(),
		/** SHA-256 of the key, hex. */
		keyHash: id().notNull(),
		/** The last characters of the key, to tell keys apart. */
		hint: text().notNull(),
		/** The key before the last rotation, SHA-256, hex; null without one. */
		previousHash: id(),
		/** Until when the previous key still works; null without one. */
		previousExpiresAtMs: instant(),
		scopes: json<readonly Scope[]>().notNull(),
		/** CIDRs it may be used from; empty: anywhere. */
		allowedIps: json<readonly string[]>().notNull(),
		/** The person who answers for it: who made or adopted it. */
		createdBy: text().notNull(),
		/** `demoted`: that person could no longer make such a key; `removed`: they are no member any more. */
		makerState: text().$type<"active" | "demoted" | "removed">().notNull().default("active"),
		/** Null: it does not expire. */
		expiresAtMs: instant(),
		/** To the minute; null: never used. */
		lastUsedAtMs: instant(),
		revokedAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("api_keys", t),
		uniqueIndex("api_keys_hash_unique").on(t.orgId, t.keyHash),
		index("api_keys_by_maker").on(t.orgId, t.createdBy),
		index("api_keys_by_age").on(t.orgId, t.createdAtMs, t.id),
	],
);

/** One API key as stored. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;
