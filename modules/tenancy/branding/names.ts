import { invalidMember } from "#kernel/field-errors";
import { parseLine } from "#kernel/text";

/** Maximum length of a name, in code points: mail programs show no more of a sender. */
const MAX_NAME_LENGTH = 64;

/**
 * Parses a name that pages and mails show. It must not look like an address: the name of a sender that reads
 * `payroll@bank.example` would be taken for who has sent the mail. Nor may it become one: mail programs decode `=?…?=`.
 * @throws `validation_failed` naming `path`
 */
export function parseBrandName(raw: string, path: string): string {
	const name = parseLine(raw, path, MAX_NAME_LENGTH);
	// The compatibility forms, too: a full-width @ looks the same.
	if (/[@<>]|=\?/.test(name.normalize("NFKC")))
		throw invalidMember(path, "invalid_format", "must not contain @, <, > or =?");
	return name;
}
