import { MINUTE_MS } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";
import { shareOrganizationRow } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { recordSoFar } from "#platform/usage";
import { requestsCounted } from "./moments.ts";

/** Requests are recorded by the quarter of an hour, as they are added up. */
const RESOLUTION_MS = 15 * MINUTE_MS;

/** Organizations whose requests are written in one transaction. */
const PORTION = 50;

/** The requests of an organization in a quarter of an hour that this process has answered. */
interface Tally {
	readonly orgId: string;
	/** Its own: whoever sets the clock back begins another one. */
	readonly subject: string;
	/** Start of the quarter of an hour, Unix ms. */
	readonly startMs: number;
	count: number;
	/** How many of them are written. */
	written: number;
}

type ApiRequestsDeps = Pick<Core, "store" | "clock" | "moments">;

/**
 * Creates the counter of requests: in memory, and written off the request path. Each process writes how many it has answered
 * so far, so that writing them again counts none twice; those it has not written are lost in a crash.
 */
export function createApiRequests({ store, clock, moments }: ApiRequestsDeps) {
	const process = randomToken(12);
	const current = new Map<string, Tally>();
	/** Those of earlier quarters that are not written yet. */
	let earlier: Tally[] = [];
	let tallies = 0;
	let last = Promise.resolve();

	async function write(portion: readonly Tally[]): Promise<void> {
		const counts = portion.map(({ count }) => count);
		await store.writing("api_requests.count").tx(async (tx) => {
			for (const [index, { orgId, subject, startMs }] of portion.entries()) {
				const organization = await shareOrganizationRow(tx, orgId);
				if (organization === undefined || organization.state === "deleted") continue;
				const quantity = counts[index] ?? 0;
				await recordSoFar(tx, orgId, { meter: "apiRequests", quantity, subject, occurredAtMs: startMs });
			}
		});
		for (const [index, tally] of portion.entries()) tally.written = counts[index] ?? 0;
		await moments.reach(
			null,
			requestsCounted,
			portion.map(({ orgId }) => orgId),
		);
	}

	async function writeAll(): Promise<void> {
		const unwritten = [...earlier, ...current.values()].filter(({ count, written }) => count > written);
		// Sorted, so that two instances that write the same organizations do not wait for each other.
		unwritten.sort((a, b) => (a.orgId < b.orgId ? -1 : 1));
		for (let at = 0; at < unwritten.length; at += PORTION) await write(unwritten.slice(at, at + PORTION));
		earlier = earlier.filter(({ count, written }) => count > written);
		const nowMs = clock.nowMs();
		for (const [orgId, { startMs, count, written }] of current)
			if (count === written && Math.abs(nowMs - startMs) > RESOLUTION_MS) current.delete(orgId);
	}

	return {
		/** Counts a request of an organization. */
		count(orgId: string): void {
			const nowMs = clock.nowMs();
			const startMs = nowMs - (nowMs % RESOLUTION_MS);
			const tally = current.get(orgId);
			if (tally?.startMs === startMs) {
				tally.count++;
				return;
			}
			if (tally !== undefined) earlier.push(tally);
			tallies++;
			current.set(orgId, { orgId, subject: `requests:${process}:${tallies}`, startMs, count: 1, written: 0 });
		},

		/** Writes what was counted, one call after the other; after a failure it is written with the next call. */
		flush(): Promise<void> {
			last = last.catch(() => undefined).then(writeAll);
			return last;
		},
	};
}
