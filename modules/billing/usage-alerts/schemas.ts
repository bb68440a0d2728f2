import { Type } from "@sinclair/typebox";
import { closed, OneOf, Timestamp } from "#http/schemas";
import { METER_NAMES } from "#modules/tenancy/usage";

/** Shares of a limit at which an organization is notified, in percent, the greatest first. */
export const THRESHOLDS = [100, 80] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** What happens to use beyond a limit. */
const BEYOND = ["announced", "refused", "charged"] as const;
export type Beyond = (typeof BEYOND)[number];

/** A share of a limit that was reached, in events. */
export const PublishedUsageAlert = closed(
	{
		meter: OneOf(METER_NAMES, "meter"),
		threshold: Type.Integer({ description: "Share of the limit that was reached, in percent: 80 or 100." }),
		limit: Type.Integer({ minimum: 1, description: "In the unit of the meter." }),
		used: Type.Integer({ minimum: 0, description: "In the unit of the meter; a minute that has begun is counted." }),
		periodStart: Timestamp,
		periodEnd: Timestamp,
		beyond: OneOf(BEYOND, "what happens beyond the limit: nothing, nothing more can be begun, or it is charged"),
	},
	{ $id: "PublishedUsageAlert" },
);
export type PublishedUsageAlert = typeof PublishedUsageAlert.static;
