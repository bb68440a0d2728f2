import type { NewAuditEntry } from "#platform/audit-trail";
import type { NewEvent } from "#platform/outbox";
import type { Fact, Occurrence } from "./facts.ts";

/** What a change is to record of one organization. */
export interface Draft {
	readonly events: NewEvent[];
	readonly entries: NewAuditEntry[];
}

/** Adds a fact to what is recorded of an organization. */
export function draftFact(
	drafts: Map<string, Draft>,
	orgId: string,
	fact: Fact,
	what: Occurrence & { readonly object?: unknown },
) {
	const { events, entries } = draftOf(drafts, orgId);
	const { action, category, outcome, target } = fact;
	const first = what.id === null ? [] : [{ type: target, id: what.id }];
	const targets = [...first, ...(what.otherTargets ?? [])];
	entries.push({ action, category, outcome, targets, changes: what.changes ?? what.auditedChanges ?? [] });
	if (fact.event !== null)
		events.push({ type: fact.event, object: what.object as NewEvent["object"], changes: what.changes });
}

function draftOf(drafts: Map<string, Draft>, orgId: string): Draft {
	const draft = drafts.get(orgId) ?? { events: [], entries: [] };
	drafts.set(orgId, draft);
	return draft;
}
