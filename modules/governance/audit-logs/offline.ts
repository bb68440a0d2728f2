import { type ChainedEntry, type ChainFault, type ChainVerifier, createChainVerifier } from "#platform/audit-trail";
import { type ExportEnd, type ExportedLine, toChained } from "./lines.ts";
import { importPublic, isSignedWith, type Signed, type VerifyingKey } from "./signature.ts";

/** Why a file is not what was exported. */
export type FileFault =
	| ChainFault
	/** A line is not an entry. */
	| "malformed"
	/** A checkpoint is not that of the entry, or its signature is wrong. */
	| "checkpoint_invalid"
	/** The last lines are missing. */
	| "truncated"
	/** Something was changed that no entry's hash covers, or the signature of the file is wrong. */
	| "signature_invalid"
	/** It was signed by another key than the one asked for. */
	| "other_key";

/** The result of verifying a file. */
export interface FileVerification {
	readonly ok: boolean;
	/** Number of valid entries. */
	readonly checked: number;
	/** Number of the line that is not, from 1; null: none. */
	readonly line: number | null;
	readonly fault: FileFault | null;
	readonly orgId: string | null;
	readonly firstSequence: number | null;
	readonly lastSequence: number | null;
	/** Hash of the last valid entry. */
	readonly head: string | null;
	/** Whether the file has every entry between the first and the last one; null: unknown, since its end is missing. */
	readonly complete: boolean | null;
	/** Number of checkpoints whose signature was verified. */
	readonly checkpoints: number;
	/** Thumbprint of the key that signed the file; null: its signature was not reached. */
	readonly keyId: string | null;
}

const END = ',"end":';

/** A place in the file, and what is wrong there. */
interface Finding {
	readonly line: number;
	readonly fault: FileFault;
}

type Checkpoint = NonNullable<ExportedLine["checkpoint"]>;

/** Returns the key with an id among those that a file contains. */
function keyOf({ keys }: ExportEnd, kid: string): VerifyingKey | undefined {
	const found = keys.find((each) => each.kid === kid);
	return found && importPublic(found);
}

/** Returns what the end of a file covers of its last line; null: the line is not written as it is exported. */
function withoutEnd(text: string, end: ExportEnd): string | null {
	const covered = text.slice(0, text.lastIndexOf(END));
	return text === `${covered}${END}${JSON.stringify(end)}}` ? `${covered}}` : null;
}

/** Verifies the lines of a file, one after the other. */
class LineVerifier {
	readonly checkpoints: { readonly line: number; readonly checkpoint: Checkpoint }[] = [];
	first: ExportedLine | null = null;
	last: ExportedLine | null = null;
	end: Signed<ExportEnd> | null = null;
	checked = 0;
	/** The first line that does not follow the one before, as in an export of a selection. */
	gap: Finding | null = null;
	readonly #hasher = new Bun.CryptoHasher("sha256");
	#chain: ChainVerifier | null = null;

	/** SHA-256 of what the end covers, hex; to be called once. */
	digest(): string {
		return this.#hasher.digest("hex");
	}

	/** Verifies the next line; returns what is wrong with it, null: nothing. @throws Error for a line that is no entry */
	next(text: string): FileFault | null {
		if (this.end !== null) return "malformed";
		const line: ExportedLine = JSON.parse(text);
		const fault = this.#verifyEntry(toChained(line)) ?? this.#verifyCheckpoint(line);
		if (fault !== null) return fault;
		this.end = line.end ?? null;
		const covered = this.end === null ? `${text}\n` : withoutEnd(text, this.end);
		if (covered === null) return "malformed";
		this.#hasher.update(covered);
		this.first ??= line;
		this.last = line;
		this.checked++;
		return null;
	}

