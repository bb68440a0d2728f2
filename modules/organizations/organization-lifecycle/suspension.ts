import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import type { RequestContext } from "#kernel/request-context";
import type { UpdatedOrganization } from "#modules/organizations/organizations";
import { lockOrganizationRow, lockWritableOrganization, saveOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { canLift, suspendingAuthority } from "./authority.ts";
import { blockNotOwned, notSuspended } from "./errors.ts";
import { facts } from "./facts.ts";
import { organizationSuspended } from "./moments.ts";
import { LIFT_BLOCK, type LiftBlockPayload } from "./queues.ts";
import { blocksOf } from "./repository.ts";
import type { OrganizationWithState, SuspendRequest } from "./schemas.ts";
import { stateChange, stateWith } from "./states.ts";
import { toOrganizationWithState } from "./view.ts";

export interface SuspensionDeps extends Pick<Core, "clock" | "settledClock" | "newId" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue">;
}

/** The columns of a block that a request determines. */
type BlockTerms = Pick<OrganizationBlockRow, "reasonCode" | "reason" | "expiresAtMs" | "liveMeetings">;

export type SuspensionService = ReturnType<typeof createSuspensionService>;

/**
 * Creates the service that suspends and resumes organizations. An organization is suspended while it has at least one
 * block; each authority can set one.
 */
export function createSuspensionService(deps: SuspensionDeps) {
	const { clock, settledClock, newId, unitOfWork, jobs } = deps;

	/** Stores the block of an authority, replacing the previous one, and enqueues its expiry. */
	async function replaceBlock(
		change: Change,
		old: OrganizationBlockRow | undefined,
		block: OrganizationBlockRow,
	): Promise<void> {
		const blocks = blocksOf(change.tx, block.orgId);
		if (old) await blocks.remove([old.id]);
		await blocks.insert(block);
		if (block.expiresAtMs === null) return;
		await enqueueLift(change, block, block.expiresAtMs);
	}

	async function enqueueLift(
		{ tx }: Change,
		{ id: blockId, orgId }: OrganizationBlockRow,
		runAtMs: number,
	): Promise<void> {
		const payload: LiftBlockPayload = { blockId };
		await jobs.enqueue(tx, { queue: LIFT_BLOCK, payload, orgId, runAtMs });
	}

	return {
		/** Collects what is wrong with the end of a suspension. */
		check({ expiresAt }: Pick<SuspendRequest, "expiresAt">, fieldErrors: FieldErrors): void {
			if (expiresAt !== undefined) fieldErrors.check(() => parseFuture(expiresAt, clock.nowMs()));
		},

		/**
		 * Suspends by the caller's authority. Repeating the request with the same terms changes nothing; with other terms, the
		 * block is replaced.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `validation_failed`
		 */
		async suspend(
			context: RequestContext,
			orgId: string,
			request: SuspendRequest,
		): Promise<Versioned<OrganizationWithState>> {
			const terms: Omit<BlockTerms, "reasonCode"> = {
				reason: request.reason ?? null,
				expiresAtMs: request.expiresAt === undefined ? null : parseFuture(request.expiresAt, clock.nowMs()),
				liveMeetings: request.liveMeetings ?? "drain",
			};
			return unitOfWork.run(context, async (change) => {
				const reasonCode = request.reasonCode ?? (change.principal.system ? "other" : "owner_request");
				const authority = suspendingAuthority(change.principal, reasonCode);
				const row = await lockWritableOrganization(change.tx, orgId);
				assertIfMatch(context.ifMatch, row.version);
				const blocks = await blocksOf(change.tx, orgId).list();
				const old = blocks.find((block) => block.authority === authority);
				if (old && hasTerms(old, { reasonCode, ...terms })) return toVersioned(row, blocks);
				const origin = { id: newId("blk"), createdBy: change.principal.id, createdAtMs: change.nowMs };
				await replaceBlock(change, old, { orgId, authority, reasonCode, ...terms, ...origin });
				await change.reach(organizationSuspended, { orgId, rule: terms.liveMeetings });
				return (await syncState(change, row, facts["organization.suspend"])).result;
			});
		},

		/**
		 * Lifts every block that the caller can lift; the organization stays suspended while others remain.
		 * @throws `not_found` `purged` `state_conflict` `block_not_owned` `precondition_failed`
		 */
		async resume(context: RequestContext, orgId: string): Promise<Versioned<OrganizationWithState>> {
			return unitOfWork.run(context, async (change) => {
				const row = await lockWritableOrganization(change.tx, orgId);
				const blocks = await blocksOf(change.tx, orgId).list();
				const lifted = blocks.filter(({ authority }) => canLift(change.principal, authority));
				if (blocks.length === 0) throw notSuspended();
				if (lifted.length === 0) throw blockNotOwned(blocks.map(({ authority }) => authority));
				assertIfMatch(context.ifMatch, row.version);
				await blocksOf(change.tx, orgId).remove(lifted.map(({ id }) => id));
				return (await syncState(change, row, facts["organization.resume"])).result;
			});
		},

		/** Suspends an organization for nonpayment, unless it is. Returns it as it is then. @param row locked by the change */
		async block(change: Change, row: OrganizationRow): Promise<OrganizationRow> {
			const { orgId, authority } = { orgId: row.id, authority: "billing" } as const;
			const blocks = await blocksOf(change.tx, orgId).list();
			if (blocks.some((block) => block.authority === authority)) return row;
			const origin = { id: newId("blk"), createdBy: change.principal.id, createdAtMs: change.nowMs };
			const terms = { reasonCode: "nonpayment", reason: null, expiresAtMs: null, liveMeetings: "drain" } as const;
			await replaceBlock(change, undefined, { orgId, authority, ...terms, ...origin });
			await change.reach(organizationSuspended, { orgId, rule: terms.liveMeetings });
			return (await syncState(change, row, facts["organization.suspend"])).saved;
		},

		/** Lifts that suspension, if there is one; others remain. @param row locked by the change */
		async unblock(change: Change, row: OrganizationRow): Promise<OrganizationRow> {
			const blocks = (await blocksOf(change.tx, row.id).list()).filter(({ authority }) => authority === "billing");
			if (blocks.length === 0) return row;
			await blocksOf(change.tx, row.id).remove(blocks.map(({ id }) => id));
			return (await syncState(change, row, facts["organization.resume"])).saved;
		},

		/** Runs the job of a block's expiry: lifts it unless it was lifted, or replaced with one on other terms. */
		async lift(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await unitOfWork.run(systemContext(`job:${LIFT_BLOCK}`), async (change) => {
				await job.done(change.tx);
				const row = await lockOrganizationRow(change.tx, orgId);
				const block = (await blocksOf(change.tx, orgId).list()).find(({ id }) => id === payload.blockId);
				// The rows of a purged organization are erased in portions: blocks may be left.
				if (!row || row.state === "deleted" || !block) return;
				const { expiresAtMs } = block;
				if (expiresAtMs !== null && settledClock.nowMs() < expiresAtMs) return enqueueLift(change, block, expiresAtMs);
				await blocksOf(change.tx, orgId).remove([block.id]);
				await syncState(change, row, facts["organization.resume"]);
			});
		},
	};
}

