import { and, asc, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion } from "#db/portions";
import {
	type ProcessingJobRow,
	type ProcessingState,
	type ProcessingStep,
	type ProcessingType,
	type ProcessingWindowRow,
	processingJobs,
	processingWindows,
} from "#db/schema";
import { type Bound, readRow, readRows, write, writeRow } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";
import { tenantList, tenantOf, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";

/** Order of the lists. Ids sort by time, so equal instants keep their order. */
export const newestFirst = keyset("desc", { createdAtMs: processingJobs.createdAtMs, id: processingJobs.id });

/** Filters of the lists; undefined: any. */
interface JobFilters {
	readonly state: ProcessingState | undefined;
	readonly type: ProcessingJobRow["type"] | undefined;
}

const matches = ({ state, type }: Bound<JobFilters>): SQL | undefined =>
	and(state && eq(processingJobs.state, state), type && eq(processingJobs.type, type));

/** Lists the jobs of an organization. */
export const listJobs = tenantList<typeof processingJobs, JobFilters>(processingJobs, newestFirst, matches);

/** Jobs of one organization. */
export const jobsOf = tenantRows(processingJobs);

/** The states of jobs that are not ended, as in the partial index. */
const isActive = sql`${processingJobs.state} in ('waiting', 'queued', 'running')`;
const isRunnable = sql`${processingJobs.state} in ('queued', 'running')`;

type OfKind = Bound<{ orgId: string; type: ProcessingType }>;
type OfMeeting = Bound<{ orgId: string; meetingId: string }>;
type OneJob = Bound<{ orgId: string; id: string }>;

const nextRunnable = readRow((db, { orgId, type }: OfKind) =>
	db
		.select()
		.from(processingJobs)
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.type, type), isRunnable))
		.orderBy(asc(processingJobs.createdAtMs), asc(processingJobs.id))
		.limit(1),
);

/** Returns the job of a kind that is next in an organization: the oldest that is not ended and waits for nothing. */
export const findRunnable = (db: ReadDb, orgId: string, type: ProcessingType): Promise<ProcessingJobRow | undefined> =>
	nextRunnable(db, { orgId, type });

const active = readRow((db, { orgId, recordingId }: Bound<{ orgId: string; recordingId: string }>) =>
	db
		.select()
		.from(processingJobs)
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.recordingId, recordingId), isActive))
		.limit(1),
);

/** Returns the unfinished job of a recording; undefined when there is none. */
export const findActive = (db: ReadDb, orgId: string, recordingId: string) => active(db, { orgId, recordingId });

const activeOfMeeting = readRows((db, { orgId, meetingId }: OfMeeting) =>
	db
		.select()
		.from(processingJobs)
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.meetingId, meetingId), isActive)),
);

/** Returns the unfinished jobs of a meeting. */
export const listActiveOfMeeting = (db: ReadDb, orgId: string, meetingId: string) =>
	activeOfMeeting(db, { orgId, meetingId });

/** A capture, within its meeting. */
export interface CaptureKey {
	readonly orgId: string;
	readonly meetingId: string;
	readonly captureId: string;
}

const ofCapture = readRows((db, { orgId, meetingId, captureId }: Bound<CaptureKey>) =>
	db
		.select()
		.from(processingJobs)
		.where(
			and(
				eq(processingJobs.orgId, orgId),
				eq(processingJobs.meetingId, meetingId),
				eq(processingJobs.captureId, captureId),
			),
		)
		.orderBy(asc(processingJobs.createdAtMs), asc(processingJobs.id)),
);

/** Returns the jobs of the tracks of a capture, oldest first. */
export const listOfCapture = (db: ReadDb, key: CaptureKey): Promise<ProcessingJobRow[]> => ofCapture(db, key);

const stateOf = readRow((db, { orgId, id }: OneJob) =>
	db
		.select({ state: processingJobs.state })
		.from(processingJobs)
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.id, id)))
		.limit(1),
);

/** Returns the state of a job; undefined when it is gone. */
export const readState = async (db: ReadDb, orgId: string, id: string) => (await stateOf(db, { orgId, id }))?.state;

/** Members that the work changes. */
export type Progress = Partial<
	Pick<
		ProcessingJobRow,
		| "state"
		| "step"
		| "progress"
		| "engine"
		| "findings"
		| "failure"
		| "attempts"
		| "transcriptId"
		| "startedAtMs"
		| "endedAtMs"
	>
> & { readonly updatedAtMs: number };

type Restart = Pick<ProcessingJobRow, "orgId" | "id" | "step" | "transcriptId"> & { readonly nowMs: number };
const restartEnded = writeRow((tx, { orgId, id, step, transcriptId, nowMs }: Bound<Restart>) =>
	tx
		.update(processingJobs)
		.set({
			state: "queued",
			failure: null,
			attempts: 0,
			transcriptId,
			progress: 0,
			step,
			findings: {},
			engine: null,
			endedAtMs: null,
			updatedAtMs: nowMs,
			version: sql`${processingJobs.version} + 1`,
		})
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.id, id)))
		.returning(),
);

/** Lets an ended job begin again and returns it; one that made a transcript makes another. */
export const restart = (tx: Db, row: ProcessingJobRow, step: ProcessingStep, nowMs: number) =>
	restartEnded(tx, {
		orgId: row.orgId,
		id: row.id,
		transcriptId: row.recordingId === null ? row.transcriptId : null,
		step,
		nowMs,
	});

