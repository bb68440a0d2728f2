import type { AuditCheckpointRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { nextTurn } from "#kernel/slices";
import { CHAIN_START, type ChainedEntry, createChainVerifier } from "#platform/audit-trail";
import type { Core } from "#platform/module";
import { toSigned } from "./checkpoints.ts";
import type { AuditKeys } from "./keys.ts";
import { listCheckpoints } from "./repository/checkpoints.ts";
import { findHead, listChain } from "./repository/entries.ts";
import type { AuditVerification } from "./schemas.ts";
import { isSignedWith, type VerifyingKey } from "./signature.ts";

/** Entries that are verified at once, about 2 ms of work; other requests get their turn in between. */
const PORTION = 400;
/** Checkpoints that are read at once. */
const CHECKPOINTS = 500;

type Fault = NonNullable<AuditVerification["fault"]>;

export interface VerificationDeps extends Pick<Core, "store"> {
	readonly keys: AuditKeys;
}

/** Creates the function that verifies the log of an organization; who asks meanwhile gets the same result. */
export function createVerification({ store, keys }: VerificationDeps) {
	const running = new Map<string, Promise<AuditVerification>>();

	return function verify(orgId: string): Promise<AuditVerification> {
		const known = running.get(orgId);
		if (known !== undefined) return known;
		const started = verifyLog({ store, keys }, orgId).finally(() => running.delete(orgId));
		running.set(orgId, started);
		return started;
	};
}

/** Reads the checkpoints of an organization one by one. */
async function* checkpointsOf({ store }: VerificationDeps, orgId: string): AsyncGenerator<AuditCheckpointRow> {
	for (let after = 0; ; ) {
		const rows = await listCheckpoints(store.db, { orgId, after, take: CHECKPOINTS });
		yield* rows;
		const last = rows.at(-1);
		if (last === undefined || rows.length < CHECKPOINTS) return;
		after = last.sequence;
	}
}

/** Verifies signatures, each against the entry that it names. */
function createCheckpointVerifier(keys: ReadonlyMap<string, VerifyingKey>) {
	let previous: AuditCheckpointRow | null = null;
	let [verified, unverified] = [0, 0];
	return {
		/** Sequence of the last checkpoint that was found to be in order; 0: none. */
		get sequence() {
			return previous?.sequence ?? 0;
		},
		/** Verifies the next checkpoint. @param hash of the entry that it names */
		next(row: AuditCheckpointRow, hash: string): Fault | null {
			const key = keys.get(row.keyId);
			if (row.previous !== (previous?.signature ?? null)) return "checkpoint_invalid";
			if (key !== undefined && !isSignedWith(key, "parley-audit-checkpoint", toSigned(row)))
				return "checkpoint_invalid";
			if (row.hash !== hash) return "checkpoint_mismatch";
			previous = row;
			if (key === undefined) unverified++;
			else verified++;
			return null;
		},
		result: (): AuditVerification["checkpoints"] => ({
			verified,
			unverified,
			lastSequence: previous?.sequence ?? null,
			lastSignedAt: previous && rfc3339(previous.signedAtMs),
			keyId: previous?.keyId ?? null,
		}),
	};
}

/** Verifies all entries that an organization has when it begins. */
async function verifyLog(deps: VerificationDeps, orgId: string): Promise<AuditVerification> {
	const { store, keys } = deps;
	const { sequence: last, hash: head } = (await findHead(store.db, orgId)) ?? { sequence: 0, hash: CHAIN_START };
	const signed = createCheckpointVerifier(await keys.all());
	const checkpoints = checkpointsOf(deps, orgId);
	const chain = createChainVerifier();
	const result = (fault: Fault | null, firstBadSequence: number | null = null): AuditVerification => ({
		ok: fault === null,
		checked: chain.sequence,
		firstBadSequence,
		fault,
		head: chain.head,
		checkpoints: signed.result(),
	});

	let { value: due } = await checkpoints.next();
	for (;;) {
		const rows = await listChain(store, { orgId, after: chain.sequence, before: last + 1, take: PORTION });
		for (const row of rows) {
			const fault = chain.next(row as ChainedEntry);
			if (fault !== null) return result(fault, chain.sequence + 1);
			if (due?.sequence !== row.sequence) continue;
			const refused = signed.next(due, row.hash);
			if (refused !== null) return result(refused, signed.sequence + 1);
			({ value: due } = await checkpoints.next());
		}
		if (rows.length < PORTION) break;
		await nextTurn(orgId);
	}
	if (chain.sequence < last) return result("head_mismatch", chain.sequence + 1);
	if (chain.head !== head) return result("head_mismatch", last);
	// What was signed meanwhile is of entries that were written meanwhile.
	const isCut = due !== undefined && due.sequence > ((await findHead(store.db, orgId))?.sequence ?? 0);
	return isCut ? result("head_mismatch", last + 1) : result(null);
}
