import { bigint, index, instant, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/**
 * What is measured of an organization's use: milliseconds of meetings, of transcribed audio and of translated speech, bytes
 * stored, summaries made by AI.
 */
export const METERS = ["meetingMs", "transcriptionMs", "translationMs", "storedBytes", "summaries"] as const;
export type Meter = (typeof METERS)[number];

/** Records of use. Each is written in the transaction of what it measures. */
export const usageRecords = table(
	"usage_records",
	{
		...ofTenant(),
		meter: oneOf(...METERS).notNull(),
		/** Negative where bytes were deleted. */
		quantity: bigint().notNull(),
		/** What was measured, so that nothing is counted twice: a meeting, a job, a blob. */
		subject: text().notNull(),
		occurredAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("usage_records", t),
		uniqueIndex("usage_records_subject_unique").on(t.orgId, t.meter, t.subject),
		index("usage_records_by_time").on(t.orgId, t.meter, t.occurredAtMs, t.id),
		...knownValues("usage_records", t),
	],
);

/** A record of use as stored. */
export type UsageRecordRow = typeof usageRecords.$inferSelect;
