import type { DomainRow } from "#db/schema";
import type { Db } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import type { Jobs } from "#platform/jobs";
import { UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { inConflict, newClaim } from "./claim.ts";
import { facts } from "./facts.ts";
import { domainsOf, verifiedAmong } from "./repository.ts";
import { toPublished } from "./view.ts";

/** Queue that looks up the domains of an organization that are due; one job for all of them. */
export const CHECK = "domains.check";
/** Queue that tells the organizations that claim a domain that another one has proved it, or has not any more. */
export const CONTEND = "domains.contend";

/** Payload of a job on {@link CONTEND}. */
export type Contention = { readonly domain: string };

/** Facts of the states that a claim can come to. */
const FACT_OF_STATE = {
	verified: facts["domain.verify"],
	failed: facts["domain.fail"],
	lapsed: facts["domain.lapse"],
	conflict: facts["domain.conflict"],
	pending: null,
	unverified: null,
} as const;

export interface ClaimsDeps extends Pick<Core, "store"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
}

export type Claims = ReturnType<typeof createClaims>;

/** Creates what stores claims, as part of a change that has locked their organization. */
export function createClaims({ store, jobs }: ClaimsDeps) {
	/** Looks up the domains of an organization that are due at a time, or up to a minute later. */
	async function schedule(tx: Db, orgId: string, atMs: number): Promise<void> {
		const minute = Math.ceil(atMs / MINUTE_MS);
		await jobs.enqueue(tx, {
			queue: CHECK,
			orgId,
			runAtMs: minute * MINUTE_MS,
			uniqueKey: `${orgId} ${minute}`,
			maxAttempts: UNLIMITED_ATTEMPTS,
		});
	}

	/** Tells other claimants of a domain, after the commit. */
	async function contend(change: Change, { orgId, id }: DomainRow): Promise<void> {
		const payload: Contention = { domain: id };
		await jobs.enqueue(change.tx, { queue: CONTEND, orgId, payload, maxAttempts: UNLIMITED_ATTEMPTS });
		change.afterCommit(() => jobs.wake(CONTEND));
	}

	/** Adds claims of domains that are not on the list of an organization yet. */
	async function add(change: Change, orgId: string, domains: readonly string[]): Promise<DomainRow[]> {
		if (domains.length === 0) return [];
		const held = await verifiedAmong(store.acrossTenants.within(change.tx), domains);
		const rows = domains.map((domain) => {
			const row = newClaim(orgId, domain, change.nowMs);
			return held.some(({ id }) => id === domain) ? { ...inConflict(row, change.nowMs), version: 1 } : row;
		});
		for (const row of rows) {
			await domainsOf(change.tx, orgId).insert(row);
			change.record(orgId, facts["domain.add"], { id: row.id, object: toPublished(row) });
		}
		const nextMs = Math.min(...rows.map(({ nextCheckAtMs }) => nextCheckAtMs ?? Number.POSITIVE_INFINITY));
		change.atEnd((tx) => schedule(tx, orgId, nextMs));
		return rows;
	}

	/** Removes a claim; undefined when the organization has none of the domain. */
	async function remove(change: Change, orgId: string, domain: string): Promise<DomainRow | undefined> {
		const row = await domainsOf(change.tx, orgId).remove(domain);
		if (!row) return undefined;
		change.record(orgId, facts["domain.remove"], { id: domain, object: toPublished(row) });
		if (row.state === "verified") await contend(change, row);
		return row;
	}

	return {
		schedule,
		add,
		remove,

		/**
		 * Stores a claim as it is now, and records the state it has come to. Violates a unique index when another organization
		 * has proved the domain at the same moment.
		 */
		async save(change: Change, before: DomainRow, after: DomainRow): Promise<DomainRow> {
			const { orgId, id, ...values } = after;
			await domainsOf(change.tx, orgId).update(id, values);
			const { nextCheckAtMs } = after;
			if (nextCheckAtMs !== null && nextCheckAtMs !== before.nextCheckAtMs)
				change.atEnd((tx) => schedule(tx, orgId, nextCheckAtMs));
			const changes = [{ path: "/state", from: before.state, to: after.state }];
			const fact = before.state === after.state ? null : FACT_OF_STATE[after.state];
			if (fact) change.record(orgId, fact, { id, object: toPublished(after), changes });
			const isHeld = after.state === "verified";
			if (isHeld !== (before.state === "verified")) await contend(change, after);
			return after;
		},

		/** Follows a change of the list of an organization: claims what it has now, and removes what it has not any more. */
		async follow(change: Change, orgId: string, before: readonly string[], after: readonly string[]): Promise<void> {
			if (before === after) return;
			for (const domain of before.filter((each) => !after.includes(each))) await remove(change, orgId, domain);
			await add(
				change,
				orgId,
				after.filter((domain) => !before.includes(domain)),
			);
		},
	};
}
