import type { DomainRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { JoinableRole } from "#modules/tenancy/permissions";
import type { Domain, PublishedDomain } from "./schemas.ts";

/** Returns the name of the record that proves a domain. */
export const recordName = (domain: string): string => `_parley-verify.${domain}`;

/** Returns the text of that record. */
export const recordValue = ({ challengeToken }: Pick<DomainRow, "challengeToken">): string =>
	`parley-verify=${challengeToken}`;

/** Returns what events show of a domain. */
export const toPublished = (row: DomainRow): PublishedDomain => ({
	domain: row.id,
	state: row.state,
	enrollmentMode: row.enrollmentMode,
	defaultRole: row.defaultRole as JoinableRole, // Only such roles are stored.
	includeSubdomains: row.includeSubdomains,
	verifiedAt: orNull(row.verifiedAtMs),
});

/** Returns a domain as its organization sees it. */
export const toDomain = (row: DomainRow): Domain => ({
	...toPublished(row),
	challenge: {
		type: "dns_txt",
		name: recordName(row.id),
		value: recordValue(row),
		expiresAt: orNull(row.expiresAtMs),
	},
	attempts: row.attempts,
	lastCheckedAt: orNull(row.lastCheckedAtMs),
	lastError: row.lastError,
	nextCheckAt: orNull(row.nextCheckAtMs),
	verifiedBy: row.proof,
});

const orNull = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));
