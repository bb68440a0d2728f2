import { sql } from "drizzle-orm";
import { id, index, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";

/** States of an organization. `deleted` is a tombstone. */
export const ORGANIZATION_STATES = ["active", "suspended", "pending_deletion", "deleted"] as const;
export type OrganizationState = (typeof ORGANIZATION_STATES)[number];

/** Kinds of tenant. */
export const ORG_TYPES = [
	"education",
	"business",
	"nonprofit",
	"government",
	"healthcare",
	"community",
	"personal",
] as const;
export type OrgType = (typeof ORG_TYPES)[number];

/** Customers: the tenants. Global and small; a deleted one stays as a tombstone, so ids and slugs are never reused. */
export const organizations = table(
	"organizations",
	{
		id: id().primaryKey(),
		name: text().notNull(),
		/** The folded name, for search and sort. */
		nameKey: text().notNull(),
		slug: text().notNull(),
		/** The customer's own key for it, null without one. */
		externalId: text(),
		orgType: text().$type<OrgType>().notNull(),
		billingAccountId: text(),
		/** Overrides only: what is absent has its default. */
		settings: json<Readonly<Record<string, unknown>>>().notNull(),
		/** Overrides only. */
		retentionPolicy: json<Readonly<Record<string, unknown>>>().notNull(),
		allowedDomains: json<readonly string[]>().notNull(),
		/** Overrides only, by flag name. */
		featureFlags: json<Readonly<Record<string, unknown>>>().notNull(),
		metadata: json<Readonly<Record<string, unknown>>>().notNull(),
		state: oneOf(...ORGANIZATION_STATES).notNull(),
		/** The state to return to when a deletion is called off, null outside `pending_deletion`. */
		stateBeforeDeletion: text().$type<OrganizationState>(),
		/** Who asked for the deletion: an equal or higher authority calls it off. Null outside `pending_deletion`. */
		deletionAuthority: text().$type<"system" | "security" | "billing" | "owner">(),
		/** Counts changes from 1; the entity tag. */
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
		/** When the data is to be purged, null unless a deletion is pending. */
		purgeAtMs: instant(),
		/** When the deletion was asked for, null for a live one. */
		deletedAtMs: instant(),
	},
	(t) => [
		uniqueIndex("organizations_slug_unique").on(t.slug),
		uniqueIndex("organizations_external_id_unique").on(t.externalId).where(sql`${t.externalId} is not null`),
		index("organizations_by_age").on(t.createdAtMs, t.id),
		index("organizations_by_name").on(t.nameKey, t.id),
		// Most are active, and those are found by their age.
		index("organizations_by_state").on(t.state, t.createdAtMs).where(sql`${t.state} <> 'active'`),
		...knownValues("organizations", t),
	],
);

/** One organization as stored. */
export type OrganizationRow = typeof organizations.$inferSelect;
