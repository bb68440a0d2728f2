import type { ProcessingJobRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { assertConsented } from "#modules/meetings/consents";
import { findMeeting, lockMeeting } from "#modules/meetings/meetings";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { jobNotFound, wrongState } from "./errors.ts";
import type { Kinds } from "./kinds.ts";
import type { Queue } from "./queue.ts";
import { jobsOf, listJobs, listJobsEverywhere, newestFirst, restart, tenantOfJob } from "./repository.ts";
import { type Job, jobFields, type ListJobsQuery } from "./schemas.ts";
import { toJob } from "./view.ts";

export type ProcessingService = ReturnType<typeof createProcessingService>;

const versioned = (row: ProcessingJobRow): Versioned<Job> => ({ data: toJob(row), version: row.version });

/** Creates the service by which people follow and steer jobs. */
export function createProcessingService({ store, unitOfWork, cursors }: Core, kinds: Kinds, queue: Queue) {
	/** Returns a job of a meeting that the caller may enter. @throws `not_found` */
	async function find(db: ReadDb, principal: Principal, orgId: string, jobId: string): Promise<ProcessingJobRow> {
		const row = await jobsOf(db, orgId).find(jobId);
		if (!row) throw jobNotFound();
		await hideMissing(findMeeting(db, principal, orgId, row.meetingId, "enter"));
		return row;
	}

	/** Changes a job of a meeting that the caller runs. @throws `not_found` `forbidden` `precondition_failed` */
	async function change(
		context: RequestContext,
		orgId: string,
		jobId: string,
		work: (change: Change, row: ProcessingJobRow) => Promise<ProcessingJobRow>,
	): Promise<Versioned<Job>> {
		const changed = await unitOfWork.run(
			context,
			async (now) => {
				const row = await jobsOf(now.tx, orgId).lock(jobId);
				if (!row) throw jobNotFound();
				await hideMissing(lockMeeting(now, orgId, row.meetingId, "run"));
				assertIfMatch(context.ifMatch, row.version);
				return versioned(await work(now, row));
			},
			{ storeOutcome: "plain" },
		);
		return changed;
	}

	const orgOfJob = (principal: Principal, jobId: string) => orgOf(store, principal, tenantOfJob, jobId, jobNotFound);

	const request = (query: ListJobsQuery, orgId: string | null) =>
		pageRequest(cursors, query, jobFields, { list: "jobs", orgId, ...filtersOf(query) });

	return {
		/** Returns a page of the jobs of an organization, newest first. @throws `not_found` `purged` and those of lists */
		async list({ principal }: RequestContext, orgId: string, query: ListJobsQuery) {
			const page = request(query, orgId);
			await assertOrganizationExists(store.db, principal, orgId);
			return page.page(await listJobs(store.db, orgId, page, filtersOf(query)), newestFirst, toJob);
		},

		/** Returns a page of the jobs of all organizations, newest first. @throws those of lists */
		async listEverywhere(query: ListJobsQuery) {
			const page = request(query, null);
			return page.page(await listJobsEverywhere(store, page, filtersOf(query)), newestFirst, toJob);
		},

		/** Returns a job. @throws `not_found` `invalid_fields` */
		async get({ principal }: RequestContext, jobId: string, fields: string | undefined) {
			const show = jobFields.parse(fields);
			const row = await find(store.db, principal, await orgOfJob(principal, jobId), jobId);
			return { data: show(toJob(row)), version: row.version, variant: fields };
		},

		/** Cancels a job; one that is cancelled stays so. @throws `not_found` `forbidden` `state_conflict` */
		async cancel(context: RequestContext, jobId: string): Promise<Versioned<Job>> {
			const orgId = await orgOfJob(context.principal, jobId);
			return change(context, orgId, jobId, async (now, row) => {
				if (row.state === "cancelled") return row;
				const cancelled = await queue.cancel(now, row);
				if (!cancelled) throw wrongState(row.state, "cancelled");
				return cancelled;
			});
		},

		/** Lets a job that failed or was cancelled begin again. @throws `not_found` `forbidden` `state_conflict` */
		async retry(context: RequestContext, jobId: string): Promise<Versioned<Job>> {
			const orgId = await orgOfJob(context.principal, jobId);
			return change(context, orgId, jobId, async (now, row) => {
				if (row.state !== "failed" && row.state !== "cancelled") throw wrongState(row.state, "retried");
				const meeting = await lockMeeting(now, orgId, row.meetingId, "run");
				const kind = kinds.of(row);
				await assertConsented(now.tx, meeting, kind.consent);
				await queue.assertNoneActive(now.tx, row);
				await queue.forget(now.tx, row);
				const again = await restart(now.tx, row, kind.firstStep, now.nowMs);
				if (!again) throw jobNotFound();
				await queue.enqueueSlot(now, again);
				await kind.onRetried(now, again);
				return again;
			});
		},
	};
}

const filtersOf = ({ state, type }: ListJobsQuery) => ({ state, type });

/** A job of a meeting that the caller may not see does not exist for them. @throws `not_found` of the job */
async function hideMissing<T>(found: Promise<T>): Promise<T> {
	try {
		return await found;
	} catch (error) {
		throw error instanceof AppError && error.code === "not_found" ? jobNotFound() : error;
	}
}
