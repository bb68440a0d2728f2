import type { ApiKeyRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { ApiKey } from "./schemas.ts";

/** Converts an API key to its representation. */
export const toApiKey = (row: ApiKeyRow): ApiKey => ({
	id: row.id,
	name: row.name,
	hint: row.hint,
	scopes: [...row.scopes],
	allowedIps: [...row.allowedIps],
	createdBy: row.createdBy,
	makerState: row.makerState,
	expiresAt: toInstant(row.expiresAtMs),
	previousExpiresAt: toInstant(row.previousExpiresAtMs),
	lastUsedAt: toInstant(row.lastUsedAtMs),
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));
