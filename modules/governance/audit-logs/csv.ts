import { csvWriter } from "#kernel/csv";
import type { AuditLog } from "./schemas.ts";

/** Entries as lines. */
export const csv = csvWriter<AuditLog>({
	sequence: ({ sequence }) => sequence,
	occurredAt: ({ occurredAt }) => occurredAt,
	action: ({ action }) => action,
	category: ({ category }) => category,
	outcome: ({ outcome }) => outcome,
	actorType: ({ actor }) => actor.type,
	actorId: ({ actor }) => actor.id,
	actorName: ({ actor }) => actor.name ?? null,
	actorEmail: ({ actor }) => actor.email ?? null,
	actorRole: ({ actor }) => actor.role,
	targets: ({ targets }) => targets.map(({ type, id }) => `${type}:${id}`).join(" "),
	changes: ({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes)),
	ip: ({ context }) => context.ip,
	userAgent: ({ context }) => context.userAgent,
	sessionId: ({ context }) => context.sessionId,
	requestId: ({ context }) => context.requestId,
	authMethod: ({ context }) => context.authMethod,
	id: ({ id }) => id,
	orgId: ({ orgId }) => orgId,
	hash: ({ hash }) => hash,
	prevHash: ({ prevHash }) => prevHash,
});
