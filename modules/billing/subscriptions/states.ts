import type { SubscriptionState } from "#db/schema";

/**
 * The states that a subscription may go to from each: a trial is converted or expires; an invoice that is overdue has to be
 * paid, or the organization is suspended, until it has paid or nobody is billed any more; a plan that was canceled may be chosen again.
 */
const NEXT: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
	trialing: ["active", "canceled"],
	active: ["past_due", "canceled"],
	past_due: ["active", "paused", "canceled"],
	paused: ["active", "past_due", "canceled"],
	canceled: ["trialing", "active"],
};

/** Asserts that a subscription may change its state, if it does: anything else is an error of the program. */
export function assertTransition(from: SubscriptionState, to: SubscriptionState): void {
	if (from !== to && !NEXT[from].includes(to)) throw new Error(`a subscription cannot go from ${from} to ${to}`);
}
