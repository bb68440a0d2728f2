import type { ActionItemRow } from "#db/schema";
import { artifactsOf } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";

/** Noun of the action items of a meeting in the ledger of artifacts: they have one entry together. */
export const OWNER = "action_items";

/** Enters the action items of a meeting into the ledger, with the first of them. */
export async function enterItems(
	{ tx, nowMs }: Pick<Change, "tx" | "nowMs">,
	{ orgId, meetingId }: Pick<ActionItemRow, "orgId" | "meetingId">,
): Promise<void> {
	await artifactsOf(tx, orgId).addOnce({ orgId, ownerType: OWNER, ownerId: meetingId, meetingId }, nowMs);
}
