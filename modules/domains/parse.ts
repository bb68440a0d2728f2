import type { FieldErrors } from "#kernel/field-errors";
import { parseDomain } from "#kernel/text";

/**
 * Converts domains to the form used in comparisons.
 * @param fieldErrors collects the errors, including those of duplicates
 * @param path JSON Pointer of the list
 */
export function parseDomains(raw: readonly string[], fieldErrors: FieldErrors, path: string): string[] {
	const domains = raw.map((domain, n) => fieldErrors.check(() => parseDomain(domain, `${path}/${n}`)));
	for (const [n, domain] of domains.entries()) {
		const isRepeated = domain !== undefined && domains.indexOf(domain) < n;
		if (isRepeated) fieldErrors.add(`${path}/${n}`, "duplicate", "is listed already");
	}
	return domains;
}
