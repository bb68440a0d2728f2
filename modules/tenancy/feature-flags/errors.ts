import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { pointerToken } from "#kernel/json";
import { text } from "#kernel/texts";

/**
 * Returns the error for unknown flags.
 * @param names the unknown flags
 * @param known the existing flags
 * @param path JSON Pointer of the flags
 */
export const unknownFlags = (names: readonly string[], known: readonly string[], path: string) =>
	new AppError("unknown_flag", text("Unknown feature flag: {names}.", { names: names.join(", ") }), {
		meta: { known: [...known] },
		fieldErrors: names.map((name) => ({
			path: `${path}/${pointerToken(name)}`,
			code: "unknown_flag",
			message: "is not a known flag",
		})),
	});

/** A flag that an organization cannot decide. */
export interface LockedFlag {
	readonly key: string;
	/** Id of the control of the compliance mode; null: the operator has locked it. */
	readonly control: string | null;
}

/** Returns the error for flags that an organization cannot decide. @param path JSON Pointer of the flags */
export function flagsLocked(flags: readonly LockedFlag[], path: string): AppError {
	const problemOf = ({ control }: LockedFlag) =>
		control === null
			? text("is locked by the operator")
			: text("is locked by the compliance control {control}", { control });
	const locked = flags.map((flag) => text("{key} {problem}", { key: flag.key, problem: problemOf(flag) }));
	return new AppError("flag_locked", text("The organization cannot set this: {locked}.", { locked }), {
		meta: { flags: flags.map(({ key }) => key), control: flags[0]?.control ?? null },
		fieldErrors: flags.map((flag) => ({
			path: `${path}/${pointerToken(flag.key)}`,
			code: "flag_locked",
			message: text("{problem}: leave it out", { problem: problemOf(flag) }),
		})),
	});
}

/**
 * Returns the error for flags whose feature the plan of an organization does not include.
 * @param plan its name
 * @param better code of the cheapest plan that includes the first of them; null: none does
 * @param path JSON Pointer of the flags
 */
export const notInPlan = (keys: readonly string[], plan: string, better: string | null, path: string) =>
	new AppError(
		"entitlement_required",
		text("The plan {plan} of the organization does not include {keys}.", { plan, keys: keys.join(", ") }),
		{
			meta: { entitlement: keys[0], entitlements: [...keys], plan: better },
			fieldErrors: keys.map((key) => ({
				path: `${path}/${pointerToken(key)}`,
				code: "entitlement_required",
				message: "is not included in the plan",
			})),
		},
	);

/** Returns the error for a flag that there is not. */
export const flagNotFound = (key: string) =>
	new AppError("not_found", text("There is no feature flag {key}.", { key }));

/** Returns the error for a key that another flag has. */
export const keyTaken = (key: string) =>
	takenMember(
		"key",
		"must not be the key of another feature flag",
		text("There is already a feature flag {key}.", { key }),
	);

/** Returns the error for more own flags than the operator can have. @param max their number */
export const tooManyFlags = (max: number) =>
	new AppError(
		"conflict",
		text("There can be {max} feature flags in addition to the built-in ones: delete one first.", { max }),
		{
			meta: { field: "key", max },
		},
	);

/** Returns the error for the deletion of a flag that the program asks for. */
export const builtInStays = (key: string) =>
	new AppError(
		"state_conflict",
		text("{key} is built in: replace it with {body} to discard the changes.", { key, body: "{}" }),
		{
			meta: { state: "built_in" },
		},
	);
