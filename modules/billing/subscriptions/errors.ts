import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** A limit of a plan that an organization exceeds, or a feature that it uses. */
export interface Violation {
	readonly key: string;
	/** 0: a feature that the plan does not include. */
	readonly limit: number;
	readonly used: number;
}

/** Returns the error for a plan with less room than an organization uses. @param violations at least one */
export const downgradeBlocked = (planName: string, violations: readonly Violation[]) =>
	new AppError(
		"downgrade_blocked",
		text("The organization uses more than the plan {planName} includes: {excess}. Reduce the use first.", {
			planName,
			excess: violations.map(({ key, limit, used }) => text("{used} {key} instead of {limit}", { used, key, limit })),
		}),
		{ meta: { violations: violations.map((each) => ({ ...each })) } },
	);

/** An invoice that is unpaid after its due date. */
export interface OverdueInvoice {
	readonly id: string;
	readonly number: string;
}

/** Returns the error for a change of plan where the organization owes something. @param invoices at least one */
export const paymentRequired = (invoices: readonly OverdueInvoice[]) => {
	const numbers = invoices.map(({ number }) => number).join(", ");
	return new AppError(
		"payment_required",
		invoices.length === 1
			? text("Overdue and unpaid: invoice {number}. Pay it, then change the plan.", { number: numbers })
			: text("Overdue and unpaid: invoices {numbers}. Pay them, then change the plan.", { numbers }),
		{ meta: { invoices: invoices.map(({ id, number }) => ({ id, number })) } },
	);
};

/** Returns the error for a change of plan where none is enforced. */
export const notEnforced = () =>
	new AppError(
		"state_conflict",
		"Billing is off on this installation (`BILLING_ENFORCEMENT=off`): every organization has the plan unlimited.",
	);

/** Returns the error for a second trial. */
export const trialUsed = (atMs: number) =>
	new AppError(
		"state_conflict",
		text("The organization has had its trial, which began at {at}.", { at: rfc3339(atMs) }),
	);

/** Returns the error for a trial beside a plan that is paid for. */
export const subscribed = (planName: string) =>
	new AppError("state_conflict", text("The organization is already subscribed to the plan {planName}.", { planName }));
