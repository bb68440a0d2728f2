import type { AuditEntryRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { ChainedEntry } from "#platform/audit-trail";
import type { Names } from "./repository/names.ts";
import type { AuditLog } from "./schemas.ts";
import type { CheckpointContent, Signed } from "./signature.ts";
import { toAuditLog } from "./view.ts";

/** What the last line of an export says of the whole. */
export interface ExportEnd {
	/** Whether it has every entry from its first to its last one. */
	readonly complete: boolean;
	readonly entries: number;
	/** Hash of the last entry. */
	readonly head: string;
	/** SHA-256 of everything before, hex: of all lines, the last one without this member. */
	readonly sha256: string;
	readonly keys: readonly { readonly kid: string; readonly publicKey: string }[];
}

/** An entry in an NDJSON export, with what it takes to verify it. */
export interface ExportedLine extends AuditLog {
	/** Conceals address, device and session in their hash; null once erased. */
	readonly salt: string | null;
	/** SHA-256 of the salt and of address, device and session. */
	readonly personalCommitment: string;
	/** The signature of the log up to this entry. */
	readonly checkpoint?: Signed<CheckpointContent>;
	/** On the last line. */
	readonly end?: Signed<ExportEnd>;
}

/** Converts an entry to its line. */
export const toLine = (
	row: AuditEntryRow,
	names: Names,
	checkpoint: Signed<CheckpointContent> | undefined,
): ExportedLine => ({
	...toAuditLog(row, names),
	salt: row.salt,
	personalCommitment: row.personalCommitment,
	...(checkpoint && { checkpoint }),
});

/** Converts a line to the entry as it was recorded. */
export function toChained(line: ExportedLine): ChainedEntry {
	const { actor, context, salt } = line;
	const occurredAtMs = Date.parse(line.occurredAt);
	if (rfc3339(occurredAtMs) !== line.occurredAt) throw new Error("the time is not written as it is exported");
	const { ip, userAgent, sessionId } = context;
	return {
		action: line.action,
		actorId: actor.id,
		actorRole: actor.role,
		actorType: actor.type as ChainedEntry["actorType"],
		authMethod: context.authMethod,
		category: line.category,
		changes: line.changes,
		id: line.id,
		occurredAtMs,
		orgId: line.orgId,
		outcome: line.outcome,
		personalCommitment: line.personalCommitment,
		requestId: context.requestId,
		sequence: line.sequence,
		targets: line.targets,
		personal: salt === null ? null : { ip, ...(sessionId !== null && { sessionId }), userAgent },
		salt,
		hash: line.hash,
		prevHash: line.prevHash,
	};
}
