import type { AuditCheckpointRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { type ChainedEntry, createChainVerifier } from "#platform/audit-trail";
import type { Core } from "#platform/module";
import type { AuditKeys } from "./keys.ts";
import { findLastCheckpoint, insertCheckpoint, type LogEnd, listLogEnds, lockLog } from "./repository/checkpoints.ts";
import { listChain } from "./repository/entries.ts";
import type { CheckpointContent, Signed } from "./signature.ts";

/** Organizations that are looked at together. */
const ORGANIZATIONS = 200;
/** Entries that are verified at once, about 2 ms of work; pauses of twice that follow. */
const ENTRIES = 400;
const PAUSE_MS = 4;

export interface CheckpointsDeps extends Pick<Core, "store" | "clock" | "log"> {
	readonly keys: AuditKeys;
}

/** Converts a stored checkpoint to what was signed. */
export const toSigned = (row: AuditCheckpointRow): Signed<CheckpointContent> => ({
	orgId: row.orgId,
	sequence: row.sequence,
	hash: row.hash,
	signedAt: rfc3339(row.signedAtMs),
	previous: row.previous,
	keyId: row.keyId,
	signature: row.signature,
});

/** Creates the function that signs the logs of all organizations that have grown since it was last called. */
export function createCheckpoints({ store, clock, log, keys }: CheckpointsDeps) {
	/** Whether the entries after the last checkpoint continue what it signed: a log that was rewritten is not signed. */
	async function continues(end: LogEnd, last: AuditCheckpointRow | undefined): Promise<boolean> {
		const chain = createChainVerifier(last);
		while (chain.sequence < end.sequence) {
			const slice = { orgId: end.orgId, after: chain.sequence, before: end.sequence + 1, take: ENTRIES };
			const rows = await listChain(store, slice);
			if (rows.length === 0 || rows.some((row) => chain.next(row as ChainedEntry) !== null)) return false;
			if (rows.length === ENTRIES) await Bun.sleep(PAUSE_MS);
		}
		return chain.head === end.hash;
	}

	async function sign(end: LogEnd): Promise<void> {
		const { orgId, sequence, hash } = end;
		const last = await findLastCheckpoint(store.db, orgId);
		if (last !== undefined && last.sequence >= sequence) return;
		if (!(await continues(end, last))) {
			log.error("the audit log of an organization was altered: it is not signed any more", { orgId });
			return;
		}
		const signedAtMs = clock.nowMs();
		const content = { orgId, sequence, hash, signedAt: rfc3339(signedAtMs), previous: last?.signature ?? null };
		const { keyId, signature } = await keys.sign("parley-audit-checkpoint", content);
		const row = { orgId, sequence, hash, signedAtMs, previous: content.previous, keyId, signature };
		await store.writing("audit_log.sign").tx(async (tx) => {
			await lockLog(tx, orgId);
			// Another instance may have been faster: each checkpoint follows the one before.
			const before = await findLastCheckpoint(tx, orgId);
			if (before?.signature === last?.signature) await insertCheckpoint(tx, row);
		});
	}

	return async function signAll(signal: AbortSignal): Promise<void> {
		for (let after = ""; ; ) {
			const ends = await listLogEnds(store, after, ORGANIZATIONS);
			for (const end of ends) {
				signal.throwIfAborted();
				if (end.sequence > (end.signed ?? 0)) await sign(end);
			}
			const last = ends.at(-1);
			if (last === undefined || ends.length < ORGANIZATIONS) return;
			after = last.orgId;
		}
	};
}
