import { MAX_NAME_LENGTH, parseName } from "#kernel/text";
import { parseOrNull } from "./parse-or-null.ts";

/** Returns the name of a new account: the provider's, adjusted to our rules; else the address before the `@`. */
export function displayName(name: string | null, email: string): string {
	const [localPart = email] = email.split("@");
	const fitting = [
		...(name ?? "")
			.normalize("NFC")
			.replace(/\p{Cc}/gu, " ")
			.trim(),
	]
		.slice(0, MAX_NAME_LENGTH)
		.join("");
	return parseOrNull(() => parseName(fitting, "/name")) ?? localPart;
}
