import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { invalidParameter } from "#kernel/field-errors";
import { parseInstantIn } from "#kernel/instant";
import { type Message, text } from "#kernel/texts";
import { findOrganization } from "#modules/tenancy/organization-records";
import { entitlementValue } from "#modules/tenancy/plans";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import { type Span, sharesIn, usageBySpan, usageIn } from "#platform/usage";
import { BUCKETS, type Bucket, bucketsOf, isTooLong, MAX_DAYS } from "./buckets.ts";
import { METER_NAMES, PUBLIC_METERS, type PublicMeter, percentOf, shownQuantity } from "./meters.ts";
import { type Subscribed, usagePeriod } from "./periods.ts";
import { findSubscribed } from "./repository.ts";
import { type GroupBy, type UsageQuery, type UsageRecords, usageFields } from "./schemas.ts";

/** The query string has a parameter that is not as it must be. @param expected what it must be, after its name */
const malformedParameter = (name: string, expected: Message, cause?: unknown) =>
	invalidParameter(`/${name}`, "invalid_format", expected, cause);

/** Most workspaces or people of a meter that are shown; what all others have used is shown as nobody's. */
const MAX_GROUPS = 1_000;

export type UsageDeps = Pick<Core, "store" | "clock">;

export type UsageService = ReturnType<typeof createUsageService>;

type Total = UsageRecords["totals"][number];
type Record = UsageRecords["records"][number];

/** Creates the service that shows what an organization has used. */
export function createUsageService({ store, clock }: UsageDeps) {
	return {
		/** Returns what was used, or what `fields` selects. @throws `not_found` `purged` `invalid_request` `invalid_fields` */
		async get(orgId: string, query: UsageQuery) {
			const select = usageFields.parse(query.fields);
			const row = await findOrganization(store.db, orgId);
			const { timezone } = settings.effective(row);
			const groupBy = query.groupBy ?? "meter";
			const subscribed = query.from === undefined ? await findSubscribed(store.db, { orgId }) : undefined;
			const span = spanOf(row, subscribed, { ...query, groupBy }, clock.nowMs());
			const meters = query.meter === undefined ? METER_NAMES : [query.meter];
			const shown = await Promise.all(
				meters.map(async (name) => {
					const total = await usageIn(store.db, orgId, PUBLIC_METERS[name].meter, span);
					const records = await recordsOf(store.db, { orgId, name, span, groupBy, timezone, total });
					return { total: toTotal(name, total, limitOf(row, name)), records };
				}),
			);
			return select({
				from: rfc3339(span.fromMs),
				to: rfc3339(span.toMs),
				timezone,
				groupBy,
				totals: shown.map(({ total }) => total),
				records: shown.flatMap(({ records }) => records),
			});
		},
	};
}

/** Returns what the plan of an organization includes of a meter in each period; null: there is no limit. */
function limitOf(row: OrganizationRow, name: PublicMeter): number | null {
	const value = entitlementValue(row, name);
	return typeof value === "number" ? value : null;
}

/** Returns the span of time that was asked for. @throws `invalid_request` */
function spanOf(
	row: OrganizationRow,
	subscribed: Subscribed | undefined,
	{ from, to, groupBy }: UsageQuery & { readonly groupBy: GroupBy },
	nowMs: number,
): Span {
	const { timezone } = settings.effective(row);
	const toMs =
		to === undefined
			? nowMs + 1
			: // With what happens now.
				momentOf(timezone, "to", to);
	const fromMs = from === undefined ? usagePeriod(row, subscribed, toMs - 1).fromMs : momentOf(timezone, "from", from);
	if (fromMs >= toMs) throw malformedParameter("to", "must be later than from");
	const bucket = BUCKETS.find((each) => each === groupBy) ?? "month";
	const span = { fromMs, toMs };
	if (isTooLong(span, bucket))
		throw malformedParameter(
			"from",
			text("must be at most {days} days before to with groupBy={groupBy}", { days: MAX_DAYS[bucket], groupBy }),
		);
	return span;
}

function momentOf(timezone: string, name: string, raw: string): number {
	try {
		return parseInstantIn(timezone, raw, `/${name}`);
	} catch (error) {
		throw malformedParameter(name, "must be a date and time such as 2030-01-01T09:30:00.000Z", error);
	}
}

function toTotal(name: PublicMeter, used: number, limit: number | null): Total {
	const { unit, per } = PUBLIC_METERS[name];
	const quantity = shownQuantity(used / per);
	return { meter: name, unit, quantity, limit, percent: percentOf(quantity, limit) };
}

interface Grouping {
	readonly orgId: string;
	readonly name: PublicMeter;
	readonly span: Span;
	readonly groupBy: GroupBy;
	readonly timezone: string;
	/** What was used in all, in the unit of the records. */
	readonly total: number;
}

async function recordsOf(db: ReadDb, grouping: Grouping): Promise<Record[]> {
	const { orgId, name, span, groupBy, timezone, total } = grouping;
	const { meter, unit, per } = PUBLIC_METERS[name];
	const toRecord = (used: number, { fromMs, toMs } = span, of: Partial<Record> = {}): Record => ({
		meter: name,
		unit,
		from: rfc3339(fromMs),
		to: rfc3339(toMs),
		workspaceId: null,
		userId: null,
		quantity: used / per,
		...of,
	});
	if (groupBy === "meter") return [toRecord(total)];
	if (isBucket(groupBy)) {
		const spans = bucketsOf(span, groupBy, timezone);
		const used = await usageBySpan(db, orgId, meter, spans);
		return spans.map((each, index) => toRecord(used[index] ?? 0, each));
	}
	const shares = [...(await sharesIn(db, orgId, meter, groupBy, span))]
		.filter(([, used]) => used !== 0)
		.sort(([oneId, one], [otherId, other]) => other - one || (oneId < otherId ? -1 : 1))
		.slice(0, MAX_GROUPS);
	const rest = total - shares.reduce((sum, [, used]) => sum + used, 0);
	const member = groupBy === "workspace" ? "workspaceId" : "userId";
	const records = shares.map(([id, used]) => toRecord(used, span, { [member]: id }));
	return rest === 0 ? records : [...records, toRecord(rest)];
}

const isBucket = (groupBy: GroupBy): groupBy is Bucket => BUCKETS.some((bucket) => bucket === groupBy);
