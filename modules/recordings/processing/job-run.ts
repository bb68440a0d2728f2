import type { MeetingRow, ProcessingJobRow } from "#db/schema";
import type { Db } from "#db/store";
import { assertConsented, assertTrackConsented, type ConsentKind } from "#modules/meetings/consents";
import { type EnteredMeeting, findMeeting } from "#modules/meetings/meetings";
import { assertWithin } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { PublicMeter } from "#modules/tenancy/usage";
import { assertRetained, horizonOf, isContentShown } from "#platform/artifacts";
import { hintAt } from "#platform/change-hints";
import type { Core } from "#platform/module";
import { sourceExpired } from "./errors.ts";
import { JobEndedError, PausedError } from "./failures.ts";
import { addWindow, changeActive, countWindows, listWindows, type Progress, readState } from "./repository.ts";

/** Interval in ms at which a worker asks whether its job was cancelled, and tells how far it is. */
const WATCH_MS = 1_000;

/** What the work stores of a job; progress never moves back. */
export type Stored = Omit<Progress, "updatedAtMs">;

export interface JobRunDeps extends Pick<Core, "store" | "clock" | "retention" | "bus"> {
	/** The consent that the work needs. */
	readonly consent: ConsentKind;
	/** Aborted when the lease is lost or the process stops. */
	readonly signal: AbortSignal;
}

/** A job while a worker has it: its row as last stored, and the signal that ends the work. */
export class JobRun {
	readonly #deps: JobRunDeps;
	readonly #ended = new AbortController();
	readonly #watch: ReturnType<typeof setInterval>;
	/** Aborted when the job is cancelled, the lease is lost or the process stops. */
	readonly signal: AbortSignal;
	#row: ProcessingJobRow;
	#entered: EnteredMeeting | undefined;
	/** Progress that the work reported and nobody has stored. */
	#reported = 0;

