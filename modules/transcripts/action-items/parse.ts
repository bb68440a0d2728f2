import { invalidMember } from "#kernel/field-errors";

/** Parses a day, `YYYY-MM-DD`, that there is. @throws `validation_failed` naming `path` */
export function parseDay(raw: string, path: string): string {
	const date = new Date(`${raw}T00:00:00Z`);
	if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== raw)
		throw invalidMember(path, "invalid_format", "must be a valid date such as 2030-01-31");
	return raw;
}
