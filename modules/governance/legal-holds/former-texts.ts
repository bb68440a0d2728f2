import { inPortions } from "#db/portions";
import type { Db } from "#db/store";
import { eraseFormerTextsOfMeeting, isMeetingHeld, mayDeleteFrom, nextMeetingWithFormer } from "#platform/holds";
import { type Job, type JobContext, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Remains, SpaceReclamation } from "#platform/space-reclamation";
import type { Change } from "#platform/unit-of-work";

/** Queue that deletes the former texts of meetings that are no longer held. */
const FORGET = "legal_holds.forget";

export interface FormerTextRemovalDeps extends Pick<Core, "store" | "jobs"> {
	readonly spaceReclamation: Pick<SpaceReclamation, "scheduleVacuum">;
}

/** Creates what deletes former texts once no hold matches their meeting any more. */
export function createFormerTextRemoval({ store, jobs, spaceReclamation }: FormerTextRemovalDeps) {
	/** Yields the ids of the meetings of an organization that have former texts. */
	async function* meetingsWithFormer(orgId: string): AsyncGenerator<string> {
		for (let after = ""; ; ) {
			const meetingId = await nextMeetingWithFormer(store.db, orgId, after);
			if (meetingId === undefined) return;
			yield meetingId;
			after = meetingId;
		}
	}

	async function forget({ orgId }: Job, { signal }: JobContext): Promise<void> {
		if (orgId === null) return;
		const { tx } = store.writing("legal_hold.forget");
		let isAnyGone = false;
		for await (const meetingId of meetingsWithFormer(orgId)) {
			const forgetPortion = async (tx: Db, limit: number): Promise<number> => {
				if (!(await mayDeleteFrom(tx, orgId, meetingId))) return 0;
				isAnyGone = true;
				return eraseFormerTextsOfMeeting(tx, orgId, meetingId, limit);
			};
			await inPortions<Db>(tx, forgetPortion, { signal });
		}
		if (isAnyGone) await tx(spaceReclamation.scheduleVacuum);
	}

	jobs.handle(FORGET, forget, { concurrency: 1 });

	return {
		/** To be called within the change that releases a hold: what it alone preserved of former texts is deleted soon. */
		async onHoldReleased(change: Change, orgId: string): Promise<void> {
			await jobs.enqueue(change.tx, { queue: FORGET, orgId, maxAttempts: UNLIMITED_ATTEMPTS });
			change.afterCommit(() => jobs.wake(FORGET));
		},

		/** Receipts wait for former texts of meetings that are no longer held. */
		remains: (async (orgId) => {
			for await (const meetingId of meetingsWithFormer(orgId))
				if (!(await isMeetingHeld(store.db, orgId, meetingId))) return "rows";
			return null;
		}) satisfies Remains,
	};
}
