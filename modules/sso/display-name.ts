import { MAX_NAME_LENGTH, parseName } from "#kernel/text";

/** The name of a new account: what the provider says, shortened to what we accept; else the address before the `@`. */
export function displayName(name: string | null, email: string): string {
	const [localPart = email] = email.split("@");
	for (const candidate of [name, localPart]) {
		const short = [
			...(candidate ?? "")
				.normalize("NFC")
				.replace(/\p{Cc}/gu, " ")
				.trim(),
		].slice(0, MAX_NAME_LENGTH);
		try {
			return parseName(short.join(""), "/name");
		} catch {
			// the next one
		}
	}
	return email.slice(0, MAX_NAME_LENGTH);
}
