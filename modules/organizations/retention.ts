import { invalidMember } from "#kernel/field-errors";

/** Longest retention, in days: a hundred years. */
export const MAX_RETENTION_DAYS = 36_500;

/**
 * Whole days from the form `365d` (no leading zeros, `0d` … `36500d`). 0 means: never stored.
 * @throws `validation_failed` naming `path`
 */
export function parseRetentionDays(raw: string, path: string): number {
	const days = /^(0|[1-9]\d{0,4})d$/.exec(raw)?.[1];
	if (days === undefined) throw invalidMember(path, "invalid_format", "must be a whole number of days such as 365d");
	if (Number(days) > MAX_RETENTION_DAYS) {
		throw invalidMember(path, "out_of_range", `must be between 0d and ${MAX_RETENTION_DAYS}d`);
	}
	return Number(days);
}
