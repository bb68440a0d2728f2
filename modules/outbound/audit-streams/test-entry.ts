import type { AuditStreamRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { RequestContext } from "#kernel/request-context";
import type { AuditLog } from "#modules/governance/audit-logs";

const NO_HASH = "0".repeat(64);

/** Returns what a test sends: it looks like an entry, and is none. */
export const testEntry = ({ orgId, id }: AuditStreamRow, { requestId }: RequestContext, nowMs: number): AuditLog => ({
	id: "aud_00000000000000000000000000",
	sequence: 0,
	occurredAt: rfc3339(nowMs),
	orgId,
	action: "audit_stream.test",
	category: "security",
	outcome: "success",
	actor: { type: "system", id: "test", role: null },
	targets: [{ type: "audit_stream", id }],
	context: { ip: null, userAgent: null, sessionId: null, requestId, authMethod: null },
	changes: [],
	hash: NO_HASH,
	prevHash: NO_HASH,
});
