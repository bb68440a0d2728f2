import { inPortions } from "#db/portions";
import type { SeriesRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { type JoinCode, type JoinCodes, NO_CODE } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job, JobContext, Jobs } from "#platform/jobs";
import type { Core, LostRights } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { lockSeries, seriesOrg } from "./access.ts";
import type { Aligner, LockedSeries } from "./align.ts";
import { PORTION, type SeriesJobs } from "./background.ts";
import { type SeriesCodes, sharesCode } from "./codes.ts";
import { facts } from "./facts.ts";
import { DROP_SERIES_CODES } from "./queues.ts";
import { lockSeriesCodesOf } from "./repository.ts";
import { writeSeries } from "./save.ts";

export interface SeriesCodesDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly aligner: Pick<Aligner, "align">;
	readonly seriesJobs: Pick<SeriesJobs, "finish">;
	readonly seriesCodes: SeriesCodes;
	readonly codes: JoinCodes;
}

export type SeriesCodesService = ReturnType<typeof createSeriesCodesService>;

/** Creates the service that replaces and removes the join codes of series. */
export function createSeriesCodesService(deps: SeriesCodesDeps) {
	const { store, unitOfWork, jobs, aligner, seriesJobs, seriesCodes, codes } = deps;

	/** Stores a code and gives it to the meetings. */
	async function save(change: Change, locked: LockedSeries, columns: Partial<SeriesRow>): Promise<SeriesRow> {
		const series = await writeSeries(change, locked.series, columns);
		const { orgId, id: seriesId } = series;
		const written = await aligner.align(change, { ...locked, series }, { limit: PORTION, creates: false });
		await seriesJobs.finish(change, { orgId, seriesId }, written);
		return series;
	}

	const dropPortion = async (change: Change, of: { orgId: string; userId: string }, take: number): Promise<number> => {
		const rows = await lockSeriesCodesOf(change.tx, { ...of, take });
		for (const row of rows) {
			await writeSeries(change, row, NO_CODE);
			change.record(row.orgId, facts["series.drop_code"], { id: row.id });
			await seriesJobs.finish(change, { orgId: row.orgId, seriesId: row.id }, PORTION);
		}
		return rows.length;
	};

	jobs.handle(DROP_SERIES_CODES, async ({ orgId, payload }: Job, { signal }: JobContext) => {
		if (orgId === null) return;
		const of = { orgId, userId: String(payload.userId) };
		const transact = (portion: (change: Change) => Promise<number>) =>
			unitOfWork.run(systemContext(`job:${DROP_SERIES_CODES}`), portion);
		await inPortions<Change>(transact, (change, take) => dropPortion(change, of, take), { signal, maxRows: PORTION });
	});

	return {
		/**
		 * Gives a series another join code.
		 * @throws `not_found` `purged` `forbidden` `precondition_failed`, `state_conflict` unless it has one for all meetings
		 */
		async renew(context: RequestContext, seriesId: string): Promise<Versioned<JoinCode>> {
			const orgId = await seriesOrg(store, context.principal, seriesId);
			return unitOfWork.run(context, async (change) => {
				const locked = await lockSeries(change, orgId, seriesId, context);
				if (!sharesCode(locked.series)) throw noSharedCode();
				const { code, ...columns } = seriesCodes.create(locked.series, change.principal);
				const series = await save(change, locked, columns);
				change.record(orgId, facts["series.renew_code"], { id: seriesId });
				return { data: { code, joinUrl: codes.roomOf(seriesId, code) }, version: series.version };
			});
		},

		/** Removes the join code of a series. @throws `not_found` `purged` `forbidden` `state_conflict` `precondition_failed` */
		async drop(context: RequestContext, seriesId: string): Promise<void> {
			const orgId = await seriesOrg(store, context.principal, seriesId);
			await unitOfWork.run(context, async (change) => {
				const locked = await lockSeries(change, orgId, seriesId, context);
				if (locked.series.joinCodeHash === null) return;
				await save(change, locked, NO_CODE);
				change.record(orgId, facts["series.drop_code"], { id: seriesId });
			});
		},

		/** Ends, within the change that removes a member, the join codes of series that they made. */
		async onRightsLost(change: Change, { orgId, userId, outcome }: LostRights): Promise<void> {
			if (outcome !== "removed") return;
			await jobs.enqueue(change.tx, { queue: DROP_SERIES_CODES, orgId, payload: { userId } });
			change.afterCommit(() => jobs.wake(DROP_SERIES_CODES));
		},
	};
}

const noSharedCode = () =>
	new AppError(
		"state_conflict",
		"The series has no join code for all its meetings: set its access to link and its joinCode to shared first.",
	);
