import type { ApiKeyRow } from "#db/schema";
import { differencesBetween, type FieldChange } from "#kernel/differences";
import type { Change, Fact } from "#platform/unit-of-work";
import { apiKeysOf } from "./repository.ts";
import type { ApiKey } from "./schemas.ts";
import { toApiKey } from "./view.ts";

/** Members of a key whose changes are audited. */
const AUDITED_MEMBERS = [
	"name",
	"hint",
	"scopes",
	"allowedIps",
	"createdBy",
	"makerState",
	"expiresAt",
	"previousExpiresAt",
] as const;

/** Returns the audited changes that new values make to a key. */
export const differencesOf = (row: ApiKeyRow, values: Partial<ApiKeyRow>): FieldChange[] =>
	differencesBetween(toApiKey(row), toApiKey({ ...row, ...values }), AUDITED_MEMBERS);

/** Returns the audited changes of a new key. */
export const creationOf = (key: ApiKey): FieldChange[] => differencesBetween({}, key, AUDITED_MEMBERS);

/** Stores the next version of a key, records the change and invalidates its cache entries. Returns the key as it is now. */
export async function saveKey(
	change: Change,
	row: ApiKeyRow,
	values: Partial<ApiKeyRow>,
	fact: Fact<typeof ApiKey>,
	changes: readonly FieldChange[],
): Promise<ApiKeyRow> {
	const revision = { version: row.version + 1, updatedAtMs: change.nowMs };
	await apiKeysOf(change.tx, row.orgId).update(row.id, { ...values, ...revision });
	const next = { ...row, ...values, ...revision };
	change.invalidate(row.id);
	change.record(row.orgId, fact, { id: row.id, object: toApiKey(next), changes });
	return next;
}
