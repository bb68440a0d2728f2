import type { ActionItemRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** An action item got another owner, or was made: it may have none. */
export const itemAssigned = defineMoment<ActionItemRow>("action_item.assigned");

/** A person deletes an item: it is not to be found again. */
export const itemDismissed = defineMoment<ActionItemRow>("action_item.dismissed");
