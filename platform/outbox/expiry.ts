import type { RunPortions } from "#db/portions";
import type { Store } from "#db/store";
import { deleteUpTo, listLogs, listOldest } from "./repository.ts";

/** Organizations read at once. */
const PAGE = 500;

/**
 * Deletes the events that are older than the period for which they are kept, from the beginnings of the logs on: no gap
 * appears in what is left, even where a clock was set back.
 * @param beforeMs in Unix ms
 */
export async function deleteOldEvents(store: Store, inPortions: RunPortions, beforeMs: number): Promise<void> {
	for (let last: string | undefined; ; ) {
		const logs = await listLogs(store.acrossTenants, { after: last === undefined ? null : [last], take: PAGE });
		for (const { orgId } of logs) {
			const [first] = await listOldest(store.db, orgId, 1);
			if (first === undefined || first.occurredAtMs >= beforeMs) continue;
			await inPortions(async (tx, limit) => {
				const oldest = await listOldest(tx, orgId, limit);
				const young = oldest.findIndex(({ occurredAtMs }) => occurredAtMs >= beforeMs);
				const upTo = oldest.at(young === -1 ? young : young - 1);
				return young === 0 || upTo === undefined ? 0 : deleteUpTo(tx, orgId, upTo.sequence);
			});
		}
		last = logs.at(-1)?.orgId;
		if (logs.length < PAGE) return;
	}
}
