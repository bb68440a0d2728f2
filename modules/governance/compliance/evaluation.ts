import { type Agreements, isLifted, type LockedColumn, type ModeControl, valueAt } from "#platform/compliance";
import type { SectionRow } from "#platform/sections";
import type { ControlStatus } from "./values.ts";

/** Whether a control holds for an organization. */
export interface Evaluation {
	readonly status: ControlStatus;
	/** Why not; null when it holds. */
	readonly note: string | null;
	readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
}

/** The sections of an organization, with their effective values. */
export type EffectiveSections = Readonly<Record<LockedColumn, object>>;

/** What controls are evaluated of. */
export interface Subject {
	readonly organization: SectionRow;
	readonly sections: EffectiveSections;
	readonly agreements: Agreements;
}

/** Evaluates a control that locks members of an organization: by their effective values. */
export function evaluateLocks({ mode, locks }: ModeControl, { sections, agreements }: Subject): Evaluation {
	const evidence: Record<string, string | number | boolean | null> = {};
	let holds = true;
	for (const lock of locks) {
		const value = valueAt(sections[lock.column], lock.member);
		evidence[[lock.column, ...lock.member].join(".")] = typeof value === "boolean" ? value : String(value);
		holds &&= isLifted(lock, mode, agreements) || lock.permits(value);
	}
	if (locks.some((lock) => lock.isLiftedByAgreement)) evidence.agreementOfOperator = agreements.has(mode);
	return {
		status: holds ? "met" : "not_met",
		note: holds ? null : "A value is not what the control demands.",
		evidence,
	};
}
