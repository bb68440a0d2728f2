import type { OrganizationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { type PlainText, text } from "#kernel/texts";
import { type Limit, type Plan, planOf, plansOf } from "#modules/tenancy/plans";

/** What was refused because of a limit. */
export interface Exceeded {
	readonly key: Limit;
	readonly limit: number;
	readonly used: number;
	/** When use is counted from zero again, in Unix ms; null: what is there counts. */
	readonly resetsAtMs: number | null;
}

/** What a person calls each limit, in the plural. */
const NAMES: Readonly<Record<Limit, PlainText>> = {
	seats: "members",
	workspaces: "workspaces",
	meeting_participants: "participants of a meeting",
	meeting_duration_minutes: "minutes of a meeting",
	recording_storage_bytes: "bytes of recordings",
	meeting_minutes: "minutes of meetings",
	transcription_minutes: "minutes of transcription",
	translation_minutes: "minutes of translation",
	ai_summaries: "summaries",
	api_requests: "requests to the API",
};

/** Returns the error for a feature that the plan of an organization does not include. */
export function entitlementRequired(row: OrganizationRow, feature: string): AppError {
	const { name } = planOf(row);
	const better = cheapestOf(row, ({ features }) => features[feature] !== false);
	const detail = better
		? text("The plan {name} of the organization does not include {feature}; {better} does.", {
				name,
				feature,
				better: better.name,
			})
		: text("The plan {name} of the organization does not include {feature}.", { name, feature });
	return new AppError("entitlement_required", detail, {
		meta: { entitlement: feature, plan: better?.code ?? null },
	});
}

/** Returns the error for more of something than an organization is entitled to. */
export function quotaExceeded(row: OrganizationRow, { key, limit, used, resetsAtMs }: Exceeded): AppError {
	const hasMore = ({ limits }: Plan) => limits[key] === null || limits[key] > Math.max(limit, used);
	const own = planOf(row);
	// Of what is bought by the piece, the same plan has more.
	const better = key === "seats" && limit === row.paidSeats && hasMore(own) ? own : cheapestOf(row, hasMore);
	const what = text(NAMES[key]);
	const most =
		resetsAtMs === null
			? text("The organization may have {limit} {what}", { limit, what })
			: text("The organization may have {limit} {what} until {at}", { limit, what, at: rfc3339(resetsAtMs) });
	const detail =
		better === own
			? text("{most}; its subscription can have more seats.", { most })
			: better
				? text("{most}; the plan {better} has more.", { most, better: better.name })
				: text("{most}.", { most });
	return new AppError("quota_exceeded", detail, {
		meta: {
			entitlement: key,
			limit,
			used,
			resetsAt: resetsAtMs === null ? null : rfc3339(resetsAtMs),
			plan: better?.code ?? null,
		},
	});
}

/** Returns the cheapest plan that organizations may choose which has something; undefined when there is none. */
function cheapestOf(row: OrganizationRow, has: (plan: Plan) => boolean): Plan | undefined {
	const { code } = planOf(row);
	return [...plansOf(row).values()]
		.filter((plan) => plan.isPublic && plan.code !== code && has(plan))
		.toSorted((a, b) => a.prices.month.baseMinor - b.prices.month.baseMinor)[0];
}
