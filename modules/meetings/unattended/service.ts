import type { HostLeaseRow, MeetingRow } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { roundRobin } from "#kernel/fair-queue";
import type { RequestContext } from "#kernel/request-context";
import { heldSince, lockMeetingRow, type RoomChange, setHold, unattendedRuleOf } from "#modules/meetings/meetings";
import { listAdmitted } from "#modules/meetings/participants";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import {
	endLease,
	listDue,
	listLeases,
	type MeetingKey,
	putLease,
	removeDueLeases,
	renewLeases,
} from "./repository.ts";

/** Queue that ends meetings that have no host. */
export const END_UNATTENDED = "meetings.end_unattended";
/** Who acts where nobody does. */
const ACTOR = "job:meetings.unattended";
/** How long a lease lasts unless it is renewed, in ms: so long is a server missed that was killed. */
const LEASE_MS = 4_000;
/** How long those who are there already have to say so when a rule begins to hold, in ms. */
const SETTLE_MS = 2_000;
/** Meetings that are looked at in a round, at most. */
const ROUND = 100;
/** Organizations in a round that have more than one round of them. */
const MAX_CROWDED = 8;
/** People who are named in the audit entry, at most. */
const MAX_NAMED = 200;

export interface UnattendedDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "jobs" | "log"> {
	/** Name of this process among the leases. */
	readonly instanceId: string;
	/** Ends a meeting locked by the change. */
	readonly end: (change: Change, row: MeetingRow, reason: string) => Promise<unknown>;
}

export type Unattended = ReturnType<typeof createUnattended>;

/**
 * Creates what looks after rooms without a host (decision 111). Who is there is known by leases in the database, which each
 * instance renews for its own connections; the lock of the meeting decides once for all of them.
 */
