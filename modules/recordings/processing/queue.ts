import type { ProcessingJobRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { alreadyRunning } from "./errors.ts";
import type { Failure } from "./failures.ts";
import type { Kinds } from "./kinds.ts";
import {
	type CaptureKey,
	changeActive,
	deleteWindows,
	findActive,
	jobsOf,
	listActiveOfMeeting,
	listOfCapture,
	listWindows,
} from "./repository.ts";
import type { Slots } from "./slots.ts";

/** A job to be queued. */
export type NewProcessingJob = Pick<ProcessingJobRow, "orgId" | "type" | "meetingId" | "language"> & {
	/** The recording it transcribes, of which there is at most one unfinished job; default: none. */
	readonly recordingId?: string | null;
	/** The participant whose track that is; default: none. */
	readonly participantId?: string | null;
	/** The capture whose transcript gets what is heard; default: none. */
	readonly captureId?: string | null;
	/** The transcript it is made of; default: none. */
	readonly transcriptId?: string | null;
	/** Default: as the organization's AI policy says. */
	readonly provider?: string | null;
};

/** Unfinished jobs of a meeting; what is absent does not matter. */
export type ActiveJobs = Pick<ProcessingJobRow, "orgId" | "meetingId"> &
	Partial<Pick<ProcessingJobRow, "type" | "recordingId" | "transcriptId">>;

export interface QueueDeps extends Pick<Core, "newId"> {
	readonly kinds: Kinds;
	readonly slots: Slots;
}

export type Queue = ReturnType<typeof createQueue>;

/** More results than a job has. */
const MAX_RESULTS = 100_000;

/** Creates the functions by which changes begin and end jobs. */
export function createQueue({ newId, kinds, slots }: QueueDeps) {
	/** Queues a job within a change that announces it. @throws `state_conflict` while its recording has an unfinished one */
	async function queue(change: Change, wanted: NewProcessingJob): Promise<ProcessingJobRow> {
		const { tx, nowMs, principal } = change;
		const row: ProcessingJobRow = {
			recordingId: null,
			participantId: null,
			captureId: null,
			transcriptId: null,
			provider: null,
			...wanted,
			id: newId("job"),
			state: "queued",
			step: kinds.of(wanted).firstStep,
			progress: 0,
			engine: null,
			findings: {},
			failure: null,
			attempts: 0,
			createdBy: principal.id,
			version: 1,
			createdAtMs: nowMs,
			startedAtMs: null,
			endedAtMs: null,
			updatedAtMs: nowMs,
		};
		await assertNoneActive(tx, row);
		if (!(await jobsOf(tx, row.orgId).tryInsert(row))) throw alreadyRunning(null);
		await enqueueSlot(change, row);
		return row;
	}

	/** Asserts that the recording of a job, if it has one, is not being processed. @throws `state_conflict` */
	async function assertNoneActive(tx: Db, { orgId, recordingId }: ProcessingJobRow): Promise<void> {
		const running = recordingId === null ? undefined : await findActive(tx, orgId, recordingId);
		if (running) throw alreadyRunning(running.id);
	}

	/** Gives the organization of a job a slot. */
	async function enqueueSlot(change: Change, row: ProcessingJobRow): Promise<void> {
		await slots.enqueue(change.tx, row);
		change.afterCommit(() => slots.wake(row.type));
	}

	/**
	 * Cancels an unfinished job within a change and returns it; undefined when it has ended. Its worker notices and
	 * stops.
	 * @param failure why, when nobody asked for it
	 */
	async function cancel(
		change: Change,
		{ orgId, id }: Pick<ProcessingJobRow, "orgId" | "id">,
		failure: Failure | null = null,
	): Promise<ProcessingJobRow | undefined> {
		const { tx, nowMs } = change;
		const values = { state: "cancelled", failure, endedAtMs: nowMs, updatedAtMs: nowMs } as const;
		const row = await changeActive(tx, orgId, id, values);
		if (!row) return undefined;
		// Between two slots nobody works on it, who would remove them.
		await deleteWindows(tx, orgId, id, MAX_RESULTS);
		const kind = kinds.of(row);
		await kind.onCancelled(change, row);
		change.afterCommit(() => void kind.release?.(id));
		return row;
	}

	/** Returns the unfinished jobs of a meeting that match. */
	async function listActive(db: ReadDb, { orgId, meetingId, type, recordingId, transcriptId }: ActiveJobs) {
		const rows = await listActiveOfMeeting(db, orgId, meetingId);
		return rows.filter(
			(row) =>
				(type === undefined || row.type === type) &&
				(recordingId === undefined || row.recordingId === recordingId) &&
				(transcriptId === undefined || row.transcriptId === transcriptId),
		);
	}

	return {
		queue,
		assertNoneActive,
		enqueueSlot,
		cancel,
		listActive,

		/** Cancels the unfinished jobs of a meeting that match. */
		async cancelAll(change: Change, which: ActiveJobs, failure: Failure | null): Promise<void> {
			for (const row of await listActive(change.tx, which)) await cancel(change, row, failure);
		},

		/** Returns the jobs of the tracks of a capture, in any state. */
		listOfCapture: (db: ReadDb, key: CaptureKey): Promise<ProcessingJobRow[]> => listOfCapture(db, key),

		/** Returns the results that a job has kept beyond its end, in order, and removes them. */
		async takeResults(tx: Db, { orgId, id }: Pick<ProcessingJobRow, "orgId" | "id">) {
			const results = await listWindows(tx, orgId, id, -1, MAX_RESULTS);
			await deleteWindows(tx, orgId, id, MAX_RESULTS);
			return results;
		},

		/** Removes what is left of the work on a job that begins again. */
		async forget(tx: Db, { orgId, id }: ProcessingJobRow): Promise<void> {
			await deleteWindows(tx, orgId, id, MAX_RESULTS);
		},
	};
}