	#verifyEntry(entry: ChainedEntry): FileFault | null {
		if (this.first !== null && entry.orgId !== this.first.orgId) return "chain_broken";
		const fault = this.#chain?.next(entry) ?? (this.#chain === null ? "sequence_gap" : null);
		if (fault !== "sequence_gap" && fault !== "chain_broken") return fault;
		if (this.#chain !== null) this.gap ??= { line: this.checked + 1, fault };
		this.#chain = createChainVerifier({ sequence: entry.sequence - 1, hash: entry.prevHash });
		return this.#chain.next(entry);
	}

	#verifyCheckpoint({ checkpoint, orgId, sequence, hash }: ExportedLine): FileFault | null {
		if (checkpoint === undefined) return null;
		const isOfEntry = checkpoint.orgId === orgId && checkpoint.sequence === sequence && checkpoint.hash === hash;
		if (!isOfEntry) return "checkpoint_invalid";
		this.checkpoints.push({ line: this.checked + 1, checkpoint });
		return null;
	}
}

/** Verifies the signature of a whole file; returns what is wrong with it, null: nothing. */
function verifyEnd(read: LineVerifier, end: Signed<ExportEnd>, trusted: string | undefined): FileFault | null {
	const key = keyOf(end, end.keyId);
	const isWhole = end.entries === read.checked && end.head === read.last?.hash && end.sha256 === read.digest();
	if (!isWhole || key === undefined || !isSignedWith(key, "parley-audit-export", end)) return "signature_invalid";
	return trusted === undefined || key.kid === trusted ? null : "other_key";
}

/** Verifies the checkpoints of a file; returns the first that is wrong, or the number of those that are in order. */
function verifyCheckpoints({ checkpoints }: LineVerifier, end: ExportEnd): Finding | number {
	let verified = 0;
	for (const [at, { line, checkpoint }] of checkpoints.entries()) {
		const before = checkpoints[at - 1]?.checkpoint.signature;
		const key = keyOf(end, checkpoint.keyId);
		const follows = before === undefined || checkpoint.previous === before;
		if (!follows || (key && !isSignedWith(key, "parley-audit-checkpoint", checkpoint)))
			return { line, fault: "checkpoint_invalid" };
		if (key !== undefined) verified++;
	}
	return verified;
}

/** Returns what is wrong with a file whose lines are in order each, or the number of its checkpoints. */
function verifyWhole(read: LineVerifier, trusted: string | undefined): Finding | number {
	const { end, gap, checked } = read;
	if (end === null) return { line: checked, fault: "truncated" };
	if (end.complete && gap !== null) return gap;
	try {
		const fault = verifyEnd(read, end, trusted);
		return fault === null ? verifyCheckpoints(read, end) : { line: checked, fault };
	} catch {
		return { line: checked, fault: "signature_invalid" };
	}
}

async function verifyLines(read: LineVerifier, lines: AsyncIterable<string>): Promise<Finding | null> {
	for await (const text of lines) {
		const line = read.checked + 1;
		try {
			const fault = read.next(text);
			if (fault !== null) return { line, fault };
		} catch {
			return { line, fault: "malformed" };
		}
	}
	return null;
}

/**
 * Verifies an NDJSON export by itself: the hash of each entry, that they follow each other, and all signatures.
 * @param lines without line breaks
 * @param trusted thumbprint of the key that must have signed it; undefined: any, which the reader compares
 */
export async function verifyExport(lines: AsyncIterable<string>, trusted?: string): Promise<FileVerification> {
	const read = new LineVerifier();
	const found = (await verifyLines(read, lines)) ?? verifyWhole(read, trusted);
	const finding = typeof found === "number" ? null : found;
	const { first, last, end, checked } = read;
	return {
		ok: finding === null,
		checked,
		line: finding?.line ?? null,
		fault: finding?.fault ?? null,
		orgId: first?.orgId ?? null,
		firstSequence: first?.sequence ?? null,
		lastSequence: last?.sequence ?? null,
		head: last?.hash ?? null,
		complete: end?.complete ?? null,
		checkpoints: typeof found === "number" ? found : 0,
		keyId: end?.keyId ?? null,
	};
}
