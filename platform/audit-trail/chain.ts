import type { AuditTarget, HashedEntry, SealedEntry } from "./entries.ts";

/** `prevHash` of an organization's first entry. */
export const CHAIN_START = "0".repeat(64);

/** An entry to be verified: as stored, or as an export shows it. */
export type ChainedEntry = Omit<SealedEntry, "personal" | "salt"> & {
	/** Null once erased. */
	readonly personal: unknown;
	readonly salt: string | null;
};

/** Why an entry is not the one that was recorded at its place. */
export type ChainFault =
	/** An entry is missing, or is at another place. */
	| "sequence_gap"
	/** It does not follow the entry before it. */
	| "chain_broken"
	/** It was changed. */
	| "entry_altered"
	/** Its address, device or session was changed. */
	| "context_altered";

/** Verifies the entries of one chain, in their order. */
export interface ChainVerifier {
	/** Sequence of the last entry; 0 before the first. */
	readonly sequence: number;
	/** Hash of the last entry; {@link CHAIN_START} before the first. */
	readonly head: string;
	/** Verifies the next entry; returns what is wrong with it, null: nothing. */
	next(entry: ChainedEntry): ChainFault | null;
}

/** Returns a JSON value with the members of all objects in canonical order, so that `JSON.stringify` writes the canonical text. */
function inOrder(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(inOrder);
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}

/** Returns the members that the hash of an entry covers, all in canonical order. */
export const hashedMembers = (entry: HashedEntry): HashedEntry => ({
	action: entry.action,
	actorId: entry.actorId,
	actorRole: entry.actorRole,
	actorType: entry.actorType,
	authMethod: entry.authMethod,
	category: entry.category,
	changes: entry.changes.map(({ from, path, to }) => ({ from: inOrder(from), path, to: inOrder(to) })),
	id: entry.id,
	occurredAtMs: entry.occurredAtMs,
	orgId: entry.orgId,
	outcome: entry.outcome,
	personalCommitment: entry.personalCommitment,
	requestId: entry.requestId,
	sequence: entry.sequence,
	targets: entry.targets.map(({ id, type }): AuditTarget => ({ id, type })),
});

const hasher = new Bun.CryptoHasher("sha256");
/** Returns the SHA-256 of two texts that follow each other, hex: a third of the time of joining them first. */
const sha256Of = (first: string, second: string): string => hasher.update(first).update(second).digest("hex");

/** Creates a verifier of one chain. @param after an entry that is known to be in order; default: none, the chain begins */
export function createChainVerifier(after?: Pick<ChainedEntry, "sequence" | "hash">): ChainVerifier {
	let { sequence, hash: head } = after ?? { sequence: 0, hash: CHAIN_START };

	function faultOf(entry: ChainedEntry): ChainFault | null {
		if (entry.sequence !== sequence + 1) return "sequence_gap";
		if (entry.prevHash !== head) return "chain_broken";
		if (sha256Of(head, JSON.stringify(hashedMembers(entry))) !== entry.hash) return "entry_altered";
		const { personal, salt } = entry;
		const isErased = personal === null && salt === null;
		const isAsCommitted =
			salt !== null && sha256Of(salt, JSON.stringify(inOrder(personal))) === entry.personalCommitment;
		return isErased || isAsCommitted ? null : "context_altered";
	}

	return {
		get sequence() {
			return sequence;
		},
		get head() {
			return head;
		},
		next(entry) {
			const fault = faultOf(entry);
			if (fault === null) {
				sequence = entry.sequence;
				head = entry.hash;
			}
			return fault;
		},
	};
}
