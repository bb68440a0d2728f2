import type { PasskeyRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Passkey } from "./schemas.ts";

/** Returns the API representation of a passkey. */
export const toPasskey = (row: PasskeyRow): Passkey => ({
	id: row.id,
	name: row.name,
	transports: [...row.transports],
	multiDevice: row.multiDevice,
	backedUp: row.backedUp,
	createdAt: rfc3339(row.createdAtMs),
	lastUsedAt: row.lastUsedAtMs === null ? null : rfc3339(row.lastUsedAtMs),
});
