import { InvalidArgumentError } from "@commander-js/extra-typings";
import { AppError } from "#kernel/errors";
import { idPattern } from "#kernel/ids";
import { isScope, SCOPES, type Scope } from "#kernel/scopes";
import { parseEmail, parseName } from "#kernel/text";

/**
 * Creates the parser of an option from a parse function of the kernel; its errors become usage errors (exit code 2).
 */
const optionParser =
	(parse: (text: string, path: string) => string) =>
	(text: string): string => {
		try {
			return parse(text, "");
		} catch (error) {
			const message = error instanceof AppError ? error.fieldErrors?.[0]?.message : undefined;
			// commander only prints this sentence: the cause would be lost
			// biome-ignore lint/style/useErrorCause: InvalidArgumentError takes no cause
			throw new InvalidArgumentError(message === undefined ? "The value is invalid." : `It ${message}.`);
		}
	};

/** Parses the value of `--email`. */
export const emailOption = optionParser(parseEmail);

/** Parses the value of `--name`. */
export const nameOption = optionParser(parseName);

/** Parses the value of `--issuer` and `--subject`: compared as is, so not normalized. */
export function identityOption(text: string): string {
	if (text === "" || text.length > 1024) throw new InvalidArgumentError("Expected 1 to 1024 characters.");
	return text;
}

const ORGANIZATION_ID = new RegExp(idPattern("org"));

/** Parses the value of `--org`. */
export function organizationOption(text: string): string {
	if (!ORGANIZATION_ID.test(text)) throw new InvalidArgumentError("The id of an organization must look like org_…");
	return text;
}

/** Models that `parley models pull` installs. Not from their catalog, which only that command needs. */
export const MODEL_NAMES = [
	"base",
	"tiny",
	"ggml-tiny",
	"ggml-base.en",
	"small-en-live",
	"vosk-library",
	"silero",
] as const;

/** Parses the value of `--scopes`, separated by commas or spaces. */
export function scopesOption(text: string): Scope[] {
	const names = text.split(/[\s,]+/).filter(Boolean);
	const unknown = names.filter((name) => !isScope(name));
	if (unknown.length > 0 || names.length === 0) {
		const problem = unknown.length > 0 ? `Unknown: ${unknown.join(", ")}.` : "No scope is given.";
		throw new InvalidArgumentError(`${problem} The scopes are ${SCOPES.join(" ")}.`);
	}
	return [...new Set(names.filter(isScope))];
}