/** Updates the state of an organization to match its blocks, and records the change. */
async function syncState(
	change: Change,
	row: OrganizationRow,
	fact: Fact<typeof OrganizationWithState>,
): Promise<{ readonly saved: OrganizationRow; readonly result: Versioned<OrganizationWithState> }> {
	const blocks = await blocksOf(change.tx, row.id).list();
	// A pending deletion stays pending; the state after it is determined when it is cancelled.
	const state = row.state === "pending_deletion" ? row.state : stateWith(blocks);
	const saved = await saveOrganization(change, row, { state });
	const result = toVersioned(saved, blocks);
	const isNotResumed = fact === facts["organization.resume"] && state === row.state;
	const recorded: Fact<typeof OrganizationWithState | typeof UpdatedOrganization> = isNotResumed
		? facts["organization.lift_blocks"]
		: fact;
	change.record(row.id, recorded, { id: row.id, object: result.data, changes: stateChange(row, saved) });
	return { saved, result };
}

const toVersioned = (
	row: OrganizationRow,
	blocks: readonly OrganizationBlockRow[],
): Versioned<OrganizationWithState> => ({
	data: toOrganizationWithState(row, blocks),
	version: row.version,
});

const hasTerms = (block: OrganizationBlockRow, terms: BlockTerms): boolean =>
	block.reasonCode === terms.reasonCode &&
	block.reason === terms.reason &&
	block.expiresAtMs === terms.expiresAtMs &&
	block.liveMeetings === terms.liveMeetings;

function parseFuture(raw: string, nowMs: number): number {
	const instant = parseInstant(raw, "/expiresAt");
	if (instant > nowMs) return instant;
	throw invalidMember("/expiresAt", "out_of_range", "must be in the future");
}
