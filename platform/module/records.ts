import type { Store } from "#db/store";
import { eraseActor, timesAbout } from "#platform/audit-trail";
import { eraseFromEvents, eraseProse, type PersonalPayloads } from "#platform/outbox";
import type { Fact } from "#platform/unit-of-work";
import { type Contribution, type EraseMeeting, eachPerson } from "./contribution.ts";

type Facts = () => readonly Fact[];

/** What the platform contributes for audit entries and events, which are kept for longer than what they are about. */
export const recordsContribution = (store: Store, facts: Facts): Contribution => ({
	eraseUserData: {
		auditEntries: eachPerson((inPortions, person) => eraseActor(store, inPortions, person)),
		events: (inPortions, people) => eraseFromEvents(store, inPortions, people, membersOf(facts(), "personal")),
	},
	eraseMeeting: createProseErasure(facts),
});

/**
 * Creates the erasure of what people wrote of a deleted meeting from its events. The audit trail knows when they occurred:
 * the log of events has no index by resource.
 */
function createProseErasure(facts: Facts): EraseMeeting {
	const written = () => facts().filter(({ prose, target }) => prose !== null && target === "meeting");
	return async (tx, orgId, meetingId, limit) => {
		const actions = [...new Set(written().map(({ action }) => action))];
		const timesMs = await timesAbout(tx, { orgId, targetId: meetingId, actions });
		return eraseProse(tx, { orgId, id: meetingId, timesMs, prose: membersOf(written(), "prose") }, limit);
	};
}

/** Returns the members of payloads that name people, or that people wrote, by type of event. */
const membersOf = (facts: readonly Fact[], kind: "personal" | "prose"): PersonalPayloads =>
	new Map(
		facts.flatMap(({ event, [kind]: members }) => (event !== null && members !== null ? [[event, members]] : [])),
	);
