import type { UploadRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { shareOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import { resumeDraft } from "./drafts.ts";
import type { EndUpload } from "./end.ts";
import type { Finisher } from "./finish.ts";
import { uploadsOf } from "./repository.ts";
import type { Writers } from "./writers.ts";

/** Queue of the jobs that end uploads which are not continued. */
const EXPIRE = "uploads.expire";

/** Time after which an upload expires that was announced and of which no byte has arrived, in ms. */
export const BEGINS_WITHIN_MS = HOUR_MS;
/** Time after its last bytes after which one expires that has begun. */
const EXPIRES_AFTER_MS = DAY_MS;
/** Time after which it expires in any case. */
const EXPIRES_AT_LAST_MS = 7 * DAY_MS;

/** Returns when an upload expires whose last bytes have just arrived. */
export const expiryOf = (createdAtMs: number, nowMs: number): number =>
	Math.min(nowMs + EXPIRES_AFTER_MS, createdAtMs + EXPIRES_AT_LAST_MS);

/** Enqueues the end of an upload for when it expires. */
export type EnqueueExpiry = (tx: Db, row: Pick<UploadRow, "orgId" | "id" | "expiresAtMs">) => Promise<void>;

/** Creates the function that enqueues the expiry of an upload. */
export const expiryEnqueuer =
	(jobs: Jobs): EnqueueExpiry =>
	async (tx, { orgId, id, expiresAtMs }) => {
		await jobs.enqueue(tx, { queue: EXPIRE, orgId, payload: { uploadId: id }, runAtMs: expiresAtMs });
	};

export interface ExpiryDeps extends Pick<Core, "store" | "jobs" | "unitOfWork" | "blobs"> {
	readonly writers: Writers;
	readonly finish: Finisher;
	readonly endUpload: EndUpload;
	readonly enqueueExpiry: EnqueueExpiry;
}

/** An upload whose time is over. */
interface Due {
	readonly row: UploadRow;
	/** Whether its organization is suspended, or may be restored: it does not end meanwhile. */
	readonly isFrozen: boolean;
}

/** Registers the handler of {@link EXPIRE}: each upload has one such job until it is over. */
export function handleExpiry({
	store,
	jobs,
	unitOfWork,
	blobs,
	writers,
	finish,
	endUpload,
	enqueueExpiry,
}: ExpiryDeps): void {
	const context = () => systemContext("job:uploads.expire");

	/**
	 * Returns the upload if it is to be ended now, or kept until its organization goes on; otherwise the job is done, or its
	 * next one is enqueued.
	 */
	async function findDue(job: Job, orgId: string, uploadId: string): Promise<Due | undefined> {
		return unitOfWork.run(context(), async ({ tx, nowMs }) => {
			const organization = await shareOrganizationRow(tx, orgId);
			const row = await uploadsOf(tx, orgId).lock(uploadId);
			if (organization?.state === "deleted" || (row?.state !== "open" && row?.state !== "finishing")) {
				await job.done(tx);
				return undefined;
			}
			// While the organization is suspended, or may be restored, nobody could continue it.
			const isFrozen = organization?.state !== "active";
			if (row.expiresAtMs <= nowMs && !isFrozen) return { row, isFrozen };
			const expiresAtMs = isFrozen ? nowMs + EXPIRES_AFTER_MS : row.expiresAtMs;
			if (isFrozen) await uploadsOf(tx, orgId).update(uploadId, { expiresAtMs });
			await enqueueExpiry(tx, { orgId, id: uploadId, expiresAtMs });
			await job.done(tx);
			return isFrozen ? { row, isFrozen } : undefined;
		});
	}

	/** Keeps what was received from the sweep of the store. What fails is tried again the next day, in time. */
	async function keep(row: UploadRow): Promise<void> {
		const draft = await resumeDraft(blobs, row);
		await draft.keep();
	}

	/**
	 * Ends an upload whose time is over. One whose bytes are all here is finished first, which says why if it cannot be.
	 * @param isLast whether it ends also where storage or database fail
	 */
	async function end({ orgId, id }: UploadRow, isLast: boolean): Promise<void> {
		const row = await uploadsOf(store.db, orgId).find(id);
		if (row?.state === "finishing")
			await finish(context(), row, false).catch((error: unknown) => {
				// Whatever keeps it from being finished, such as a meeting that is deleted: its time is over.
				if (!isLast && !(error instanceof AppError)) throw error;
			});
		await endUpload(context(), { orgId, id }, { state: "expired" }, async () => {});
	}

	jobs.handle(
		EXPIRE,
		async (job) => {
			const { orgId } = job;
			const { uploadId } = job.payload;
			if (orgId === null || typeof uploadId !== "string") return;
			const due = await findDue(job, orgId, uploadId);
			if (due === undefined) return;
			const { row, isFrozen } = due;
			if (isFrozen) await writers.run(uploadId, () => keep(row)).catch(() => undefined);
			else await writers.run(uploadId, () => end(row, job.attempt >= job.maxAttempts), true);
		},
		{ settled: true },
	);
}
