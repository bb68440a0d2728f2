import type { SessionRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { DeviceInfo, Session } from "./schemas.ts";

/** Returns the API representation of a session. @param currentId the session of the request */
export const toSession = (row: SessionRow, currentId: string): Session => ({
	id: row.id,
	device: row.device as DeviceInfo | null,
	ip: row.ip,
	createdAt: rfc3339(row.createdAtMs),
	lastSeenAt: rfc3339(row.lastSeenAtMs),
	expiresAt: rfc3339(Math.min(row.expiresAtMs, row.idleExpiresAtMs)),
	current: row.id === currentId,
	authMethods: [...row.authMethods],
});
