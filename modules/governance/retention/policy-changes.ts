import type { Db } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { differencesBetween } from "#kernel/differences";
import { invalidMember } from "#kernel/field-errors";
import { newId } from "#kernel/ids";
import type { OnModified } from "#platform/sections";
import { facts } from "./facts.ts";
import { changesOf, listChangesInForce, previewsOf } from "./repository.ts";
import { DELAY_MS, retentionPolicy, shortenedBy, sourcesOf } from "./retention-policy.ts";
import type { RetentionChangeQuery, RetentionPolicy } from "./schemas.ts";

/**
 * Returns what every change of an organization entails for its retention policy, whichever operation made it: a shorter
 * period hides content at once, but delays its purge, unless the change is `immediate`; and the change is recorded.
 * The returned function throws `validation_failed` when the preview that `immediate` needs is missing, or of another
 * policy.
 */
export const noteRetentionChange =
	({ immediate, previewId }: RetentionChangeQuery): OnModified =>
	async (change, before, after) => {
		const { tx, nowMs } = change;
		const { id: orgId } = after;
		const isImmediate = immediate === "true";
		if (before === after && !isImmediate) return;
		const [previous, policy] = [retentionPolicy.effective(before), retentionPolicy.effective(after)];
		const changes = differencesBetween(
			{ retentionPolicy: previous, source: sourcesOf(before) },
			{ retentionPolicy: policy, source: sourcesOf(after) },
		);
		const shortened = shortenedBy(previous, policy);
		const isShortened = Object.keys(shortened).length > 0;
		const purgesFromMs = isImmediate ? nowMs : nowMs + DELAY_MS;
		if (isImmediate) {
			await assertPreviewed(tx, orgId, { previewId, policy, nowMs });
			const ended = await endDelays(tx, orgId, nowMs);
			if (changes.length === 0 && ended === 0) return;
		} else if (changes.length === 0) return;
		// An immediate one, too: archives that were made before are not shown.
		if (isShortened)
			await changesOf(tx, orgId).insert({ id: newId("rch"), previous: shortened, changedAtMs: nowMs, purgesFromMs });
		change.record(orgId, facts["retention.change_policy"], {
			id: orgId,
			object: {
				orgId,
				policy,
				previous,
				purgesFrom: isShortened && !isImmediate ? rfc3339(purgesFromMs) : null,
				immediate: isImmediate,
			},
			changes,
		});
	};

/** Ends the delays of earlier shortenings, whose content was in the preview too, and returns their number. */
async function endDelays(tx: Db, orgId: string, nowMs: number): Promise<number> {
	const delays = await listChangesInForce(tx, orgId, nowMs);
	for (const { id } of delays) await changesOf(tx, orgId).update(id, { purgesFromMs: nowMs });
	return delays.length;
}

/** Asserts that somebody has seen what this policy purges. @throws `validation_failed` */
async function assertPreviewed(
	tx: Db,
	orgId: string,
	{ previewId, policy, nowMs }: { previewId: string | undefined; policy: RetentionPolicy; nowMs: number },
): Promise<void> {
	if (previewId === undefined)
		throw invalidMember("/previewId", "required", "must be the preview of this policy, since immediate is true");
	const preview = await previewsOf(tx, orgId).find(previewId);
	if (preview === undefined || preview.expiresAtMs <= nowMs)
		throw invalidMember("/previewId", "not_found", "must be a preview made within the last hour");
	if (!Bun.deepEquals(preview.policy, policy))
		throw invalidMember("/previewId", "mismatch", "must be the preview of exactly this policy");
}
