import type { ActionItemRow } from "#db/schema";
import { keepFormer } from "#platform/holds";
import type { Change } from "#platform/unit-of-work";
import { itemsOf } from "./repository.ts";

/** Stores an action item as it is now. @param before as it was */
export async function saveItem(change: Change, before: ActionItemRow, next: ActionItemRow): Promise<void> {
	const { orgId, id, ...values } = next;
	await Promise.all([
		itemsOf(change.tx, orgId).update(id, values),
		keepFormer(change, { ...before, type: "action_item" }, before, next),
	]);
}
