/**
 * A disk that fails on command, for programs in processes of their own: `bun src/main.ts serve`, or a Postgres server.
 * A library is preloaded into them (`faulty-disk.c`, compiled once), which they find by the variables in `env`.
 *
 *     const disk = createFaultyDisk();
 *     const server = startServerProcess({ DATA_DIR: folder, ...disk.env });
 *     disk.fail({ calls: ["sync"], path: "*.db", error: "EIO", times: 1 }); // at any time; in force immediately
 *     disk.record(`${folder}/*`); // before the program starts
 *     const state = disk.journal(); // what replay() of power-cut.ts makes a power cut of
 *     disk.close();
 *
 * Calls through the C library are met: those of SQLite and Postgres, all of them; of Bun's `node:fs` syncs, truncations,
 * links and renames, whereas it opens, reads and writes by system calls of its own.
 */
import {
	chmodSync,
	closeSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { compiledLibrary } from "./preloaded-library.ts";

const CALLS = { open: 1, write: 2, sync: 4, truncate: 8, unlink: 16, rename: 32, read: 64 } as const;

/** Calls of the C library: `write` includes those that reserve room, `sync` is fsync and fdatasync. */
export type DiskCall = keyof typeof CALLS;

/** A fault of the disk. */
export interface Fault {
	readonly calls: readonly DiskCall[];
	/** Pattern of paths as for fnmatch: `*` includes slashes. `*.db` does not match `.db-wal`. */
	readonly path: string;
	/** Default: the calls succeed, so that the fault only counts or delays them. */
	readonly error?: "EIO" | "ENOSPC" | "EMFILE" | "EROFS";
	/** Number of matching calls that pass before; default 0. */
	readonly skip?: number;
	/** Number of calls that fail after that; default: all. */
	readonly times?: number;
	/** Milliseconds each of them waits. */
	readonly delayMs?: number;
}

/** A fault in force. */
export interface ActiveFault {
	/** Returns the number of matching calls so far, the skipped ones included. */
	readonly hits: () => number;
	/** Ends the fault. */
	readonly mend: () => void;
}

/** A call that was recorded, in the order in which they returned. */
export type DiskRecord = {
	readonly path: string;
	/** Process id of the caller. */
	readonly pid: number;
	/** Position behind it in the journal, in bytes. */
	readonly end: number;
} & (
	| { readonly kind: "write"; readonly offset: number; readonly data: Uint8Array }
	| { readonly kind: "failed write" }
	| { readonly kind: "truncate"; readonly length: number }
	| { readonly kind: "unlink" }
	| { readonly kind: "rename"; readonly to: string }
	/** The beginning of a sync; `number` is that of its end. */
	| { readonly kind: "sync"; readonly number: number }
	| { readonly kind: "synced"; readonly number: number; readonly failed: boolean }
);

/** Sizes and offsets of `struct control`, `struct rule` and `struct record` in faulty-disk.c. */
const CONTROL = { rules: 256, ruleBytes: 256, maxRules: 16, recorded: 4 };
const RULE = { error: 4, skip: 8, times: 12, delayUs: 16, hits: 20, path: 24 };
const RECORD_BYTES = 32;

export type FaultyDisk = ReturnType<typeof createFaultyDisk>;

/** Creates a disk without faults. Its files, which no program uses by itself, are removed by `close`. */
export function createFaultyDisk() {
	const folder = mkdtempSync(join(tmpdir(), "parley-faulty-disk-"));
	const control = join(folder, "control");
	const journal = `${control}.journal`;
	writeFileSync(control, new Uint8Array(CONTROL.rules + CONTROL.ruleBytes * CONTROL.maxRules));
	writeFileSync(journal, "");
	// Postgres runs as somebody else when the tests run as root.
	chmodSync(folder, 0o755);
	for (const file of [control, journal]) chmodSync(file, 0o666);
	const descriptor = openSync(control, "r+");
	/** Places of rules that are not in force, the next one last. */
	const free = Array.from(
		{ length: CONTROL.maxRules },
		(_, rule) => CONTROL.rules + CONTROL.ruleBytes * rule,
	).reverse();

	function writeU32(value: number, at: number): void {
		writeSync(descriptor, Uint32Array.of(value), 0, 4, at);
	}

	return {
		/** Variables for the environment of the program. */
		env: { LD_PRELOAD: compiledLibrary("faulty-disk"), FAULTY_DISK: control },

		/** Has calls fail from now on. */
		fail({ calls, path, error, skip = 0, times = 0xffff_ffff, delayMs = 0 }: Fault): ActiveFault {
			const at = free.pop();
			if (at === undefined) throw new Error("too many faults");
			writeU32(error === undefined ? 0 : constants.errno[error], at + RULE.error);
			writeU32(skip, at + RULE.skip);
			writeU32(times, at + RULE.times);
			writeU32(delayMs * 1000, at + RULE.delayUs);
			writeU32(0, at + RULE.hits);
			writeSync(descriptor, `${path}\0`, at + RULE.path);
			// Last: from now on the rule is in force.
			writeU32(
				calls.reduce((bits, call) => bits | CALLS[call], 0),
				at,
			);
			let ended: number | undefined;
			const hits = () => {
				const value = new Uint32Array(1);
				readSync(descriptor, value, 0, 4, at + RULE.hits);
				return value[0] ?? 0;
			};
			return {
				hits: () => ended ?? hits(),
				mend() {
					if (ended !== undefined) return;
					writeU32(0, at);
					ended = hits();
					free.push(at); // Another fault may have the place now.
				},
			};
		},

		/** Records what is done to the files whose paths match, from now on. */
		record(path: string): void {
			writeSync(descriptor, `${path}\0`, CONTROL.recorded);
		},

		/** Returns the length of the journal in bytes: what is recorded later ends behind it. */
		recorded: (): number => statSync(journal).size,

		/** Returns what was recorded. */
		journal: (): DiskRecord[] => parseJournal(readFileSync(journal)),

		/** Removes the files of the disk. The programs must have ended. */
		close(): void {
			closeSync(descriptor);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function parseJournal(bytes: Buffer): DiskRecord[] {
	const records: DiskRecord[] = [];
	for (let at = 0; at + RECORD_BYTES <= bytes.length; ) {
		const pathLength = bytes.readUInt32LE(at + 24);
		const dataLength = bytes.readUInt32LE(at + 28);
		const dataAt = at + RECORD_BYTES + pathLength;
		const end = dataAt + dataLength;
		if (end > bytes.length) break;
		const common = {
			path: bytes.toString("utf8", at + RECORD_BYTES, dataAt),
			pid: bytes.readUInt32LE(at + 12),
			end,
		};
		records.push({ ...common, ...detailsOf(bytes, at, bytes.subarray(dataAt, end)) });
		at = end;
	}
	return records;
}

/** Returns what is particular to a kind of record. */
function detailsOf(bytes: Buffer, at: number, data: Buffer) {
	const number = bytes.readUInt32LE(at + 4);
	const failed = bytes.readInt32LE(at + 8) !== 0;
	const offset = Number(bytes.readBigInt64LE(at + 16));
	const kind = bytes.readUInt32LE(at);
	if (kind === CALLS.write) {
		return failed ? ({ kind: "failed write" } as const) : ({ kind: "write", offset, data } as const);
	}
	if (kind === CALLS.truncate) return { kind: "truncate", length: offset } as const;
	if (kind === CALLS.unlink) return { kind: "unlink" } as const;
	if (kind === CALLS.rename) return { kind: "rename", to: data.toString() } as const;
	if (kind === CALLS.sync) return { kind: "sync", number } as const;
	return { kind: "synced", number, failed } as const;
}
