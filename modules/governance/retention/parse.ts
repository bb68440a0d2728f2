import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";
import type { RetentionPatch } from "./schemas.ts";

/** Maximum retention in days: a hundred years. */
export const MAX_RETENTION_DAYS = 36_500;

/**
 * Parses a number of days such as `365d` (no leading zeros, `0d` … `36500d`). 0 means never stored.
 * @throws `validation_failed` naming `path`
 */
export function parseRetentionDays(raw: string, path: string): number {
	const days = /^(0|[1-9]\d{0,4})d$/.exec(raw)?.[1];
	if (days === undefined) throw invalidMember(path, "invalid_format", "must be a whole number of days, such as 365d");
	if (Number(days) > MAX_RETENTION_DAYS) {
		throw invalidMember(path, "out_of_range", text("must be between 0d and {most}d", { most: MAX_RETENTION_DAYS }));
	}
	return Number(days);
}

/**
 * Validates retention periods, which are stored unchanged; null members of a merge patch stay null.
 * @param fieldErrors collects the errors
 * @param path JSON Pointer of the policy
 */
export function parseRetention<P extends RetentionPatch>(policy: P, fieldErrors: FieldErrors, path: string): P {
	for (const [name, days] of Object.entries(policy))
		if (days !== null) fieldErrors.check(() => parseRetentionDays(days, `${path}/${name}`));
	return policy;
}
