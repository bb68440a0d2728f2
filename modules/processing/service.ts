import type { ProcessingJobRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { invalidMember } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { assertConsented } from "#modules/consents";
import { findMeeting, lockMeeting, meetingNotFound, meetingOrg } from "#modules/meetings";
import { assertOrganizationExists } from "#modules/organizations";
import { findLatestRecording, findRecording } from "#modules/recordings";
import { isSpeechProvider, SPEECH_PROVIDERS } from "#modules/speech";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { Enqueuer } from "./enqueue.ts";
import { jobNotFound, nothingRecorded, wrongState } from "./errors.ts";
import { facts } from "./facts.ts";
import {
	deleteWindows,
	jobsOf,
	listJobs,
	listJobsEverywhere,
	newestFirst,
	restart,
	tenantOfJob,
} from "./repository.ts";
import { type Job, jobFields, type ListJobsQuery, type TranscribeRequest } from "./schemas.ts";
import { toJob } from "./view.ts";

/** See {@link createProcessingService}. */
export type ProcessingService = ReturnType<typeof createProcessingService>;

const versioned = (row: ProcessingJobRow): Versioned<Job> => ({ data: toJob(row), version: row.version });

/** Creates the service by which people follow and steer the processing of recordings. */
export function createProcessingService({ store, unitOfWork, cursors }: Core, enqueuer: Enqueuer) {
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

		/**
		 * Queues the transcription of a recording, by default the newest of the meeting.
		 * @throws `not_found` `forbidden` `validation_failed` `consent_required` `state_conflict`
		 */
		async transcribe(context: RequestContext, meetingId: string, wanted: TranscribeRequest): Promise<Versioned<Job>> {
			const { provider = null, language = null, recordingId } = wanted;
			if (provider !== null && !isSpeechProvider(provider))
				throw invalidMember("/provider", "unknown_provider", `must be one of ${SPEECH_PROVIDERS.join(", ")}`);
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const work = async (now: Change) => {
				const meeting = await lockMeeting(now, orgId, meetingId, "run");
				await assertConsented(now.tx, meeting, "transcription");
				const recording = await recordingOf(now.tx, orgId, meetingId, recordingId);
				const { id, language: announced } = recording;
				return versioned(
					await enqueuer.queue(now, { orgId, meetingId, recordingId: id, language: language ?? announced, provider }),
				);
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},

		/** Cancels a job; one that is cancelled stays so. @throws `not_found` `forbidden` `state_conflict` */
		async cancel(context: RequestContext, jobId: string): Promise<Versioned<Job>> {
			const orgId = await orgOfJob(context.principal, jobId);
			return change(context, orgId, jobId, async (now, row) => {
				if (row.state === "cancelled") return row;
				const cancelled = await enqueuer.cancel(now, row);
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
				await assertConsented(now.tx, meeting, "transcription");
				await enqueuer.assertNoneActive(now.tx, row);
				await deleteWindows(now.tx, orgId, jobId, MAX_WINDOWS);
				const again = await restart(now.tx, orgId, jobId, now.nowMs);
				if (!again) throw jobNotFound();
				await enqueuer.start(now, again);
				now.record(orgId, facts["transcription.retry"], { id: jobId, object: toJob(again) });
				return again;
			});
		},
	};
}

/** More windows than a job has. */
const MAX_WINDOWS = 100_000;

const filtersOf = ({ state, type }: ListJobsQuery) => ({ state, type });

/** Returns the recording to be transcribed. @throws `not_found` `state_conflict` */
async function recordingOf(db: Db, orgId: string, meetingId: string, recordingId: string | undefined) {
	const row = await (recordingId === undefined
		? findLatestRecording(db, orgId, meetingId)
		: findRecording(db, { orgId, recordingId }));
	if (row === undefined) throw nothingRecorded();
	if (row.meetingId !== meetingId) throw meetingNotFound();
	return row;
}

/** A job of a meeting that the caller may not see does not exist for them. @throws `not_found` of the job */
async function hideMissing<T>(found: Promise<T>): Promise<T> {
	try {
		return await found;
	} catch (error) {
		throw error instanceof AppError && error.code === "not_found" ? jobNotFound() : error;
	}
}
