import type { OrganizationRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { asValue, type Message, text } from "#kernel/texts";
import { controlIn, locksOf } from "./controls.ts";
import type { Lock, LockedColumn, PlacedLock } from "./lock.ts";
import { type Agreements, type EnforcedMode, modeOf, type Regulated } from "./modes.ts";

/** No agreements. */
export const NO_AGREEMENTS: Agreements = new Set();

/** Whether an agreement of the operator lifts a lock in a mode. */
export const isLifted = ({ isLiftedByAgreement }: Lock, mode: EnforcedMode, agreements: Agreements): boolean =>
	isLiftedByAgreement && agreements.has(mode);

const locksIn = (row: Regulated, agreements: Agreements): readonly PlacedLock[] => {
	const mode = modeOf(row);
	return mode === null ? [] : locksOf(mode).filter((lock) => !isLifted(lock, mode, agreements));
};

/**
 * Returns values of a section as the compliance mode of its organization permits them: the same object when there is
 * nothing to change.
 * @param values with a value for every member of the section
 */
export function bounded<V extends object>(
	column: LockedColumn,
	row: Regulated,
	values: V,
	agreements: Agreements = NO_AGREEMENTS,
): V {
	let result = values;
	for (const lock of locksIn(row, agreements)) {
		if (lock.column !== column) continue;
		const value = valueAt(result, lock.member);
		if (!lock.permits(value)) result = withValue(result, lock.member, lock.bound(value));
	}
	return result;
}

/** A feature flag that a compliance mode decides. */
export interface FlagLock {
	readonly value: boolean;
	readonly control: string;
}

/** Returns the feature flags that the compliance mode of an organization decides, by name. */
export function flagLocksOf(row: Regulated): ReadonlyMap<string, FlagLock> {
	const mode = modeOf(row);
	return mode === null ? NO_LOCKS : FLAG_LOCKS[mode];
}

const NO_LOCKS: ReadonlyMap<string, FlagLock> = new Map();
const flagLocksIn = (mode: EnforcedMode): ReadonlyMap<string, FlagLock> =>
	new Map(
		locksOf(mode)
			.filter(({ column }) => column === "featureFlags")
			.map(({ member, bound, control }) => [member.join("."), { value: bound(undefined) === true, control }]),
	);
const FLAG_LOCKS: Readonly<Record<EnforcedMode, ReadonlyMap<string, FlagLock>>> = {
	ferpa: flagLocksIn("ferpa"),
	gdpr: flagLocksIn("gdpr"),
	hipaa: flagLocksIn("hipaa"),
};

/** Returns how much webhooks of an organization contain: `thin` is ids alone. */
export const payloadMode = (row: Regulated): "thin" | "full" =>
	controlIn(row, "thin_webhooks") === null ? "full" : "thin";

/** What of an organization controls lock. */
type Lockable = Regulated & Pick<OrganizationRow, LockedColumn>;

/**
 * Asserts that a change of an organization sets nothing that its compliance mode forbids. What was set before the mode
 * was switched on is no violation: it has no effect, see {@link bounded}.
 * @param before null: it is new
 * @throws `compliance_violation` naming everything that is forbidden
 */
export function assertCompliant(
	before: Lockable | null,
	after: Lockable,
	agreements: Agreements = NO_AGREEMENTS,
): void {
	const violated = locksIn(after, agreements).filter(({ column, member, permits }) => {
		if (column === "featureFlags") return false; // See `assertMayDecide` of modules/tenancy/feature-flags.
		const value = valueAt(after[column], member);
		if (value === undefined || permits(value)) return false;
		return before === null || valueAt(before[column], member) !== value;
	});
	if (violated.length > 0)
		throw complianceViolation(
			violated.map(({ column, member, ...lock }) => ({ path: `/${column}/${member.join("/")}`, ...lock })),
		);
}

/** What a control forbids in a request. */
export interface Violation {
	readonly control: string;
	/** JSON Pointer of the member in the body. */
	readonly path: string;
	/** What the control demands of it, as a predicate: `must be required`. */
	readonly demand: Message;
}

/** Returns the error for a request that controls forbid. @param violations at least one */
export function complianceViolation(violations: readonly Violation[]): AppError {
	const [first] = violations;
	const controls = [...new Set(violations.map(({ control }) => control))];
	return new AppError(
		"compliance_violation",
		text("The compliance mode of the organization forbids this: {controls}.", { controls }),
		{
			meta: { control: first?.control, controls },
			fieldErrors: violations.map(({ control, path, demand }) => ({
				path,
				code: "compliance_violation",
				message: text("{demand}, by the control {control}", { demand: asValue(demand), control }),
			})),
		},
	);
}

/** Returns an error as one about a body that is a section of an organization instead of the whole. */
export function atSection(error: unknown, column: LockedColumn): unknown {
	if (!(error instanceof AppError && error.code === "compliance_violation" && error.fieldErrors)) return error;
	const { text: detail, meta, fieldErrors } = error;
	const own = `/${column}`;
	return new AppError("compliance_violation", detail, {
		cause: error,
		...(meta && { meta }),
		fieldErrors: fieldErrors.map(({ path, ...of }) => ({
			...of,
			path: path.startsWith(`${own}/`) ? path.slice(own.length) : path,
		})),
	});
}

type Members = Readonly<Record<string, unknown>>;

/** Returns a member of values by the names that lead to it; undefined when there is none. */
export const valueAt = (values: object, member: readonly string[]): unknown =>
	member.reduce<unknown>(
		(value, name) => (value === undefined || value === null ? undefined : (value as Members)[name]),
		values,
	);

function withValue<V extends object>(values: V, [name = "", ...rest]: readonly string[], value: unknown): V {
	const inner = (values as Members)[name] as object;
	return { ...values, [name]: rest.length === 0 ? value : withValue(inner, rest, value) };
}