const change = writeRow((tx, { orgId, id, ...values }: Bound<{ orgId: string; id: string } & Progress>) =>
	tx
		.update(processingJobs)
		.set({ ...values, version: sql`${processingJobs.version} + 1` })
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.id, id), isActive))
		.returning(),
);

/**
 * Changes an unfinished job and returns it; undefined when it has ended or is gone: its worker then stops. This is
 * the fence of the work.
 */
export const changeActive = (tx: Db, orgId: string, id: string, values: Progress) =>
	change(tx, { orgId, id, ...values });

const insertWindow = write((tx, row: Bound<ProcessingWindowRow>) =>
	tx.insert(processingWindows).values(row).onConflictDoNothing(),
);

/** Stores what was heard in a window, unless another worker has. */
export const addWindow = (tx: Db, row: ProcessingWindowRow): Promise<number> => insertWindow(tx, row);

const windowCount = readRow((db, { orgId, jobId }: Bound<{ orgId: string; jobId: string }>) =>
	db
		.select({ count: count() })
		.from(processingWindows)
		.where(and(eq(processingWindows.orgId, orgId), eq(processingWindows.jobId, jobId))),
);

/** Returns the number of windows that were heard: they are done in their order. */
export const countWindows = async (db: ReadDb, orgId: string, jobId: string): Promise<number> =>
	(await windowCount(db, { orgId, jobId }))?.count ?? 0;

type WindowPage = { readonly orgId: string; readonly jobId: string; readonly after: number; readonly take: number };
const windowPage = readRows((db, { orgId, jobId, after, take }: Bound<WindowPage>) =>
	db
		.select()
		.from(processingWindows)
		.where(
			and(
				eq(processingWindows.orgId, orgId),
				eq(processingWindows.jobId, jobId),
				gt(processingWindows.position, after),
			),
		)
		.orderBy(asc(processingWindows.position))
		.limit(take),
);

/** Returns up to `take` windows after a position; -1: from the first. */
export const listWindows = (db: ReadDb, orgId: string, jobId: string, after: number, take: number) =>
	windowPage(db, { orgId, jobId, after, take });

/** Deletes up to `limit` windows of a job and returns their number. */
export const deleteWindows = (tx: Db, orgId: string, jobId: string, limit: number): Promise<number> =>
	deletePortion(
		tx,
		processingWindows,
		processingWindows.position,
		and(eq(processingWindows.orgId, orgId), eq(processingWindows.jobId, jobId)),
		limit,
	);

/** Deletes up to `limit` rows of a meeting and returns their number. */
export async function eraseMeeting(tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> {
	const ofMeeting = and(eq(processingJobs.orgId, orgId), eq(processingJobs.meetingId, meetingId));
	const heard = await deletePortion(
		tx,
		processingWindows,
		[processingWindows.jobId, processingWindows.position],
		and(
			eq(processingWindows.orgId, orgId),
			inArray(processingWindows.jobId, tx.select({ id: processingJobs.id }).from(processingJobs).where(ofMeeting)),
		),
		limit,
	);
	if (heard === limit) return heard;
	return heard + (await deletePortion(tx, processingJobs, processingJobs.id, ofMeeting, limit - heard));
}

type Sweep = { readonly state: ProcessingState; readonly after: string; readonly take: number };
const organizationsIn = readRows((db, { state, after, take }: Bound<Sweep>) =>
	db
		.selectDistinct({ orgId: processingJobs.orgId })
		.from(processingJobs)
		.where(and(eq(processingJobs.state, state), gt(processingJobs.orgId, after)))
		.orderBy(asc(processingJobs.orgId))
		.limit(take),
);

/** Returns up to `take` organizations, after one in the order of their ids, that have jobs in a state. */
export const listOrganizationsWith = (store: Store, state: ProcessingState, after: string, take: number) =>
	organizationsIn(store.acrossTenants, { state, after, take });

/** Finds the organization of a job, for system administrators. */
export const tenantOfJob = tenantOf(processingJobs);

type Everywhere = SliceValues & JobFilters;
const everywhere = readRows((db, { after, take, ...filters }: Bound<Everywhere>) =>
	db
		.select()
		.from(processingJobs)
		.where(and(matches(filters as Bound<JobFilters>), newestFirst.after(after)))
		.orderBy(...newestFirst.by)
		.limit(take),
);

/** Lists the jobs of all organizations. */
export const listJobsEverywhere = (store: Store, slice: Slice, filters: JobFilters): Promise<ProcessingJobRow[]> =>
	everywhere(store.acrossTenants, { ...sliceValues(slice), ...filters });

type Resume = { readonly orgId: string; readonly type: ProcessingType; readonly nowMs: number };
const resume = write((tx, { orgId, type, nowMs }: Bound<Resume>) =>
	tx
		.update(processingJobs)
		.set({ state: "queued", updatedAtMs: nowMs, version: sql`${processingJobs.version} + 1` })
		.where(and(eq(processingJobs.orgId, orgId), eq(processingJobs.type, type), eq(processingJobs.state, "waiting"))),
);

/** Queues the waiting jobs of a kind in an organization again, which keep what they waited for until they have a slot. */
export const resumeWaiting = (tx: Db, orgId: string, type: ProcessingType, nowMs: number): Promise<number> =>
	resume(tx, { orgId, type, nowMs });
