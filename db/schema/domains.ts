import { sql } from "drizzle-orm";
import { person, tenant } from "../declarations.ts";
import {
	bool,
	foreignKey,
	id,
	index,
	instant,
	int,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import type { Role } from "./memberships.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";
import { organizations } from "./organizations.ts";

/** What becomes of people whose verified address belongs to a domain that an organization has proved. */
export const ENROLLMENT_MODES = ["none", "suggest", "request", "invite", "auto_join"] as const;
/** One of {@link ENROLLMENT_MODES}. */
export type EnrollmentMode = (typeof ENROLLMENT_MODES)[number];

/**
 * The domains that organizations allow, and what each has proved of them; `id` is the domain. Any number of organizations
 * may claim one, and one of them holds it.
 */
export const domains = table(
	"organization_domains",
	{
		...ofTenant({ export: "domains" }),
		/** `unverified`: listed before there were proofs, or never looked up. */
		state: oneOf("unverified", "pending", "verified", "failed", "lapsed", "conflict").notNull(),
		enrollmentMode: oneOf(...ENROLLMENT_MODES).notNull(),
		/** Role of whoever joins by the domain: none that administers anything. */
		defaultRole: text().$type<Role>().notNull(),
		includeSubdomains: bool().notNull(),
		/** Random part of the value of the record. It is published, so it need not be hidden. */
		challengeToken: text().notNull(),
		/** When the current claim was made, from which its schedule counts. */
		claimedAtMs: instant().notNull(),
		/** When it is given up; null while the domain is verified. */
		expiresAtMs: instant(),
		/** Number of look-ups. */
		attempts: int().notNull(),
		lastCheckedAtMs: instant(),
		/** Why the last look-up proved nothing; null: it did, or there was none. */
		lastError: oneOf("record_not_found", "resolver_failed", "claimed"),
		/** Null: it is not looked up in the background. */
		nextCheckAtMs: instant(),
		/** Number of times in a row that the record of a verified domain was missing. */
		misses: int().notNull(),
		/** When the record was last seen; null: never. */
		provedAtMs: instant(),
		verifiedAtMs: instant(),
		/** `dns_txt`: by the record; `manual`: by a system administrator. Null unless verified. */
		proof: oneOf("dns_txt", "manual"),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("organization_domains", t),
		// Not led by orgId: one organization holds a domain, whoever else claims it.
		uniqueIndex("organization_domains_held_once").on(t.id).where(sql`${t.state} = 'verified'`),
		// Not led by orgId: who else claims this domain?
		index("organization_domains_by_domain").on(t.id, t.orgId),
		index("organization_domains_by_age").on(t.orgId, t.createdAtMs, t.id),
		index("organization_domains_by_check").on(t.orgId, t.nextCheckAtMs).where(sql`${t.nextCheckAtMs} is not null`),
		...knownValues("organization_domains", t),
	],
);

/** A domain of an organization as stored. */
export type DomainRow = typeof domains.$inferSelect;

/** People who have left an organization, or were removed: they do not join it by their domain again. */
export const domainLeavers = table(
	"domain_leavers",
	{
		orgId: tenant({ export: "domain-leavers" }).notNull(),
		userId: person(id().notNull()),
		leftAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.userId] }),
		foreignKey({ name: "domain_leavers_org_fk", columns: [t.orgId], foreignColumns: [organizations.id] }).onDelete(
			"cascade",
		),
		// Not led by orgId: a person is erased everywhere.
		index("domain_leavers_by_person").on(t.userId),
	],
);