	constructor(deps: JobRunDeps, row: ProcessingJobRow) {
		this.#deps = deps;
		this.#row = row;
		this.signal = AbortSignal.any([deps.signal, this.#ended.signal]);
		this.#watch = setInterval(() => void this.#tick(), WATCH_MS);
	}

	/** The row as last stored. */
	get row(): ProcessingJobRow {
		return this.#row;
	}

	/** The meeting, and what is shown of its transcripts, as of the last {@link assertAllowed}, called before the work begins. */
	get entered(): EnteredMeeting {
		if (!this.#entered) throw new Error("no check has decided whether the job may continue");
		return this.#entered;
	}

	/** The meeting as of the last {@link assertAllowed}. */
	get meeting(): MeetingRow {
		return this.entered.meeting;
	}

	/**
	 * Asserts that the job may go on: its organization is open, its meeting exists, everybody consents, and whose track it is, what it works on has
	 * not expired and what it makes would not, now. To be called before each portion of work.
	 * @throws PausedError, `consent_required`, `not_found`, `not_retained`
	 */
	async assertAllowed(): Promise<MeetingRow> {
		const { store, retention, clock, consent } = this.#deps;
		const { orgId, meetingId, recordingId, participantId, transcriptId } = this.#row;
		const { principal } = systemContext("job:processing");
		const organization = await findOrganization(store.db, orgId);
		if (organization.state !== "active") throw new PausedError(`the organization is ${organization.state}`);
		const meeting = await findMeeting(store.db, principal, orgId, meetingId, "enter");
		await assertConsented(store.db, meeting, consent);
		if (participantId !== null)
			for (const kind of ["recording", consent] as const)
				await assertTrackConsented(store.db, meeting, { id: participantId, name: "" }, kind, "not_denied");
		const cutoffs = await retention.cutoffsFor(store.db, principal, orgId);
		await assertRetained(store.db, meeting, "transcripts", { cutoffs, nowMs: clock.nowMs() });
		const sources = [
			...(recordingId === null ? [] : [{ ownerType: "recording", ownerId: recordingId } as const]),
			...(transcriptId === null ? [] : [{ ownerType: "transcript", ownerId: transcriptId } as const]),
		];
		for (const source of sources)
			if (!(await isContentShown(store.db, meeting, source, cutoffs))) throw sourceExpired();
		this.#entered = { meeting, horizonMs: await horizonOf(store.db, meeting, "transcripts", cutoffs) };
		return meeting;
	}

	/**
	 * Asserts that the plan of the organization has something left of what the job uses. Not of one that has begun: it is
	 * finished.
	 * @throws `quota_exceeded`
	 */
	async assertAffordable(meter: PublicMeter): Promise<void> {
		if (this.#row.progress > 0) return;
		const { store, clock } = this.#deps;
		const organization = await findOrganization(store.db, this.#row.orgId);
		await assertWithin({ tx: store.db, nowMs: clock.nowMs() }, organization, meter, "any");
	}

	/** Returns a function to be called with the part of a step that is done; it is stored once a second. */
	reporter(progressOf: (done: number) => number): (done: number) => void {
		return (done) => {
			this.#reported = progressOf(done);
		};
	}

	/** Stores progress. @throws JobEndedError */
	async save(values: Stored): Promise<void> {
		this.committed(await this.saveIn(this.#deps.store.writing("processing.checkpoint").db, values));
	}

	/**
	 * Runs `work` in a transaction, in which `save` stores progress: what is made and how far the job is are stored
	 * together. Locks the job first, so that nothing is made for one that has ended.
	 * @throws JobEndedError
	 */
	async transaction<T>(work: (tx: Db, save: (values: Stored) => Promise<void>) => Promise<T>): Promise<T> {
		const { row, result } = await this.#deps.store.writing("processing.checkpoint").tx(async (tx) => {
			let saved = await this.saveIn(tx, {});
			const made = await work(tx, async (values) => {
				saved = await this.saveIn(tx, values);
			});
			return { row: saved, result: made };
		});
		this.committed(row);
		return result;
	}

	/** Stores the result of a portion with the progress, so that it is not made twice. @throws JobEndedError */
	async saveResult(position: number, result: unknown, values: Stored): Promise<void> {
		const { orgId, id: jobId } = this.#row;
		const stored = await this.#deps.store.writing("processing.checkpoint").tx(async (tx) => {
			const row = await this.saveIn(tx, values);
			await addWindow(tx, { orgId, jobId, position, result, endedAtMs: this.#deps.clock.nowMs() });
			return row;
		});
		this.committed(stored);
	}

	/** Returns the number of stored results. */
	countResults(): Promise<number> {
		return countWindows(this.#deps.store.db, this.#row.orgId, this.#row.id);
	}

	/** Returns up to `take` results after a position, in order; -1: from the first. They are kept until the job ends. */
	listResults(after: number, take: number) {
		return listWindows(this.#deps.store.db, this.#row.orgId, this.#row.id, after, take);
	}

	/** Stores within a transaction and returns the row, which {@link committed} takes over. @throws JobEndedError */
	async saveIn(tx: Db, { progress, ...values }: Stored): Promise<ProcessingJobRow> {
		const { orgId, id, progress: reached } = this.#row;
		const row = await changeActive(tx, orgId, id, {
			...values,
			...(progress !== undefined && { progress: Math.max(progress, reached) }),
			updatedAtMs: this.#deps.clock.nowMs(),
		});
		if (!row) throw new JobEndedError("the job has ended or is gone");
		return row;
	}

	/** Takes over the row that a committed transaction has stored. */
	committed(row: ProcessingJobRow): void {
		const { state, progress } = this.#row;
		this.#row = row;
		if (row.state === state && row.progress === progress) return;
		hintAt(this.#deps.bus, {
			orgId: row.orgId,
			resource: "job",
			id: row.id,
			meetingId: row.meetingId,
			progress: row.type === "transcription" ? row.progress : null,
			userIds: null,
		});
	}

	/** Stops watching. */
	close(): void {
		clearInterval(this.#watch);
	}

	async #tick(): Promise<void> {
		try {
			const { orgId, id, progress } = this.#row;
			const state = await readState(this.#deps.store.db, orgId, id);
			if (state !== "running") this.#ended.abort(new JobEndedError(`the job is ${state ?? "gone"}`));
			else if (this.#reported > progress) await this.save({ progress: this.#reported });
		} catch {
			// The database is away for a moment, or the job has just ended: whoever stores next notices.
		}
	}
}
