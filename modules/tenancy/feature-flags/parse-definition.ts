import { FieldErrors } from "#kernel/field-errors";
import { pointerToken } from "#kernel/json";
import { text } from "#kernel/texts";
import { builtInDefinition, ON_OFF } from "./catalogue.ts";
import type { FlagDefinition, FlagValue, Rollout, Rule } from "./definition.ts";
import type { ReplaceFlagRequest } from "./schemas.ts";
import type { FlagName } from "./values.ts";

/** Maximum length of a value, as JSON. */
const MAX_VALUE_LENGTH = 4_096;
/** Maximum length of rules, as JSON: all flags are read, and kept in memory, as one. */
const MAX_RULES_LENGTH = 65_536;

/**
 * Converts a request to the definition of a flag.
 * @param type of the flag
 * @param builtIn name of the flag that the program asks for, whose definition applies to what is left out; null: an own
 * flag
 * @throws `validation_failed` with every field error
 */
export function parseDefinition(
	request: ReplaceFlagRequest,
	type: FlagDefinition["type"],
	builtIn: FlagName | null,
): FlagDefinition {
	const fieldErrors = new FieldErrors();
	const base = builtIn && builtInDefinition(builtIn);
	const variants = request.variants ?? (type === "boolean" ? ON_OFF : {});
	const defaultVariant = request.defaultVariant ?? base?.defaultVariant ?? (type === "boolean" ? "off" : "");
	const { description = base?.description ?? "", rules = [], rollout = null, locked = false } = request;
	if (request.type !== undefined && request.type !== type)
		fieldErrors.add("/type", "invalid", text("must be {type}: the type of a flag does not change", { type }));
	checkVariants(variants, type, fieldErrors);
	const isVariant = (name: string) => Object.hasOwn(variants, name);
	const checkName = (name: string, path: string) => {
		if (!isVariant(name))
			fieldErrors.add(
				path,
				"invalid",
				text("must name a variant: {variants}", { variants: Object.keys(variants).join(", ") }),
			);
	};
	if (defaultVariant === "") fieldErrors.add("/defaultVariant", "required", "is required");
	else checkName(defaultVariant, "/defaultVariant");
	rules.forEach(({ variant, rollout: shares }, index) => {
		const path = `/rules/${index}`;
		if ((variant === undefined) === (shares === undefined))
			fieldErrors.add(path, "invalid", "must have either a variant or a rollout");
		if (variant !== undefined) checkName(variant, `${path}/variant`);
		if (shares) checkRollout(shares, `${path}/rollout`, checkName, fieldErrors);
	});
	if (JSON.stringify(rules).length > MAX_RULES_LENGTH)
		fieldErrors.add(
			"/rules",
			"too_long",
			text("must have at most {most} characters as JSON, together", { most: MAX_RULES_LENGTH }),
		);
	if (rollout) checkRollout(rollout, "/rollout", checkName, fieldErrors);
	fieldErrors.throwIfAny();
	// The schema admits no other members than those of a rule.
	return { description, type, variants, defaultVariant, rules: rules as readonly Rule[], rollout, locked };
}

function checkVariants(
	variants: Readonly<Record<string, FlagValue>>,
	type: FlagDefinition["type"],
	fieldErrors: FieldErrors,
): void {
	if (type === "boolean" && !Bun.deepEquals(variants, ON_OFF))
		fieldErrors.add(
			"/variants",
			"invalid",
			text("must be {variants}, or left out, for a boolean", { variants: '{"on": true, "off": false}' }),
		);
	if (Object.keys(variants).length === 0) fieldErrors.add("/variants", "required", "must have at least one variant");
	for (const [name, value] of Object.entries(variants)) {
		const path = `/variants/${pointerToken(name)}`;
		if (!/^[A-Za-z0-9._-]{1,64}$/.test(name))
			fieldErrors.add(path, "invalid_format", "must have a name of 1…64 letters, digits, `.`, `_` and `-`");
		if (typeOf(value) !== type)
			fieldErrors.add(path, "invalid_type", text("must be a value of the type {type}", { type }));
		else if (JSON.stringify(value).length > MAX_VALUE_LENGTH)
			fieldErrors.add(
				path,
				"too_long",
				text("must have at most {most} characters as JSON", { most: MAX_VALUE_LENGTH }),
			);
	}
}

const typeOf = (value: FlagValue): string => (typeof value === "object" ? "json" : typeof value);

function checkRollout(
	{ split }: Rollout,
	path: string,
	checkName: (name: string, path: string) => void,
	fieldErrors: FieldErrors,
): void {
	for (const [index, { variant }] of split.entries()) checkName(variant, `${path}/split/${index}/variant`);
	const sum = split.reduce((total, { percentage }) => total + percentage, 0);
	if (sum > 100 + 1e-9) fieldErrors.add(`${path}/split`, "too_large", "must not exceed 100 % together");
}
