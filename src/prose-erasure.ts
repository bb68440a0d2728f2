import { timesAbout } from "#platform/audit-trail";
import type { EraseMeeting } from "#platform/module";
import { eraseProse, type PersonalPayloads } from "#platform/outbox";
import type { Fact } from "#platform/unit-of-work";

/**
 * Creates the erasure of what people wrote of a deleted meeting from its events, which are kept for longer. The audit trail
 * knows when they occurred: the log of events has no index by resource.
 */
export function createProseErasure(facts: () => readonly Fact[]): EraseMeeting {
	const written = () => facts().filter(({ prose, target }) => prose !== null && target === "meeting");
	return async (tx, orgId, meetingId, limit) => {
		const actions = [...new Set(written().map(({ action }) => action))];
		const timesMs = await timesAbout(tx, { orgId, targetId: meetingId, actions });
		const prose: PersonalPayloads = new Map(
			written().flatMap(({ event, prose }) => (event !== null && prose !== null ? [[event, prose]] : [])),
		);
		return eraseProse(tx, { orgId, id: meetingId, timesMs, prose }, limit);
	};
}
