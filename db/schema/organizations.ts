import { sql } from "drizzle-orm";
import { id, index, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import type { Configuration } from "./configurations.ts";

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

/**
 * Customers, the tenants. A global table and a small one; a deleted organization stays as a tombstone, so ids and slugs
 * are never reused.
 */
export const organizations = table(
	"organizations",
	{
		id: id().primaryKey(),
		name: text().notNull(),
		/** The folded name, for search and sorting. */
		nameKey: text().notNull(),
		slug: text().notNull(),
		/** The customer's own identifier, null without one. */
		externalId: text(),
		orgType: text().$type<OrgType>().notNull(),
		billingAccountId: text(),
		/** Overrides only: absent members have their defaults. */
		settings: json<Readonly<Record<string, unknown>>>().notNull(),
		/** Overrides only. */
		retentionPolicy: json<Readonly<Record<string, unknown>>>().notNull(),
		allowedDomains: json<readonly string[]>().notNull(),
		/** Overrides only, by flag name. */
		featureFlags: json<Readonly<Record<string, unknown>>>().notNull(),
		/** Overrides only, by task. */
		aiPolicy: json<Readonly<Record<string, unknown>>>().notNull().default({}),
		/** The plan of its subscription; null: it has none, and the plan of those applies. Written by `modules/billing/subscriptions`. */
		planCode: text(),
		/** Members that its subscription pays for, who limit it; null: it pays for none by their number. Written by `modules/billing/subscriptions`. */
		paidSeats: int(),
		/** Entitlements that a system administrator has granted beside the plan, by key; null: without a limit. */
		entitlementOverrides: json<Readonly<Record<string, number | boolean | null>>>().notNull().default({}),
		metadata: json<Readonly<Record<string, unknown>>>().notNull(),
		state: oneOf(...ORGANIZATION_STATES).notNull(),
		/** The state to restore when a deletion is cancelled, null outside `pending_deletion`. */
		stateBeforeDeletion: text().$type<OrganizationState>(),
		/**
		 * The authority that requested the deletion: only an equal or higher one can cancel it. Null outside
		 * `pending_deletion`.
		 */
		deletionAuthority: text().$type<"system" | "security" | "billing" | "owner">(),
		/** Counts changes from 1; the entity tag. */
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
		/** Time the data is purged, null unless a deletion is pending. */
		purgeAtMs: instant(),
		/** Time the deletion was requested, null otherwise. */
		deletedAtMs: instant(),
	},
	(t) => [
		uniqueIndex("organizations_slug_unique").on(t.slug),
		uniqueIndex("organizations_external_id_unique").on(t.externalId).where(sql`${t.externalId} is not null`),
		index("organizations_by_type").on(t.orgType, t.createdAtMs, t.id).where(sql`${t.state} <> 'deleted'`),
		index("organizations_by_state_and_name").on(t.state, t.nameKey, t.id).where(sql`${t.state} <> 'active'`),
		// Lists show no tombstones, which only accumulate.
		index("organizations_by_age").on(t.createdAtMs, t.id).where(sql`${t.state} <> 'deleted'`),
		index("organizations_by_name").on(t.nameKey, t.id).where(sql`${t.state} <> 'deleted'`),
		// Most are active, and active ones are found by their age or name.
		index("organizations_by_state").on(t.state, t.createdAtMs, t.id).where(sql`${t.state} <> 'active'`),
		...knownValues("organizations", t),
	],
);

/** An organization as stored. */
export type StoredOrganization = typeof organizations.$inferSelect;

/** An organization, with the configuration that decides what it leaves open. */
export type OrganizationRow = StoredOrganization & { readonly configuration: Configuration };
