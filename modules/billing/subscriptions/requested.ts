import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import { invalidMember } from "#kernel/field-errors";
import type { Principal } from "#kernel/principal";
import { text } from "#kernel/texts";
import { DEFAULT_PLAN, type Plan, plansOf } from "#modules/tenancy/plans";
import type { Change } from "#platform/unit-of-work";
import type { ChangePlanRequest } from "./schemas.ts";
import { seatsToPay } from "./seats.ts";
import type { Terms } from "./terms.ts";

/** A subscription that has not ended; null: there is none. */
type Current = SubscriptionRow | null;

/**
 * Returns the terms that a request asks for.
 * @param row of the organization, undefined without one
 * @throws `validation_failed`
 */
export async function requestedTerms(
	{ tx, principal, nowMs }: Pick<Change, "tx" | "principal" | "nowMs">,
	organization: OrganizationRow,
	row: SubscriptionRow | undefined,
	{ planCode, interval = row?.interval ?? "month", seats }: ChangePlanRequest,
): Promise<Terms> {
	const current = currentOf(row);
	const plan = requestedPlan(organization, current, planCode, principal.system);
	assertSeats(plan, seats);
	const most = plan.limits.seats;
	if (seats !== undefined) return { plan, interval, seats };
	// Nobody has bought the seats of a trial.
	const bought = current === null || current.state === "trialing" ? 0 : current.seats;
	if (hasPlanned(current) && current.planCode === planCode && current.interval === interval)
		return { plan, interval, seats: bought };
	const kept = Math.max(1, bought, plan.includedSeats);
	const usual = { plan, seats: Math.min(kept, most ?? kept) };
	return { plan, interval, seats: await seatsToPay(tx, organization, usual, nowMs) };
}

/** Asserts that a plan that is requested may be chosen, and has the seats. @throws `validation_failed` */
export function assertOffered(
	{ system }: Pick<Principal, "system">,
	organization: OrganizationRow,
	row: SubscriptionRow | undefined,
	{ planCode, seats }: Pick<ChangePlanRequest, "planCode"> & { readonly seats: number | undefined },
): void {
	assertSeats(requestedPlan(organization, currentOf(row), planCode, system), seats);
}

const currentOf = (row: SubscriptionRow | undefined): Current =>
	row === undefined || row.state === "canceled" ? null : row;

function assertSeats({ name, limits: { seats: most } }: Plan, seats: number | undefined): void {
	if (seats === undefined || most === null || seats <= most) return;
	throw invalidMember("/seats", "out_of_range", text("must be at most {most} with the plan {name}", { most, name }));
}

/** Whether something is to change at the end of the period, which can be taken back. */
const hasPlanned = (current: Current): current is SubscriptionRow =>
	current !== null && (current.cancelAtPeriodEnd || current.pendingChange !== null);

/**
 * Returns a plan that may be chosen: one that is offered, the one that an organization has, although it is not offered any
 * more, and the one that applies without a subscription. System administrators choose any.
 */
function requestedPlan(organization: OrganizationRow, current: Current, planCode: string, isSystem: boolean): Plan {
	const plans = [...plansOf(organization).values()];
	const offered = plans.filter(
		({ isPublic, code }) => isPublic || isSystem || code === current?.planCode || code === DEFAULT_PLAN,
	);
	const plan = offered.find(({ code }) => code === planCode);
	if (plan !== undefined) return plan;
	throw invalidMember(
		"/planCode",
		"unknown_plan",
		text("must be one of {values}", { values: offered.map(({ code }) => code).join(", ") }),
	);
}
