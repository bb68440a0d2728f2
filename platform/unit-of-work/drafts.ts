import type { FieldChange } from "#kernel/differences";
import type { NewAuditEntry } from "#platform/audit-trail";
import type { NewEvent } from "#platform/outbox";
import type { NewRemoval } from "#platform/removals";
import type { Fact, Occurrence } from "./facts.ts";

/** What a change is to record of one organization. */
export interface Draft {
	readonly events: NewEvent[];
	readonly entries: NewAuditEntry[];
	readonly removals: Pick<NewRemoval, "kind" | "subjectId">[];
}

/** Adds a fact to what is recorded of an organization. @param eventId of its event, if it has one */
export function draftFact(
	drafts: Map<string, Draft>,
	orgId: string,
	fact: Fact,
	what: Occurrence & { readonly object?: unknown },
	eventId: string,
) {
	const { events, entries, removals } = draftOf(drafts, orgId);
	const { action, category, outcome, target, removes } = fact;
	const first = what.id === null ? [] : [{ type: target, id: what.id }];
	const targets = [...first, ...(what.otherTargets ?? [])];
	const changes = withoutValues(fact, what.changes ?? what.auditedChanges ?? []);
	entries.push({ action, category, outcome, targets, changes });
	const removed = removes === "person" ? targets.find(({ type }) => type === "user")?.id : what.id;
	if (removes !== null && removed != null) removals.push({ kind: removes, subjectId: removed });
	if (fact.event !== null)
		events.push({
			id: eventId,
			type: fact.event,
			object: what.object as NewEvent["object"],
			changes: what.changes,
		});
}

/** Returns changes as the audit trail keeps them: that names and prose have changed, not what they said. */
function withoutValues({ personal, prose }: Fact, changes: readonly FieldChange[]): readonly FieldChange[] {
	const blanks = { ...personal, ...prose };
	return changes.map((each) => (each.path.slice(1) in blanks ? { path: each.path, from: null, to: null } : each));
}

function draftOf(drafts: Map<string, Draft>, orgId: string): Draft {
	const draft = drafts.get(orgId) ?? { events: [], entries: [], removals: [] };
	drafts.set(orgId, draft);
	return draft;
}
