import type { ActionItemRow } from "#db/schema";
import type { FoundAction } from "#modules/engines/summarizers";
import { mayDeleteFrom } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { itemAssigned } from "./moments.ts";
import { enterItems } from "./owner.ts";
import { itemsOf, MAX_ITEMS } from "./repository.ts";
import { saveItem } from "./save.ts";

/** What was found in a meeting. */
export interface FoundItems {
	readonly orgId: string;
	readonly meetingId: string;
	readonly actions: readonly FoundAction[];
	/** Ids of all segments that there are. */
	readonly segmentIds: ReadonlySet<string>;
	/** Segments of items that people have deleted: these are not found again. */
	readonly dismissed: readonly string[];
}

/** What summaries do with action items, each within their change. */
export interface ActionItems {
	/**
	 * Stores the items that were found. One that people have made or changed stays as it is, and is not found again; nor is
	 * one that they deleted. One that is found again keeps its id; the others go, unless the meeting is held.
	 */
	merge(change: Change, found: FoundItems): Promise<void>;
	/** Removes what was found in a meeting. What people have made or changed stays, without the segments it names. */
	forget(change: Change, meeting: Pick<FoundItems, "orgId" | "meetingId">): Promise<void>;
}

export type FoundItemsDeps = Pick<Core, "newId">;

/** Creates what summaries do with action items. */
export function createFoundItems({ newId }: FoundItemsDeps): ActionItems {
	return {
		async merge(change, { orgId, meetingId, actions, segmentIds, dismissed }) {
			const { tx, nowMs } = change;
			const items = itemsOf(tx, orgId);
			const before = await items.listAll(meetingId);
			const left = new Set(before);
			const known = new Set<string>(dismissed);
			let position = before.at(-1)?.position ?? 0;
			let room = MAX_ITEMS - before.filter(({ edited }) => edited).length;
			for (const action of actions) {
				if (action.segmentIds.some((id) => known.has(id))) continue;
				const same = [...left].find((row) => isSame(row, action));
				if (same?.edited) continue;
				if (room <= 0) break;
				room--;
				if (same) {
					left.delete(same);
					await renew(change, same, action);
				} else {
					position++;
					const fresh = { id: newId("act"), meetingId, position, status: "open", edited: false, version: 1 } as const;
					const row = { ...action, ...fresh, orgId, createdAtMs: nowMs, updatedAtMs: nowMs };
					await items.insert(row);
					await enterItems(change, row);
					await change.reach(itemAssigned, row);
				}
			}
			if (left.size > 0) await drop(items, [...left], segmentIds, await mayDeleteFrom(tx, orgId, meetingId));
		},

		async forget({ tx }, { orgId, meetingId }) {
			const items = itemsOf(tx, orgId);
			await drop(items, await items.listAll(meetingId), new Set(), true);
		},
	};
}

type Items = ReturnType<typeof itemsOf>;

/** Whether what was found is an item that there is: in the same words, or from the same segment. */
const isSame = (row: ActionItemRow, { text, segmentIds }: FoundAction): boolean =>
	row.text === text || row.segmentIds.some((id) => segmentIds.includes(id));

async function renew(change: Change, row: ActionItemRow, action: FoundAction): Promise<void> {
	const next = { ...row, ...action };
	if (Bun.deepEquals(next, row)) return;
	await saveItem(change, row, { ...next, version: row.version + 1, updatedAtMs: change.nowMs });
}

/**
 * Removes items that were not found again. Those that people have made or changed stay, without the segments that are gone.
 * @param mayRemove false: all of them stay
 */
async function drop(
	items: Items,
	rows: readonly ActionItemRow[],
	segmentIds: ReadonlySet<string>,
	mayRemove: boolean,
): Promise<void> {
	for (const row of rows)
		if (row.edited)
			await cite(
				items,
				row,
				row.segmentIds.filter((id) => segmentIds.has(id)),
			);
		else if (mayRemove) await items.remove(row.id);
}

/** Leaves an item with these of its segments. */
async function cite(items: Items, row: ActionItemRow, segmentIds: readonly string[]): Promise<void> {
	if (segmentIds.length === row.segmentIds.length) return;
	const startMs = segmentIds.length > 0 ? row.startMs : null;
	await items.update(row.id, { segmentIds, startMs, version: row.version + 1 });
}
