import { Type } from "@sinclair/typebox";
import { fieldsParameter, selectable } from "#http/fields";
import { closed, Nullable, OneOf, Timestamp } from "#http/schemas";
import { BUCKETS } from "./buckets.ts";
import { METER_NAMES } from "./meters.ts";

/** What use can be grouped by. */
export const GROUPS = [...BUCKETS, "meter", "workspace", "user"] as const;
export type GroupBy = (typeof GROUPS)[number];

const UNITS = ["minutes", "bytes", "summaries", "seats", "requests"] as const;
const meter = OneOf(METER_NAMES, "meter");
const unit = OneOf(UNITS, "what one of it is");

const UsageTotal = closed({
	meter,
	unit,
	quantity: Type.Integer({
		description: "Usage in the period, minutes rounded to whole ones once, here; of storage and seats the maximum.",
	}),
	limit: Nullable(Type.Integer({ description: "What the plan includes for each period; null: there is no limit." })),
	percent: Nullable(Type.Number({ description: "`quantity` of `limit`, in percent; null without a limit." })),
});

const UsageRecord = closed({
	meter,
	unit,
	from: Timestamp,
	to: Timestamp,
	workspaceId: Nullable(Type.String({ description: "With `groupBy=workspace`; null: unattributed." })),
	userId: Nullable(Type.String({ description: "With `groupBy=user`; null: unattributed." })),
	quantity: Type.Number({ description: "Exact: minutes are not rounded." }),
});

/** What an organization has used. */
export const UsageRecords = closed(
	{
		from: Timestamp,
		to: Timestamp,
		timezone: Type.String({
			description: "Time zone of the organization, which determines hours, days and months.",
			examples: ["Europe/Paris"],
		}),
		groupBy: OneOf(GROUPS, "what the records are grouped by"),
		totals: Type.Array(UsageTotal, { description: "One record for each requested meter." }),
		records: Type.Array(UsageRecord, {
			description:
				"By meter; then in order of time, or the largest first. Includes hours, days and months without usage.",
		}),
	},
	{ $id: "UsageRecords" },
);
export type UsageRecords = typeof UsageRecords.static;

/** Selector of `fields` for use. */
export const usageFields = selectable(UsageRecords);

const Moment = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }));

/** Query of the use of an organization. */
export const UsageQuery = closed({
	meter: Type.Optional(OneOf(METER_NAMES, "only this meter; default: all")),
	from: Moment(
		"RFC 3339, or without an offset on the clocks of the organization: `2030-01-01T00:00`. Default: the start of the month of the subscription in which `to` is, of the calendar month without one.",
	),
	to: Moment("Exclusive; like `from`. Default: now."),
	groupBy: Type.Optional(
		OneOf(
			GROUPS,
			"default: `meter`, one record of each; `hour`: 31 days at most, `day`: 124, `month` and all others: five years",
		),
	),
	...fieldsParameter,
});
export type UsageQuery = typeof UsageQuery.static;
