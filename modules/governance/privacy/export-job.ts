import type { PrivacyExportRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { systemContext } from "#modules/tenancy/permissions";
import { artifactsOf } from "#platform/artifacts";
import type { StoredObject } from "#platform/blobs";
import { hintAt } from "#platform/change-hints";
import type { Cleanup, Job, JobContext } from "#platform/jobs";
import type { Core, ErasePerson } from "#platform/module";
import { writeArchive } from "./archive.ts";
import { filesOfOrganization, filesOfPerson, headOf } from "./contents.ts";
import { exportFacts as facts } from "./facts.ts";
import { exportsOf, hasPurgedSince, listExpired, listOfPerson, listReady } from "./repository/exports.ts";
import { toExport } from "./view.ts";

/** Queue of exports. */
export const EXPORT = "privacy.export";
/** Attempts after which an export has failed. */
export const MAX_ATTEMPTS = 5;
/** Archives that are made at once, each for another organization. */
const CONCURRENCY = 3;
/** How long an archive is kept, in ms. */
const KEPT_MS = 7 * DAY_MS;
/** How often progress is stored, in ms. */
const PROGRESS_MS = 1_000;
/** Archives whose time may be over, or that are looked at, in one round of the cleanup. */
const ROUND = 1_000;

/** Payload of the job that makes an export. */
export type ExportPayload = {
	readonly orgId: string;
	readonly exportId: string;
};

type MakingDeps = Pick<
	Core,
	"store" | "blobs" | "retention" | "unitOfWork" | "clock" | "steadyMs" | "jobs" | "publicUrl" | "bus" | "log"
>;

/** Creates what makes archives, and deletes them again. */
export function createExportJob({
	store,
	blobs,
	retention,
	unitOfWork,
	clock,
	steadyMs,
	jobs,
	publicUrl,
	bus,
	log,
}: MakingDeps) {
	const source = { store, blobs, cutoffs: (orgId: string) => retention.cutoffs(store.db, orgId) };
	const change = <T>(work: Parameters<typeof unitOfWork.run<T>>[1]): Promise<T> =>
		unitOfWork.run(systemContext("job:privacy"), work);

	/** Stores how far an export has come; one that is not to be made any longer is not changed. */
	async function note(
		{ orgId, id }: PrivacyExportRow,
		values: Pick<PrivacyExportRow, "progress"> & Partial<PrivacyExportRow>,
	): Promise<void> {
		await store.writing("privacy.progress").tx(async (tx) => {
			const current = await exportsOf(tx, orgId).lock(id);
			if (!current || !isUnfinished(current)) throw new AbandonedError();
			await exportsOf(tx, orgId).update(id, { ...values, state: "running", version: current.version + 1 });
		});
		hintAt(bus, { orgId, resource: "export", id, meetingId: null, progress: null, userIds: null });
	}

	async function write(row: PrivacyExportRow, signal: AbortSignal): Promise<StoredObject> {
		const { orgId, id, subject, userId, emailKey } = row;
		let notedAtMs = steadyMs();
		const onProgress = async (progress: number) => {
			signal.throwIfAborted();
			if (steadyMs() - notedAtMs < PROGRESS_MS) return;
			notedAtMs = steadyMs();
			await note(row, { progress });
		};
		const files =
			subject === "organization"
				? filesOfOrganization(source, orgId, onProgress)
				: filesOfPerson(source, orgId, { userId, emailKey }, { onProgress });
		const head = headOf({ export: id, organization: orgId, subject, person: userId ?? emailKey }, clock.nowMs());
		const owned = blobs.forOwner({ orgId, ownerType: "privacy_export", ownerId: id, meetingId: null });
		return owned.store(interruptible(writeArchive(head, files, clock.nowMs()), signal));
	}

	const finish = (row: PrivacyExportRow, object: StoredObject) =>
		change(async ({ tx, nowMs, record }) => {
			const current = await exportsOf(tx, row.orgId).lock(row.id);
			if (!current || !isUnfinished(current)) return;
			const values = {
				state: "ready",
				progress: 1,
				blobId: await artifactsOf(tx, row.orgId).keepFile(object, nowMs),
				sizeBytes: object.sizeBytes,
				sha256: object.sha256,
				endedAtMs: nowMs,
				expiresAtMs: nowMs + KEPT_MS,
				version: current.version + 1,
			} as const;
			await exportsOf(tx, row.orgId).update(row.id, values);
			const made = toExport({ ...current, ...values }, publicUrl.href, nowMs);
			record(row.orgId, facts["privacy.complete_export"], { id: row.id, object: made });
		});

	const fail = (row: PrivacyExportRow) =>
		change(async ({ tx, nowMs, record }) => {
			const current = await exportsOf(tx, row.orgId).lock(row.id);
			if (!current || !isUnfinished(current)) return;
			const values = {
				state: "failed",
				failure: "server_error",
				endedAtMs: nowMs,
				version: current.version + 1,
			} as const;
			await exportsOf(tx, row.orgId).update(row.id, values);
			const failed = toExport({ ...current, ...values }, publicUrl.href, nowMs);
			record(row.orgId, facts["privacy.fail_export"], { id: row.id, object: failed });
		});

	/** Makes an export, from its beginning: what an attempt that was killed has stored is nobody's, and is swept. */
	async function make({ payload, attempt, maxAttempts }: Job, { signal }: JobContext): Promise<void> {
		const { orgId, exportId } = payload as ExportPayload; // Only `request` enqueues it.
		const row = await exportsOf(store.db, orgId).find(exportId);
		if (!row || !isUnfinished(row)) return;
		try {
			await note(row, { progress: 0, startedAtMs: clock.nowMs() });
			await finish(row, await write(row, signal));
		} catch (error) {
			if (error instanceof AbandonedError) return;
			if (signal.aborted || attempt < maxAttempts) throw error;
			log.error("an export failed and will not be tried again", { orgId, name: exportId, error });
			await fail(row);
		}
	}

	jobs.handle(EXPORT, make, { concurrency: CONCURRENCY, share: 1 });

	/** Deletes the archive of an export, or keeps it from being made. */
	async function expire(tx: Db, { orgId, id }: Pick<PrivacyExportRow, "orgId" | "id">): Promise<void> {
		const row = await exportsOf(tx, orgId).lock(id);
		if (!row || row.state === "expired" || row.state === "failed") return;
		const values = { state: "expired", blobId: null, emailKey: null, version: row.version + 1 } as const;
		await exportsOf(tx, orgId).update(id, values);
		if (row.blobId !== null) await artifactsOf(tx, orgId).removeFile(row.blobId, clock.nowMs());
	}

	return {
		/** Deletes archives whose time is over, and those with content that retention has purged since. */
		deleteExpired: (async (inPortions, nowMs) => {
			const late = await listExpired(store.acrossTenants, nowMs, ROUND);
			const outdated: typeof late = [];
			for (const each of await listReady(store.acrossTenants, ROUND))
				if (await hasPurgedSince(store, each.orgId, each.startedAtMs ?? 0)) outdated.push(each);
			for (const each of [...late, ...outdated])
				await inPortions(async (tx) => {
					await expire(tx, each);
					return 0;
				});
		}) satisfies Cleanup,

		/** Deletes the archives that contain a person. */
		erasePerson: ((inPortions, person) =>
			inPortions(async (tx, limit) => {
				const found = await listOfPerson(store.acrossTenants.within(tx), person, limit);
				for (const each of found) await expire(tx, each);
				return found.length;
			})) satisfies ErasePerson,
	};
}

/** Thrown when an export is not to be made any longer. */
class AbandonedError extends Error {
	override readonly name = "AbandonedError";
}

const isUnfinished = ({ state }: PrivacyExportRow): boolean => state === "queued" || state === "running";

async function* interruptible(content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
	for await (const piece of content) {
		signal.throwIfAborted();
		yield piece;
	}
}
