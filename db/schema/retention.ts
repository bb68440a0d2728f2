import { sql } from "drizzle-orm";
import { person } from "../declarations.ts";
import { bool, index, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Changes of retention policies that shortened periods: for three days more, the earlier periods delay the purge. */
export const retentionChanges = table(
	"retention_changes",
	{
		...ofTenant({ export: "retention-changes" }),
		/** The periods that were shortened as they were before, by class: `{"recordings": "90d"}`. */
		previous: json<Readonly<Record<string, string>>>().notNull(),
		changedAtMs: instant().notNull(),
		/** End of the delay. */
		purgesFromMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("retention_changes", t),
		index("retention_changes_in_force").on(t.orgId, t.purgesFromMs, t.id),
		// Not led by orgId: those of all tenants are deleted when their delay is over.
		index("retention_changes_ended").on(t.purgesFromMs),
		...knownValues("retention_changes", t),
	],
);

/** A shortening of retention periods as stored. */
export type RetentionChangeRow = typeof retentionChanges.$inferSelect;

/** Previews of retention policies: what somebody has seen before they have it purged at once. */
export const retentionPreviews = table(
	"retention_previews",
	{
		...ofTenant({ notExported: "a preview that was requested, for an hour" }),
		/** The periods of all classes. */
		policy: json<Readonly<Record<string, string>>>().notNull(),
		createdAtMs: instant().notNull(),
		/** From then on it permits nothing any more. */
		expiresAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("retention_previews", t),
		// Not led by orgId: those of all tenants are deleted when they have expired.
		index("retention_previews_expired").on(t.expiresAtMs),
		...knownValues("retention_previews", t),
	],
);

/** A preview as stored. */
export type RetentionPreviewRow = typeof retentionPreviews.$inferSelect;

/** Why a run takes place. */
export const RETENTION_TRIGGERS = ["schedule", "request"] as const;
/** States of a run. */
export const RETENTION_RUN_STATES = ["queued", "running", "completed", "failed"] as const;

/** Runs of the purge, and the receipts of what they purged. */
export const retentionRuns = table(
	"retention_runs",
	{
		...ofTenant({ export: "retention-runs" }),
		trigger: oneOf(...RETENTION_TRIGGERS).notNull(),
		/** Whether it only counts what it would purge. */
		dryRun: bool().notNull(),
		state: oneOf(...RETENTION_RUN_STATES).notNull(),
		/** The periods it purges by; null until it has started. */
		policy: json<Readonly<Record<string, string>>>(),
		/** What it has purged so far. */
		purged: json<unknown>().notNull(),
		/** Error code and sentence of a failed one; null otherwise. */
		failure: json<{ readonly code: string; readonly detail: string }>(),
		/** Id of who requested it; null for scheduled ones. */
		requestedBy: person(text(), {
			keeps: "a purge of the organization; the id of who requested it identifies no one any more",
			notExported: "a purge of the organization; that they requested it is in their audit log",
		}),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		startedAtMs: instant(),
		endedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("retention_runs", t),
		index("retention_runs_by_age").on(t.orgId, t.createdAtMs, t.id),
		uniqueIndex("retention_runs_unfinished_unique")
			.on(t.orgId, t.dryRun)
			.where(sql`${t.state} in ('queued', 'running')`),
		...knownValues("retention_runs", t),
	],
);

/** A run as stored. */
export type RetentionRunRow = typeof retentionRuns.$inferSelect;
