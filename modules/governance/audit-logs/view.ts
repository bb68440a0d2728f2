import type { AuditEntryRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Named, Names, Unnamed } from "./repository/names.ts";
import type { AuditLog } from "./schemas.ts";

/** Role in entries of what system administrators do in an organization that is not theirs. */
const OPERATOR = "system_admin";

/**
 * Whether the actor of an entry is named: not somebody who was erased since, nor a system administrator, whose name is of
 * no concern to the organization.
 */
const isNamed = ({ personal, actorRole }: AuditEntryRow): boolean =>
	personal !== null && actorRole !== null && actorRole !== OPERATOR;

/** Returns whose names the entries of a page show. */
export const unnamedIn = (rows: readonly AuditEntryRow[]): Unnamed => ({
	actorIds: new Set(rows.filter(isNamed).map(({ actorId }) => actorId)),
	targetIds: new Set(rows.flatMap(({ targets }) => targets.map(({ id }) => id))),
});

/** Converts an entry to its representation. */
export function toAuditLog(row: AuditEntryRow, names: Names): AuditLog {
	const { id, sequence, orgId, action, category, outcome, requestId, authMethod, hash, prevHash } = row;
	const { ip = null, userAgent = null, sessionId = null } = row.personal ?? {};
	const named: Named | undefined = isNamed(row) ? names.actors.get(row.actorId) : undefined;
	return {
		id,
		sequence,
		occurredAt: rfc3339(row.occurredAtMs),
		orgId,
		action,
		category: category as AuditLog["category"],
		outcome,
		actor: { type: row.actorType, id: row.actorId, ...named, role: row.actorRole },
		targets: row.targets.map((target) => ({ type: target.type, id: target.id, ...nameOf(target.id, names) })),
		context: { ip, userAgent, sessionId, requestId, authMethod },
		changes: row.changes.map(({ path, from, to }) => ({ path, from, to })),
		hash,
		prevHash,
	};
}

function nameOf(id: string, { targets }: Names): { name?: string } {
	const name = targets.get(id)?.name;
	return name === undefined ? {} : { name };
}