export function createUnattended({ store, clock, unitOfWork, jobs, log, instanceId, end }: UnattendedDeps) {
	const keyOf = ({ orgId, id: meetingId }: Pick<MeetingRow, "orgId" | "id">): MeetingKey => ({ orgId, meetingId });

	/** Returns the ids of those in the room. */
	const inRoom = async ({ tx }: Change, row: MeetingRow): Promise<string[]> =>
		(await listAdmitted(tx, keyOf(row), MAX_NAMED)).map(({ id }) => id);

	const resume = async (change: Change, row: MeetingRow): Promise<MeetingRow> =>
		heldSince(row) === null ? row : setHold(change, row, { state: "resumed" }, await inRoom(change, row));

	/** Enqueues the end of a meeting, which is then asked for again whether it is still without a host. */
	async function enqueueEnd(change: Change, { orgId, id: meetingId }: MeetingRow, runAtMs: number): Promise<void> {
		const uniqueKey = `${meetingId} ${runAtMs}`;
		await jobs.enqueue(change.tx, { queue: END_UNATTENDED, orgId, payload: { meetingId }, runAtMs, uniqueKey });
		change.afterCommit(() => jobs.wake(END_UNATTENDED));
	}

	/** Returns when a held meeting ends, Unix ms; null: it does not. */
	function endOf(row: MeetingRow): number | null {
		const sinceMs = heldSince(row);
		const { endAfterMinutes } = unattendedRuleOf(row);
		return sinceMs === null || endAfterMinutes === null ? null : sinceMs + endAfterMinutes * MINUTE_MS;
	}

	async function hold(change: Change, row: MeetingRow, missedId: string | null): Promise<void> {
		const held = await setHold(change, row, { state: "held", missedId }, await inRoom(change, row));
		const endsAtMs = endOf(held);
		if (endsAtMs !== null) await enqueueEnd(change, held, endsAtMs);
	}

	/** Does what is to be done about a meeting some of whose leases are due. */
	async function review(change: Change, key: MeetingKey): Promise<void> {
		const { tx, nowMs } = change;
		const row = await lockMeetingRow(tx, { orgId: key.orgId, id: key.meetingId });
		const leases = await listLeases(tx, key);
		const [last] = leases.toSorted((a, b) => b.endsAtMs - a.endsAtMs);
		// Another instance was faster.
		if (last === undefined) return;
		const rule = row && unattendedRuleOf(row);
		const dueAtMs = last.endsAtMs + (rule?.graceSeconds ?? 0) * 1_000;
		if (dueAtMs > nowMs) {
			await removeDueLeases(tx, key, nowMs);
			// It was the last, and they are waited for longer than when it began.
			if (last.dueAtMs <= nowMs) await putLease(tx, { ...last, state: "ended", dueAtMs });
			return;
		}
		await removeDueLeases(tx, key, nowMs);
		if (row?.state !== "live" || rule === undefined || heldSince(row) !== null) return;
		const missedId = leases.find(({ participantId }) => participantId !== null)?.participantId ?? null;
		if (rule.action === "hold") await hold(change, row, last.participantId ?? missedId);
		// One in which no host has been yet is not over before it has begun.
		if (rule.action === "end" && missedId !== null) await enqueueEnd(change, row, nowMs);
	}

	/** The organization whose meeting was looked at last. */
	let last = "";

	/** Returns the meetings that are next. Organizations take turns: all rooms of one that empty at once hold up no other's. */
	async function findDue(): Promise<MeetingKey[]> {
		const nowMs = clock.nowMs();
		const due: MeetingKey[] = [];
		for (let found = ROUND, n = 0; found === ROUND && n < MAX_CROWDED; n++) {
			const seen = [...new Set(due.map(({ orgId }) => orgId))];
			const more = await listDue(store.acrossTenants.db, nowMs, ROUND, seen);
			found = more.length;
			due.push(...more);
		}
		const meetings = [...new Map(due.map((key) => [`${key.orgId} ${key.meetingId}`, key])).values()];
		const next = roundRobin(meetings, { partyOf: ({ orgId }) => orgId, last, limit: ROUND, roomOf: () => ROUND });
		last = next.at(-1)?.orgId ?? last;
		return next;
	}

	return {
		/** Whether something happens to a meeting without those who run it. */
		isWatched: (meeting: MeetingRow): boolean => unattendedRuleOf(meeting).action !== "continue",

		/**
		 * Notes that somebody who runs a meeting is connected to its room here, and lets it go on if it was held.
		 * @throws the errors of a change
		 */
		async attend(context: RequestContext, meeting: MeetingRow, participantId: string): Promise<void> {
			await unitOfWork.run(context, async (change) => {
				const row = await lockMeetingRow(change.tx, { orgId: meeting.orgId, id: meeting.id });
				if (row?.state !== "live") return;
				const graceMs = unattendedRuleOf(row).graceSeconds * 1_000;
				const endsAtMs = change.nowMs + LEASE_MS;
				const lease: HostLeaseRow = {
					...keyOf(row),
					instanceId,
					participantId,
					state: "open",
					graceMs,
					endsAtMs,
					dueAtMs: endsAtMs + graceMs,
				};
				await putLease(change.tx, lease);
				await resume(change, row);
			});
		},

		/** Notes that nobody who runs a meeting is connected to its room here any more. */
		leave: (meeting: Pick<MeetingRow, "orgId" | "id">): Promise<void> =>
			endLease(store.writing("host_lease.keep").db, { ...keyOf(meeting), instanceId }, clock.nowMs()),

		/** Renews what is noted of this instance. */
		renew: (): Promise<void> =>
			store
				.writing("host_lease.keep")
				.tx((tx) => renewLeases(store.acrossTenants.within(tx), instanceId, clock.nowMs() + LEASE_MS)),

		/** Looks at the meetings some of whose leases are due. Every instance does: the lock of a meeting lets one act. */
		async look(): Promise<void> {
			for (const key of await findDue())
				await unitOfWork
					.run(systemContext(ACTOR), (change) => review(change, key))
					.catch((error: unknown) =>
						log.warn("a room without a host could not be looked after", { subjectId: key.meetingId, error }),
					);
		},

		/** Begins to look after a meeting that has begun, or whose rule has changed. */
		async onRoomChanged(change: Change, { orgId, meetingId, what }: RoomChange): Promise<void> {
			if (what !== "unattended") return;
			const { tx, nowMs } = change;
			let row = await lockMeetingRow(tx, { orgId, id: meetingId });
			if (row?.state !== "live") return;
			const { action, graceSeconds } = unattendedRuleOf(row);
			if (action !== "hold") row = await resume(change, row);
			const endsAtMs = endOf(row);
			if (endsAtMs !== null) await enqueueEnd(change, row, Math.max(endsAtMs, nowMs));
			if (action === "continue" || heldSince(row) !== null) return;
			const graceMs = graceSeconds * 1_000;
			for (const lease of await listLeases(tx, { orgId, meetingId }))
				await putLease(tx, { ...lease, graceMs, dueAtMs: lease.endsAtMs + graceMs });
			const dueAtMs = nowMs + Math.max(graceMs, SETTLE_MS);
			const start = { instanceId: "", participantId: null, state: "ended", graceMs, endsAtMs: nowMs, dueAtMs } as const;
			await putLease(tx, { orgId, meetingId, ...start });
		},

		/** Runs the job that ends a meeting, unless somebody who runs it is back, or the rule is another. */
		async endUnattended(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			const meetingId = String(payload.meetingId);
			await unitOfWork.run(systemContext(ACTOR), async (change) => {
				const row = await lockMeetingRow(change.tx, { orgId, id: meetingId });
				await job.done(change.tx);
				if (row?.state !== "live") return;
				const leases = await listLeases(change.tx, { orgId, meetingId });
				const isAttended = leases.some(({ endsAtMs }) => endsAtMs > change.nowMs);
				const isOver =
					unattendedRuleOf(row).action === "end" || (endOf(row) ?? Number.POSITIVE_INFINITY) <= change.nowMs;
				if (isOver && !isAttended) await end(change, row, "unattended");
			});
		},
	};
}
