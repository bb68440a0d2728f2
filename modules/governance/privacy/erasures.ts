import { inPortions, type RunPortions } from "#db/portions";
import type { PrivacyErasureRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { emailKey } from "#kernel/text";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { isAddressTaken } from "#platform/departures";
import { assertPersonNotHeld, isHoldOnPerson, shareHolds } from "#platform/holds";
import { type Job, type JobContext, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import { reclaimDelayMs } from "#platform/space-reclamation";
import type { Change } from "#platform/unit-of-work";
import { erasureNotFound, erasureRunning, notConfirmed, unknownPerson } from "./errors.ts";
import { erasureFacts as facts } from "./facts.ts";
import { memberErased } from "./moments.ts";
import { ERASE, type ErasePayload, REPEAT } from "./queues.ts";
import {
	countHeldMeetings,
	erasuresOf,
	findKnownPerson,
	type KnownPerson,
	listWithHeld,
	newestErasures,
	readErasuresOf,
} from "./repository/erasures.ts";
import {
	erasureFields,
	type ListErasuresQuery,
	MAX_REASON,
	type PrivacyErasure,
	type RequestErasureRequest,
} from "./schemas.ts";
import { toErasure } from "./view.ts";

/** Erasures that are looked at together. */
const REPEATED = 100;

export interface ErasuresDeps
	extends Pick<Core, "store" | "newId" | "unitOfWork" | "cursors" | "jobs" | "clock" | "spaceReclamation"> {
	readonly contributions: Pick<Core["contributions"], "erasePerson">;
}

/** What a request says of whom to erase. */
type CheckedRequest = Partial<Pick<RequestErasureRequest, "userId" | "confirm">>;

/** A request by its path. */
interface Addressed {
	readonly params: { readonly orgId?: string };
}

export type Erasures = ReturnType<typeof createErasures>;

/**
 * Creates the erasures of people from organizations. The membership ends at once; a job erases the rest, and counts it in
 * the transactions that erase, so that the receipt is right however often it is interrupted.
 */
export function createErasures(deps: ErasuresDeps) {
	const { store, newId, unitOfWork, clock, cursors, jobs, spaceReclamation, contributions } = deps;

	/** Runs portions, and adds what each erases to the receipt. */
	const counting =
		(row: PrivacyErasureRow, signal: AbortSignal) => (what: string) => (portion: Parameters<RunPortions>[0]) =>
			inPortions<Db>(
				store.writing("privacy.erase").tx,
				async (tx, limit) => {
					const count = await portion(tx, limit);
					if (count > 0) await addTo(tx, row, what, count);
					return count;
				},
				{ signal },
			);

	async function erase(job: Job, { signal }: JobContext): Promise<void> {
		const { payload } = job;
		const { orgId, erasureId, erasedAtMs, waits = 0 } = payload as ErasePayload; // See `enqueue` below.
		const row = await readErasuresOf(store.db, orgId).find(erasureId);
		if (!row || row.state === "completed" || row.emailKey === null) return;
		const { userId } = row;
		if (erasedAtMs === undefined) {
			// A hold may have delayed it for years.
			const emailKey = (await isAddressTaken(store.db, row.emailKey, userId)) ? "" : row.emailKey;
			await contributions.erasePerson(counting(row, signal), { userId, emailKey, orgId });
		}
		// Rows are gone by now, but the receipt says that everything is.
		const sinceMs = erasedAtMs ?? clock.nowMs();
		if (await spaceReclamation.isPending(orgId, sinceMs))
			return wait(job, { orgId, erasureId, erasedAtMs: sinceMs, waits: waits + 1 });
		await unitOfWork.run(systemContext("job:privacy"), async (change) => {
			const current = await erasuresOf(change.tx, orgId).lock(erasureId);
			if (!current || current.state === "completed") return;
			// Whoever releases a hold waits, and then finds this erasure, or has released it before they are counted.
			await shareHolds(change.tx, orgId);
			const heldMeetings = await countHeldMeetings(store.acrossTenants.within(change.tx), orgId, userId);
			const values = {
				state: "completed",
				emailKey: heldMeetings > 0 ? current.emailKey : null,
				heldMeetings,
				completedAtMs: change.nowMs,
				version: current.version + 1,
			} as const;
			await erasuresOf(change.tx, orgId).update(erasureId, values);
			const object = toErasure({ ...current, ...values });
			const otherTargets = [{ type: "user", id: userId }];
			change.record(orgId, facts["privacy.complete_erasure"], { id: erasureId, object, otherTargets });
			await spaceReclamation.scheduleVacuum(change.tx);
		});
	}

	/** Ends an attempt at an erasure of which files still have something; the next one looks again. */
	const wait = (job: Job, payload: Required<ErasePayload>): Promise<void> =>
		store.writing("privacy.erase").tx(async (tx) => {
			await job.done(tx);
			const runAtMs = clock.nowMs() + reclaimDelayMs(payload.waits);
			await jobs.enqueue(tx, { queue: ERASE, orgId: payload.orgId, payload, runAtMs, maxAttempts: UNLIMITED_ATTEMPTS });
		});

	jobs.handle(ERASE, erase, { concurrency: 2 });

	/** Queues an erasure, within a change. */
	async function queue(
		change: Change,
		row: Pick<PrivacyErasureRow, "orgId" | "userId" | "emailKey" | "reason" | "requestedBy">,
	): Promise<PrivacyErasureRow> {
		const queued: PrivacyErasureRow = {
			...row,
			id: newId("ers"),
			state: "queued",
			erased: {},
			heldMeetings: null,
			version: 1,
			createdAtMs: change.nowMs,
			completedAtMs: null,
		};
		const { orgId, userId, id } = queued;
		await erasuresOf(change.tx, orgId).insert(queued);
		const payload = { orgId, erasureId: id };
		await jobs.enqueue(change.tx, { queue: ERASE, orgId, payload, maxAttempts: UNLIMITED_ATTEMPTS });
		change.afterCommit(() => jobs.wake(ERASE));
		const otherTargets = [{ type: "user", id: userId }];
		change.record(orgId, facts["privacy.request_erasure"], { id, object: toErasure(queued), otherTargets });
		return queued;
	}

	/** Ends the membership of a person, and queues the erasure of the rest. */
	async function begin(
		change: Change,
		orgId: string,
		{ userId, reason }: Pick<PrivacyErasureRow, "userId" | "reason">,
		{ emailKey, isMember }: KnownPerson,
	): Promise<PrivacyErasureRow> {
		if (isMember) await change.reach(memberErased, { orgId, userId });
		return queue(change, { orgId, userId, emailKey, reason, requestedBy: change.principal.id });
	}

	/** Repeats an erasure if fewer meetings are held than when it was completed. */
	const repeat = (orgId: string, id: string): Promise<void> =>
		unitOfWork.run(systemContext("job:privacy"), async (change) => {
			await shareHolds(change.tx, orgId);
			const row = await erasuresOf(change.tx, orgId).lock(id);
			if (row?.state !== "completed" || row.emailKey === null) return;
			const { userId, emailKey, reason, requestedBy } = row;
			// Whoever is a member again is erased when that is asked for; and the release of the last hold looks again.
			const isMember = (await findKnownPerson(change.tx, orgId, userId))?.isMember === true;
			if (isMember || (await isHoldOnPerson(change.tx, orgId, userId))) return;
			const held = await countHeldMeetings(store.acrossTenants.within(change.tx), orgId, userId);
			if (held >= (row.heldMeetings ?? 0)) return;
			await erasuresOf(change.tx, orgId).update(id, { emailKey: null });
			if (!(await erasuresOf(change.tx, orgId).findUnfinished(userId)))
				await queue(change, { orgId, userId, emailKey, reason, requestedBy });
		});

	/** Repeats the erasures of an organization that left something because of a hold. */
	async function repeatAll({ orgId }: Job, { signal }: JobContext): Promise<void> {
		for (let after = ""; orgId !== null; ) {
			const rows = await listWithHeld(store.db, orgId, after, REPEATED);
			for (const { id } of rows) {
				signal.throwIfAborted();
				await repeat(orgId, id);
			}
			after = rows.at(-1)?.id ?? "";
			if (rows.length < REPEATED) return;
		}
	}

	jobs.handle(REPEAT, repeatAll, { concurrency: 1 });

	return {
		/** Collects what is wrong with the confirmation of an erasure. */
		async check(
			{ userId = "", confirm }: CheckedRequest,
			fieldErrors: FieldErrors,
			{ params }: Addressed,
		): Promise<void> {
			if (confirm === undefined) return;
			const person = await findKnownPerson(store.db, params.orgId ?? "", userId);
			if (person && !isConfirmed(person, confirm)) fieldErrors.collect(notConfirmed().fieldErrors ?? []);
		},

		/** Repeats, after the change that releases a hold, the erasures that it had left something of. */
		async onHoldReleased(change: Change, orgId: string): Promise<void> {
			await jobs.enqueue(change.tx, { queue: REPEAT, orgId, maxAttempts: UNLIMITED_ATTEMPTS });
			change.afterCommit(() => jobs.wake(REPEAT));
		},

		/**
		 * Returns a page of erasures, newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListErasuresQuery) {
			const request = pageRequest(cursors, query, erasureFields, { list: "privacy-erasures", orgId });
			await assertOrganizationExists(store.db, principal, orgId);
			return request.page(
				await readErasuresOf(store.db, orgId).list(newestErasures, request),
				newestErasures,
				toErasure,
			);
		},

		/** Returns an erasure. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = erasureFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await readErasuresOf(store.db, orgId).find(id);
			if (!row) throw erasureNotFound();
			return { data: select(toErasure(row)), version: row.version, variant: fields };
		},

		/**
		 * Erases a person from an organization: whoever may remove a member may erase them.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `last_owner`
		 * `legal_hold_active`
		 */
		async request(
			context: RequestContext,
			orgId: string,
			request: RequestErasureRequest,
		): Promise<Versioned<PrivacyErasure>> {
			const { userId } = request;
			const errors = new FieldErrors();
			const reason =
				request.reason == null ? null : errors.check(() => parseProse(request.reason ?? "", "/reason", MAX_REASON));
			errors.throwIfAny();
			const work = async (change: Change) => {
				const { tx } = change;
				await lockWritableOrganization(tx, orgId);
				const person = await findKnownPerson(tx, orgId, userId);
				if (!person) throw unknownPerson("/userId");
				if (!isConfirmed(person, request.confirm)) throw notConfirmed();
				const running = await erasuresOf(tx, orgId).findUnfinished(userId);
				if (running) throw erasureRunning(running.id);
				await assertPersonNotHeld(change, orgId, userId);
				const row = await begin(change, orgId, { userId, reason }, person);
				return { data: toErasure(row), version: row.version };
			};
			return unitOfWork.run(context, work);
		},

		/** Erases a person again who is back after the restore of a backup. */
		eraseAgain: (orgId: string, userId: string): Promise<void> =>
			unitOfWork.run(systemContext("cli:restore"), async (change) => {
				const person = await findKnownPerson(change.tx, orgId, userId);
				if (!person || (await erasuresOf(change.tx, orgId).findUnfinished(userId))) return;
				await begin(change, orgId, { userId, reason: null }, person);
			}),
	};
}

/** Adds to what an erasure has erased, in the transaction that did. */
async function addTo(tx: Db, { orgId, id }: PrivacyErasureRow, what: string, count: number): Promise<void> {
	const erasures = erasuresOf(tx, orgId);
	const row = await erasures.lock(id);
	if (!row) return;
	const erased = { ...row.erased, [what]: (row.erased[what] ?? 0) + count };
	await erasures.update(id, { erased, state: "running", version: row.version + 1 });
}

/** Whether a confirmation names the person: a member by their address, which members see, others by their id. */
const isConfirmed = ({ isMember, userId, emailKey: address }: KnownPerson, confirm: string): boolean =>
	isMember ? emailKey(confirm.trim()) === address : confirm.trim() === userId;
