import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { usageSince } from "#platform/usage";
import { PUBLIC_METERS, type PublicMeter } from "./meters.ts";

/**
 * Returns what an organization has used of a meter since an instant, such as the start of its period of billing, or how
 * much is there now of storage and seats. Minutes are not rounded: whoever shows the total does so, once.
 * @param tx a store, or the transaction of a change, in which it includes what the change has recorded
 * @param sinceMs Unix ms; one or two short reads when a day begins then
 */
export async function currentUsage(
	tx: ReadDb,
	{ id }: Pick<OrganizationRow, "id">,
	name: PublicMeter,
	sinceMs: number,
): Promise<number> {
	const { meter, per } = PUBLIC_METERS[name];
	return (await usageSince(tx, id, meter, sinceMs)) / per;
}
