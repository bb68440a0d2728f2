import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import type { Selection } from "#kernel/field-mask";
import { type Page, pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { findOrganization, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Job } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { countDue } from "./counts.ts";
import { facts } from "./facts.ts";
import { listChangesInForce, lockUnfinishedRun, newestFirst, runsOf } from "./repository.ts";
import { periodMs, purgePolicy } from "./retention-policy.ts";
import { NOTHING_PURGED, newRun, toRun } from "./runs.ts";
import { type ListRunsQuery, type RetentionRun, type RunRetentionRequest, runFields } from "./schemas.ts";
import { firstSlot } from "./slots.ts";
import { RETENTION_CLASSES } from "./values.ts";

/** Returns the error for an unknown run. */
export const runNotFound = () => new AppError("not_found", "The organization has no such run.");

/** Queue of the runs that only count. */
export const COUNT = "retention.count";

export interface RunsDeps
	extends Pick<Core, "store" | "clock" | "newId" | "settledClock" | "unitOfWork" | "jobs" | "cursors"> {
	readonly owner: Pick<SectionOwner, "find">;
}

export type RunsService = ReturnType<typeof createRunsService>;

/** Creates the service that starts runs of the purge, and shows their receipts. */
export function createRunsService(deps: RunsDeps) {
	const { store, clock, newId, settledClock, unitOfWork, jobs, cursors, owner } = deps;

	/** Counts what a run would purge. */
	async function count({ orgId, payload }: Job): Promise<void> {
		const id = String(payload.runId);
		if (orgId === null || (await runsOf(store.db, orgId).find(id))?.state !== "queued") return;
		const startedAtMs = clock.nowMs();
		const nowMs = settledClock.nowMs();
		const delays = await listChangesInForce(store.db, orgId, nowMs);
		const policy = purgePolicy(await findOrganization(store.db, orgId), delays, nowMs);
		const classes = { ...NOTHING_PURGED.classes };
		for (const name of RETENTION_CLASSES) {
			const { items, bytes, heldItems } = await countDue(store.db, orgId, name, nowMs - periodMs(policy[name]));
			classes[name] = { items: items - heldItems, bytes, heldItems };
		}
		const ended = { state: "completed", policy, purged: { ...NOTHING_PURGED, classes }, startedAtMs } as const;
		await store
			.writing("retention.count")
			.tx((tx) => runsOf(tx, orgId).update(id, { ...ended, endedAtMs: clock.nowMs(), version: 2 }));
	}
	jobs.handle(COUNT, count);

	return {
		/**
		 * Starts a run, or returns the one that has not ended yet.
		 * @throws `not_found` `purged` `state_conflict`
		 */
		async request(
			context: RequestContext,
			orgId: string,
			{ dryRun = false }: RunRetentionRequest,
		): Promise<Versioned<RetentionRun>> {
			return unitOfWork.run(
				context,
				async (change) => {
					await lockWritableOrganization(change.tx, orgId);
					const known = await lockUnfinishedRun(change.tx, orgId, dryRun);
					if (known !== undefined) return { data: toRun(known), version: known.version };
					const row = newRun(newId("run"), change.nowMs, {
						trigger: "request",
						dryRun,
						requestedBy: change.principal.id,
					});
					await runsOf(change.tx, orgId).insert(row);
					const job = dryRun ? { queue: COUNT, orgId, payload: { runId: row.id } } : firstSlot(orgId);
					await jobs.enqueue(change.tx, job);
					change.record(orgId, facts["retention.request_run"], { id: row.id });
					change.afterCommit(() => jobs.wake(job.queue));
					return { data: toRun({ orgId, ...row }), version: row.version };
				},
				{ storeOutcome: "plain" },
			);
		},

		/** Returns a page of runs, newest first. @throws `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor` */
		async list(
			{ principal }: RequestContext,
			orgId: string,
			query: ListRunsQuery,
		): Promise<Page<RetentionRun | Selection<RetentionRun>>> {
			const request = pageRequest(cursors, query, runFields, { list: "retention-runs", orgId });
			await owner.find(principal, orgId);
			return request.page(await runsOf(store.db, orgId).list(newestFirst, request), newestFirst, toRun);
		},

		/** Returns a run. @throws `not_found` `purged` `invalid_fields` */
		async get(
			{ principal }: RequestContext,
			orgId: string,
			runId: string,
			fields: string | undefined,
		): Promise<Versioned<RetentionRun | Selection<RetentionRun>>> {
			const show = runFields.parse(fields);
			await owner.find(principal, orgId);
			const row = await runsOf(store.db, orgId).find(runId);
			if (row === undefined) throw runNotFound();
			return { data: show(toRun(row)), version: row.version, variant: fields };
		},
	};
}
