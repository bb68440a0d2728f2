import { InvalidArgumentError } from "@commander-js/extra-typings";
import { AppError } from "#kernel/errors";
import { idPattern } from "#kernel/ids";
import { isScope, SCOPES, type Scope } from "#kernel/scopes";
import { parseEmail, parseName } from "#kernel/text";

/** Reads an option with a parser of the kernel; what it refuses is wrong usage (exit code 2). */
const parsedBy =
	(parse: (text: string, path: string) => string) =>
	(text: string): string => {
		try {
			return parse(text, "");
		} catch (error) {
			const fault = error instanceof AppError ? error.fieldErrors?.[0]?.message : undefined;
			// commander prints this sentence and nothing else: the cause would be lost on it
			// biome-ignore lint/style/useErrorCause: InvalidArgumentError takes no cause
			throw new InvalidArgumentError(fault === undefined ? "It is not usable." : `It ${fault}.`);
		}
	};

/** Value of `--email`. */
export const emailOption = parsedBy(parseEmail);

/** Value of `--name`. */
export const nameOption = parsedBy(parseName);

/** Value of `--issuer` and `--subject`: compared as it is, so nothing is mended. */
export function identityOption(text: string): string {
	if (text === "" || text.length > 1024) throw new InvalidArgumentError("1 to 1024 characters are expected.");
	return text;
}

const ORGANIZATION_ID = new RegExp(idPattern("org"));

/** Value of `--org`. */
export function organizationOption(text: string): string {
	if (!ORGANIZATION_ID.test(text)) throw new InvalidArgumentError("An organization's id is expected: org_…");
	return text;
}

/** Value of `--scopes`: separated by commas or spaces. */
export function scopesOption(text: string): Scope[] {
	const names = text.split(/[\s,]+/).filter(Boolean);
	const unknown = names.filter((name) => !isScope(name));
	if (unknown.length > 0 || names.length === 0) {
		throw new InvalidArgumentError(`${unknown.join(", ") || "Nothing"} is no scope; there are ${SCOPES.join(" ")}.`);
	}
	return [...new Set(names.filter(isScope))];
}
