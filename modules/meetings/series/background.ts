import { inPortions } from "#db/portions";
import type { MeetingRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { assertOpenWorkspace } from "#modules/organizations/workspaces";
import { findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { Aligner } from "./align.ts";
import { ALIGN, ALIGN_ALL } from "./queues.ts";
import { listSeriesIds, seriesOf } from "./repository.ts";
import { saveSeries } from "./save.ts";
import { durationOf, endOf } from "./schedule.ts";

/** Rows written in one transaction, at most about that many. */
export const PORTION = 50;

export interface SeriesJobsDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly aligner: Aligner;
}

export type SeriesJobs = ReturnType<typeof createSeriesJobs>;

/** Creates the background work of series: their meetings are created day by day, 60 days ahead. */
export function createSeriesJobs({ store, unitOfWork, jobs, aligner }: SeriesJobsDeps) {
	interface Subject {
		readonly orgId: string;
		readonly seriesId: string;
	}

	/** Enqueues the next look at a series, a day later: one for each series, whatever happens to it meanwhile. */
	async function follow({ tx, nowMs }: Change, { orgId, seriesId }: Subject): Promise<void> {
		const work = { queue: ALIGN, orgId, uniqueKey: seriesId, maxAttempts: UNLIMITED_ATTEMPTS };
		await jobs.enqueue(tx, { ...work, payload: { seriesId, daily: true }, runAtMs: nowMs + DAY_MS });
	}

	async function alignPortion(change: Change, { orgId, seriesId }: Subject, limit: number): Promise<number> {
		const organization = await findOrganization(change.tx, orgId).catch(missing);
		if (organization?.state !== "active") return 0;
		const series = await seriesOf(change.tx, orgId).lock(seriesId);
		if (!series) return aligner.cancelAll(change, orgId, seriesId, limit);
		const creates = await isOpen(change, series);
		return aligner.align(change, { organization, series }, { limit, creates });
	}

	const transact = <T>(work: (change: Change) => Promise<T>) => unitOfWork.run(systemContext(`job:${ALIGN}`), work);

	const alignOne = (subject: Subject, signal: AbortSignal): Promise<void> =>
		inPortions<Change>(transact, (change, limit) => alignPortion(change, subject, limit), { signal, maxRows: PORTION });

	async function run(job: Job, { signal }: JobContext): Promise<void> {
		const { orgId, payload } = job;
		if (orgId === null) return;
		const subject = { orgId, seriesId: String(payload.seriesId) };
		await alignOne(subject, signal);
		await transact(async (change) => {
			await job.done(change.tx);
			if (payload.daily !== true) return;
			const series = await seriesOf(change.tx, orgId).find(subject.seriesId);
			if (series && change.nowMs < endOf(series) + durationOf(series)) await follow(change, subject);
		});
	}

	async function runAll({ orgId }: Job, { signal }: JobContext): Promise<void> {
		if (orgId === null) return;
		for (let after = ""; ; ) {
			const rows = await listSeriesIds(store.db, { orgId, after, take: PORTION });
			for (const { id: seriesId } of rows) await alignOne({ orgId, seriesId }, signal);
			if (rows.length < PORTION) return;
			after = rows.at(-1)?.id ?? "";
		}
	}

	jobs.handle(ALIGN, run);
	jobs.handle(ALIGN_ALL, runAll);

	return {
		follow,

		/** Enqueues what a change has left to do, if it wrote as many rows as it may. */
		async finish(change: Change, { orgId, seriesId }: Subject, written: number): Promise<void> {
			if (written < PORTION) return;
			const work = { queue: ALIGN, orgId, uniqueKey: `${seriesId} rest`, maxAttempts: UNLIMITED_ATTEMPTS };
			await jobs.enqueue(change.tx, { ...work, payload: { seriesId } });
			change.afterCommit(() => jobs.wake(ALIGN));
		},

		/** Enqueues what a change of the holidays of an organization means for its series. */
		async onHolidays(change: Change, orgId: string): Promise<void> {
			await jobs.enqueue(change.tx, { queue: ALIGN_ALL, orgId, maxAttempts: UNLIMITED_ATTEMPTS });
			change.afterCommit(() => jobs.wake(ALIGN_ALL));
		},

		/** Leaves the occurrence of a meeting out that was deleted by itself. */
		async onDeleted(change: Change, { orgId, seriesId, occurrenceAtMs }: MeetingRow): Promise<void> {
			const series = seriesId === null ? undefined : await seriesOf(change.tx, orgId).lock(seriesId);
			if (!series || occurrenceAtMs === null || occurrenceAtMs + durationOf(series) <= change.nowMs) return;
			const local = localAt(occurrenceAtMs, series.timezone);
			const exDates = [...new Set([...series.exDates, local])].sort();
			await saveSeries(change, series, { exDates, rDates: series.rDates.filter((each) => each !== local) });
		},
	};
}

const localAt = (ms: number, timezone: string): string =>
	Temporal.Instant.fromEpochMilliseconds(ms)
		.toZonedDateTimeISO(timezone)
		.toPlainDateTime()
		.toString({ smallestUnit: "second" });

function missing(error: unknown): undefined {
	if (error instanceof AppError) return undefined;
	throw error;
}

/** Whether the workspace of a series is not archived. */
const isOpen = async (
	{ tx }: Change,
	{ orgId, workspaceId }: { orgId: string; workspaceId: string },
): Promise<boolean> =>
	assertOpenWorkspace(tx, orgId, workspaceId)
		.then(() => true, missing)
		.then((open) => open === true);
