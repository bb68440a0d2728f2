import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { person, tenant } from "../declarations.ts";
import {
	bigint,
	clustered,
	foreignKey,
	id,
	index,
	instant,
	int,
	knownValues,
	oneOf,
	primaryKey,
	table,
} from "../dsl.ts";
import { organizations } from "./organizations.ts";

/**
 * What is measured of an organization's use: milliseconds of meetings, of transcribed audio and of translated speech, bytes
 * stored, summaries made by AI, members, requests to the API.
 */
export const METERS = [
	"meetingMs",
	"transcriptionMs",
	"translationMs",
	"storedBytes",
	"summaries",
	"seats",
	"apiRequests",
] as const;
export type Meter = (typeof METERS)[number];

/** Lengths of time for which use is added up. A quarter of an hour: no zone's hours or days begin anywhere else. */
export const USAGE_GRAINS = ["quarter", "day"] as const;
export type UsageGrain = (typeof USAGE_GRAINS)[number];

/** What use is attributed to, where it is known. */
export const USAGE_GROUPS = ["workspace", "user"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const ofOrganization = <const Name extends string>(name: Name, { orgId }: { orgId: AnySQLiteColumn }) =>
	foreignKey({ name: `${name}_org_fk`, columns: [orgId], foreignColumns: [organizations.id] }).onDelete("cascade");

/** Records of use. Each is written in the transaction of what it measures, and counted once. */
export const usageRecords = clustered(
	table(
		"usage_records",
		{
			orgId: tenant({ export: "usage" }).notNull(),
			meter: oneOf(...METERS).notNull(),
			/** What was measured, so that nothing is counted twice: a meeting, a job, a blob. */
			subject: id().notNull(),
			/** Negative where bytes were deleted, or a member has left. */
			quantity: bigint().notNull(),
			occurredAtMs: instant().notNull(),
			/** The workspace it was used in; null where it is in none, or nobody knows. */
			workspaceId: id(),
			/** The person who used it; null where it is nobody, or a guest. */
			userId: person(id(), {
				keeps: "what the organization used; the id of who used it identifies no one any more",
				notExported: "what the organization used; the meetings and transcripts it was used for are exported",
			}),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meter, t.subject] }),
			ofOrganization("usage_records", t),
			index("usage_records_by_time").on(t.orgId, t.meter, t.occurredAtMs),
			...knownValues("usage_records", t),
		],
	),
);

/** A record of use as stored. */
export type UsageRecordRow = typeof usageRecords.$inferSelect;

/** What the records of a quarter of an hour, and of a day of UTC, add up to: written with each of them. */
export const usageTotals = clustered(
	table(
		"usage_totals",
		{
			orgId: tenant({ export: "usage-totals" }).notNull(),
			meter: oneOf(...METERS).notNull(),
			grain: oneOf(...USAGE_GRAINS).notNull(),
			startMs: instant().notNull(),
			/** The sum; of what is there at a time (bytes, seats) the most there was at once. */
			quantity: bigint().notNull(),
			/** What was there at the end; null for what is used up. */
			level: bigint(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meter, t.grain, t.startMs] }),
			ofOrganization("usage_totals", t),
			...knownValues("usage_totals", t),
		],
	),
);

/** A total as stored. */
export type UsageTotalRow = typeof usageTotals.$inferSelect;

/** What a workspace or a person has used on a day of UTC. */
export const usageShares = clustered(
	table(
		"usage_shares",
		{
			orgId: tenant({ notExported: "what the exported records add up to" }).notNull(),
			meter: oneOf(...METERS).notNull(),
			kind: oneOf(...USAGE_GROUPS).notNull(),
			startMs: instant().notNull(),
			/** Id of the workspace or user. */
			groupId: id().notNull(),
			quantity: bigint().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meter, t.kind, t.startMs, t.groupId] }),
			ofOrganization("usage_shares", t),
			...knownValues("usage_shares", t),
		],
	),
);

/** A share as stored. */
export type UsageShareRow = typeof usageShares.$inferSelect;

/** What is there now of what can also become less: bytes, seats. */
export const usageLevels = clustered(
	table(
		"usage_levels",
		{
			orgId: tenant({ notExported: "what the exported records add up to" }).notNull(),
			meter: oneOf(...METERS).notNull(),
			level: bigint().notNull(),
			/** When it changed last: what is recorded later did not happen before. */
			changedAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meter] }),
			ofOrganization("usage_levels", t),
			...knownValues("usage_levels", t),
		],
	),
);

/** A level as stored. */
export type UsageLevelRow = typeof usageLevels.$inferSelect;

/** What share of a limit an organization was last notified that it has used, one row for each meter. */
export const usageAlerts = clustered(
	table(
		"usage_alerts",
		{
			orgId: tenant({ notExported: "of what limits they were notified last; the events are exported" }).notNull(),
			meter: oneOf(...METERS).notNull(),
			/** Start of the month in which it was notified: in the next one it may be again. */
			periodStartMs: instant().notNull(),
			/** In percent. */
			threshold: int().notNull(),
			/** The limit, as plans name it; beyond a higher one it is notified again. */
			limit: bigint().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meter] }),
			ofOrganization("usage_alerts", t),
			...knownValues("usage_alerts", t),
		],
	),
);

/** An alert as stored. */
export type UsageAlertRow = typeof usageAlerts.$inferSelect;
