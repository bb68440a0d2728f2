import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { enforcementOf, entitlementValue, type Limit } from "#modules/tenancy/plans";
import {
	currentUsage,
	findSubscribed,
	overagePrice,
	PUBLIC_METERS,
	type PublicMeter,
	shownQuantity,
	usagePeriod,
} from "#modules/tenancy/usage";
import { putServiceState } from "#platform/service-state";
import type { Change } from "#platform/unit-of-work";
import { type Exceeded, entitlementRequired, quotaExceeded } from "./errors.ts";

/** Where use is read, and as of when: a change, or a store with the time of day. */
export interface Now {
	readonly tx: ReadDb;
	/** Unix ms. */
	readonly nowMs: number;
}

/** How much more is asked for, in the unit of the meter; `any`: nobody knows, but something has to be left. */
type Wanted = number | "any";

/** Returns the limit that is enforced for an organization; null: there is none, or exceeding it is only announced. */
function enforcedLimit(row: OrganizationRow, key: Limit): number | null {
	if (enforcementOf(row) !== "hard") return null;
	const value = entitlementValue(row, key);
	return typeof value === "number" ? value : null;
}

/**
 * Asserts that the plan of an organization includes a feature. Well below a microsecond: all it depends on is in the row.
 * @param feature name of a feature flag
 * @throws `entitlement_required` where plans are enforced
 */
export function assertFeature(row: OrganizationRow, feature: string): void {
	if (enforcementOf(row) === "hard" && entitlementValue(row, feature) === false)
		throw entitlementRequired(row, feature);
}

/**
 * Asserts that an organization may use more of what is metered. Asked before something begins, never while it goes on: what
 * has begun is finished, and what was captured is kept. An upload whose length is not known begins with each of its steps. Of what more is sold than is included, there is always more.
 * @throws `quota_exceeded` where plans are enforced
 */
export async function assertWithin(now: Now, row: OrganizationRow, key: PublicMeter, wanted: Wanted): Promise<void> {
	const exceeded = await exceededBy(now, row, key, wanted);
	if (exceeded !== null) throw quotaExceeded(row, exceeded);
}

/** Whether {@link assertWithin} holds. */
export const isWithin = async (now: Now, row: OrganizationRow, key: PublicMeter, wanted: Wanted): Promise<boolean> =>
	(await exceededBy(now, row, key, wanted)) === null;

async function exceededBy(
	{ tx, nowMs }: Now,
	row: OrganizationRow,
	key: PublicMeter,
	wanted: Wanted,
): Promise<Exceeded | null> {
	const limit = enforcedLimit(row, key);
	if (limit === null) return null;
	if (PUBLIC_METERS[key].isLevel)
		return exceeded({ key, limit, resetsAtMs: null }, await currentUsage(tx, row, key, 0), wanted);
	const subscribed = await findSubscribed(tx, { orgId: row.id });
	if (overagePrice(subscribed, key) !== null) return null;
	const { fromMs, toMs } = usagePeriod(row, subscribed, nowMs);
	return exceeded({ key, limit, resetsAtMs: toMs }, await currentUsage(tx, row, key, fromMs), wanted);
}

/** Returns what is refused; null: it is within the limit. */
function exceeded(of: Omit<Exceeded, "used">, used: number, wanted: Wanted): Exceeded | null {
	const isEnough = wanted === "any" ? used < of.limit : used + wanted <= of.limit;
	return isEnough ? null : { ...of, used: shownQuantity(used) };
}

/** What one more of is asked for. */
interface Counted {
	/** Id of what it is counted in: an organization, a meeting. */
	readonly in: string;
	/** Returns whether so many are there; asked only where there is a limit. */
	readonly hasAtLeast: (count: number) => Promise<boolean>;
}

/**
 * Asserts that an organization may have one more of what is there at a time. Of two who take the last place at once, one
 * waits for the end of the other's change and is refused, whatever else they have locked.
 * @throws `quota_exceeded` where plans are enforced
 */
export async function assertOneMore(
	{ tx, nowMs }: Pick<Change, "tx" | "nowMs">,
	row: OrganizationRow,
	key: "workspaces" | "meeting_participants",
	counted: Counted,
): Promise<void> {
	const limit = enforcedLimit(row, key);
	if (limit === null) return;
	await putServiceState(tx, `entitlements.${lockOf(`${key} ${counted.in}`)}`, {}, nowMs);
	if (await counted.hasAtLeast(limit)) throw quotaExceeded(row, { key, limit, used: limit, resetsAtMs: null });
}

/** Rows that are locked while something is counted: few, so that none has to be removed, and enough not to wait for others. */
const LOCKS = 256;
const lockOf = (counted: string): number => Bun.hash.crc32(counted) % LOCKS;

/** Returns the longest that a meeting of an organization may last, in ms; null: its plan does not say. */
export function longestMeetingMs(row: OrganizationRow): number | null {
	const minutes = enforcedLimit(row, "meeting_duration_minutes");
	return minutes === null ? null : minutes * 60_000;
}
