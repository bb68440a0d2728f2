import { type Message, text } from "#kernel/texts";
import type { EnforcedMode } from "./modes.ts";

/** The columns of an organization with members that can be locked. */
export type LockedColumn = "settings" | "retentionPolicy" | "featureFlags" | "aiPolicy";

/** What a control permits of one member of an organization. */
export interface Lock {
	readonly column: LockedColumn;
	/** Names that lead to the member, from the column. */
	readonly member: readonly string[];
	/** What is permitted, as a predicate: `must be required`. */
	readonly demand: Message;
	/** Whether an agreement of the operator for the mode lifts it. */
	readonly isLiftedByAgreement: boolean;
	readonly permits: (value: unknown) => boolean;
	/** Returns the permitted value that is used in place of another. */
	readonly bound: (value: unknown) => unknown;
}

/** Permits only these values of a member; the last is used in place of any other. */
export const only = (column: LockedColumn, member: string, ...permitted: readonly (string | boolean)[]): Lock => ({
	column,
	member: [member],
	demand: text("must be {expected}", { expected: { anyOf: permitted.map(String) } }),
	isLiftedByAgreement: false,
	permits: (value) => permitted.some((each) => each === value),
	bound: () => permitted.at(-1),
});

/** Permits engines outside the installation for a task of AI only if the operator has an agreement. */
export const engineInside = (task: string): Lock => ({
	...only("aiPolicy", "allowExternal", false),
	member: [task, "allowExternal"],
	isLiftedByAgreement: true,
});

/** Limits of a retention period, in days. */
export interface DayLimits {
	readonly min?: number;
	readonly max?: number;
}

/** Permits retention periods within limits; others are replaced with the nearest limit. */
export function days(retentionClass: string, { min = 0, max = Number.POSITIVE_INFINITY }: DayLimits): Lock {
	const nearest = (value: unknown): number => Math.min(Math.max(Number.parseInt(String(value), 10), min), max);
	return {
		column: "retentionPolicy",
		member: [retentionClass],
		demand: demandOf(min, max),
		isLiftedByAgreement: false,
		permits: (value) => `${nearest(value)}d` === value,
		bound: (value) => `${nearest(value)}d`,
	};
}

function demandOf(min: number, max: number): Message {
	const [least, most] = [`${min}d`, `${max}d`];
	if (max === Number.POSITIVE_INFINITY) return text("must be at least {least}", { least });
	return min > 0
		? text("must be at least {least} and at most {most}", { least, most })
		: text("must be at most {most}", { most });
}

/** A lock, and the control that has it. */
export interface PlacedLock extends Lock {
	readonly mode: EnforcedMode;
	/** Id of the control, such as `ferpa.recording_consent`. */
	readonly control: string;
}
