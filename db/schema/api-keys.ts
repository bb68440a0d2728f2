import { sql } from "drizzle-orm";
import type { Scope } from "#kernel/scopes";
import { person } from "../declarations.ts";
import { id, index, instant, int, json, table, text, uniqueIndex } from "../dsl.ts";
import { makerState } from "./makers.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** API keys of service accounts: bearer tokens that are valid until revoked. */
export const apiKeys = table(
	"api_keys",
	{
		...ofTenant({ export: "api-keys" }),
		name: text().notNull(),
		/** SHA-256 of the key, hex. */
		keyHash: id().notNull(),
		/** Last characters of the key, to tell keys apart. */
		hint: text().notNull(),
		/** SHA-256 of the key before the last rotation, hex; null without one. */
		previousHash: id(),
		/** End of validity of the previous key; null without one. */
		previousExpiresAtMs: instant(),
		scopes: json<readonly Scope[]>().notNull(),
		/** CIDRs it may be used from; empty: any address. */
		allowedIps: json<readonly string[]>().notNull(),
		/** The person responsible for it, who created or adopted it. */
		createdBy: person(text().notNull(), {
			keeps: "a key is the organization's; the id of who answers for it identifies no one any more",
		}),
		/** `demoted`: that person may no longer create such a key; `removed`: they are no longer a member. */
		makerState: makerState(),
		/** Null when it does not expire. */
		expiresAtMs: instant(),
		/** Precise to the minute; null when never used. */
		lastUsedAtMs: instant(),
		revokedAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("api_keys", t),
		uniqueIndex("api_keys_hash_unique").on(t.orgId, t.keyHash),
		uniqueIndex("api_keys_previous_hash_unique").on(t.orgId, t.previousHash),
		index("api_keys_by_maker_state")
			.on(t.orgId, t.makerState, t.createdAtMs, t.id)
			.where(sql`${t.revokedAtMs} is null`),
		index("api_keys_by_age").on(t.orgId, t.createdAtMs, t.id).where(sql`${t.revokedAtMs} is null`),
		// Revoked keys stay, and nobody sees them. Led by the maker for the reason of `invitations_by_inviter`.
		index("api_keys_by_maker").on(t.createdBy, t.orgId, t.id).where(sql`${t.revokedAtMs} is null`),
	],
);

/** One API key as stored. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;
