import { inPortions } from "#db/portions";
import type { MeetingRow } from "#db/schema";
import type { Db } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { assertIfMatch } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import type { SuspendedOrganization } from "#modules/organizations/organization-lifecycle";
import { findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { assertMeetingNotHeld, mayDeleteFrom } from "#platform/holds";
import type { Job, JobContext, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { lockMeeting, meetingOrg } from "./access.ts";
import { stillLive } from "./errors.ts";
import { facts, prose } from "./facts.ts";
import { NO_CODE } from "./join-code.ts";
import { occurrenceDeleted } from "./moments.ts";
import type { Moves } from "./moves.ts";
import { END_OVERDUE, END_SUSPENDED, ERASE } from "./queues.ts";
import { meetingList } from "./repository/list.ts";
import { findLive, meetingsOf, removeDeleted } from "./repository.ts";
import { saveMeeting } from "./save.ts";
import { OVER } from "./states.ts";
import { toRecordedMeeting } from "./view.ts";

/** Time that live meetings of a suspended organization have to come to their end. */
const DRAIN_MS = 15 * MINUTE_MS;

export interface MeetingEndsDeps extends Pick<Core, "store" | "settledClock" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
	readonly moves: Moves;
	/** Erases what every other module has of a meeting. */
	readonly contributions: Pick<Core["contributions"], "eraseMeeting">;
}

export type MeetingEnds = ReturnType<typeof createMeetingEnds>;

/** Creates what ends meetings that nobody ends, and removes those that are deleted. */
export function createMeetingEnds({ store, settledClock, unitOfWork, jobs, moves, contributions }: MeetingEndsDeps) {
	/** Locks a meeting for a job that ends it; undefined when it is no longer live. */
	async function lockLive(change: Change, orgId: string, meetingId: string): Promise<MeetingRow | undefined> {
		const row = await meetingsOf(change.tx, orgId).lock(meetingId);
		return row?.state === "live" ? row : undefined;
	}

	/** Ends a live meeting of a suspended organization; false: it is no longer suspended. */
	const endOne = (orgId: string, meetingId: string): Promise<boolean> =>
		unitOfWork.run(systemContext(`job:${END_SUSPENDED}`), async (change) => {
			if ((await findOrganization(change.tx, orgId)).state === "active") return false;
			const row = await lockLive(change, orgId, meetingId);
			if (row) await moves.end(change, row, "organization_suspended");
			return true;
		});

	/** Hides a meeting from everybody, and enqueues the removal of all there is of it. */
	async function hide(change: Change, row: MeetingRow): Promise<void> {
		const { orgId, id } = row;
		const object = { ...toRecordedMeeting(row), ...prose };
		await saveMeeting(change, row, { ...NO_CODE, externalId: null, occurrenceAtMs: null, deletedAtMs: change.nowMs });
		await meetingList.remove(change.tx, row);
		change.record(orgId, facts["meeting.delete"], { id, object });
		if (row.seriesId !== null) await change.reach(occurrenceDeleted, row);
		await jobs.enqueue(change.tx, { queue: ERASE, orgId, payload: { meetingId: id } });
		change.afterCommit(() => jobs.wake(ERASE));
	}

	return {
		/** Deletes, within a change, a meeting that is over, if nothing was made of it and no hold is on it: its upload came to nothing. */
		async removeEmpty(change: Change, orgId: string, meetingId: string): Promise<void> {
			const row = await meetingsOf(change.tx, orgId).lock(meetingId);
			if (row === undefined || !OVER.includes(row.state)) return;
			const made = Object.values(row.artifacts).filter(({ state }) => state !== "none" && state !== "waiting");
			if (made.length > 0) return;
			if (await mayDeleteFrom(change.tx, orgId, meetingId)) await hide(change, row);
		},

		/** Runs the job of a meeting that has lasted too long: ends it, unless somebody has. */
		async endOverdue(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await unitOfWork.run(systemContext(`job:${END_OVERDUE}`), async (change) => {
				await job.done(change.tx);
				const row = await lockLive(change, orgId, String(payload.meetingId));
				if (!row || row.startedAtMs !== payload.startedAtMs) return;
				// Jobs of earlier releases do not name it.
				const longestMs = typeof payload.longestMs === "number" ? payload.longestMs : moves.maxDurationMs;
				if (moves.isWithinLimit(row, settledClock.nowMs(), longestMs)) await moves.limit(change, row, longestMs);
				else await moves.end(change, row, "time_limit");
			});
		},

		/** Ends the live meetings of an organization that is suspended: at once, or when they have had time to end. */
		async onSuspended(change: Change, { orgId, rule }: SuspendedOrganization): Promise<void> {
			const runAtMs = rule === "end" ? change.nowMs : change.nowMs + DRAIN_MS;
			await jobs.enqueue(change.tx, { queue: END_SUSPENDED, orgId, runAtMs });
			change.afterCommit(() => jobs.wake(END_SUSPENDED));
		},

		/** Runs the job of a suspension: ends one live meeting after the other, as long as the organization is suspended. */
		async endSuspended({ orgId }: Job, { signal }: JobContext): Promise<void> {
			if (orgId === null) return;
			for (let id = await findLive(store.db, orgId); id !== undefined; id = await findLive(store.db, orgId)) {
				signal.throwIfAborted();
				if (!(await endOne(orgId, id))) return;
			}
		},

		/**
		 * Deletes a meeting: it is hidden at once, and a job removes all there is of it.
		 * @throws `not_found` `purged` `forbidden` `legal_hold_active` `precondition_failed`, `state_conflict` for one that is live
		 */
		async remove(context: RequestContext, meetingId: string): Promise<{ id: string; state: "deleting" }> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(
				context,
				async (change) => {
					const row = await lockMeeting(change, orgId, meetingId, "run");
					if (row.state === "live") throw stillLive();
					await assertMeetingNotHeld(change, orgId, meetingId);
					assertIfMatch(context.ifMatch, row.version);
					await hide(change, row);
					return { id: row.id, state: "deleting" as const };
				},
				{ storeOutcome: "plain" },
			);
		},

		/** Deletes a meeting again that is back after the restore of a backup. */
		removeAgain: (orgId: string, meetingId: string): Promise<void> =>
			unitOfWork.run(systemContext("cli:restore"), async (change) => {
				const row = await meetingsOf(change.tx, orgId).lock(meetingId);
				if (row?.deletedAtMs === null) await hide(change, row);
			}),

		/** Runs the job of a deletion: erases what there is of a meeting in portions, last the meeting itself. */
		async erase({ orgId, payload }: Job, { signal }: JobContext): Promise<void> {
			if (orgId === null) return;
			const meetingId = String(payload.meetingId);
			const erasePortion = async (tx: Db, limit: number): Promise<number> => {
				const erased = await contributions.eraseMeeting(tx, orgId, meetingId, limit);
				return erased < limit ? erased + (await removeDeleted(tx, { orgId, id: meetingId })) : erased;
			};
			await inPortions<Db>(store.writing("meeting.erase").tx, erasePortion, { signal });
		},
	};
}
