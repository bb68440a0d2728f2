/** What is on a disk after a power cut, from the journal of a {@link FaultyDisk}. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DiskRecord } from "./faulty-disk.ts";

/** A disk writes whole sectors: each is there or not, in any order until a sync. */
const SECTOR_BYTES = 512;

type Change = { readonly offset: number; readonly data: Uint8Array } | { readonly length: number };

/** A file as programs see it, as it is on disk, and what is on its way there. */
interface ImagedFile {
	readonly cached: Content;
	durable: Content;
	readonly pending: Change[];
	/** Number of pending changes at the beginning of each sync in progress. */
	readonly syncing: Map<number, number>;
}

export interface ImageOptions {
	/** Position in the journal at which the power is cut; default: its end. */
	readonly until?: number;
	/** Returns a number from 0 to below 1, for what arrives on the disk without a sync. */
	readonly random: () => number;
	/**
	 * Whether a sync covers everything that programs see, because its process has written the whole file over by calls
	 * that the journal does not have. Default: never.
	 */
	readonly coversAll?: (record: DiskRecord) => boolean;
}

/** Returns a source of numbers from 0 to below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Returns the files of a folder, by their paths. */
export function filesOf(folder: string): Map<string, Uint8Array> {
	const paths = readdirSync(folder).map((name) => join(folder, name));
	return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path)]));
}

/**
 * Returns the files after a power cut: what a sync covers is there; of the rest, arbitrary sectors. What a failed sync
 * was to bring to disk, no later one does, since the kernel takes it for written: it has to be written again.
 * @param initial the files before the journal began
 */
export function imageOf(
	initial: ReadonlyMap<string, Uint8Array>,
	records: readonly DiskRecord[],
	{ until = Number.POSITIVE_INFINITY, random, coversAll = () => false }: ImageOptions,
): Map<string, Uint8Array> {
	const files = new Map<string, ImagedFile>();
	const create = (content: Uint8Array): ImagedFile => ({
		cached: new Content(content),
		durable: new Content(content),
		pending: [],
		syncing: new Map(),
	});
	for (const [path, content] of initial) files.set(path, create(content));
	// Each cut has a luck of its own: often nothing or all of what was not synced arrives.
	const luck = [0, 1, random(), random()][Math.floor(random() * 4)] ?? 0;
	const arrives = () => random() < luck;

	for (const record of records) {
		if (record.end > until) break;
		const file = files.get(record.path) ?? create(new Uint8Array());
		files.set(record.path, file);
		if (record.kind === "write" || record.kind === "truncate") change(file, record);
		if (record.kind === "sync") file.syncing.set(record.number, file.pending.length);
		if (record.kind === "synced") endSync(file, record, coversAll(record), arrives);
		if (record.kind === "unlink" || record.kind === "rename") files.delete(record.path);
		if (record.kind === "rename") files.set(record.to, file);
	}
	for (const file of files.values()) for (const at of file.pending) applySome(file.durable, at, arrives);
	return new Map([...files].map(([path, { durable }]) => [path, durable.bytes()]));
}

/** Writes an image to a folder, each file under its name. */
export function writeImage(image: ReadonlyMap<string, Uint8Array>, folder: string): void {
	for (const [path, content] of image) {
		const target = join(folder, basename(path));
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, content);
	}
}

function change(file: ImagedFile, at: Change): void {
	file.pending.push(at);
	apply(file.cached, at);
}

function endSync(
	file: ImagedFile,
	{ number, failed }: DiskRecord & { readonly kind: "synced" },
	coversAll: boolean,
	arrives: () => boolean,
): void {
	const covered = file.syncing.get(number) ?? 0;
	file.syncing.delete(number);
	for (const at of file.pending.splice(0, covered)) {
		if (failed) applySome(file.durable, at, arrives);
		else apply(file.durable, at);
	}
	for (const [other, count] of file.syncing) file.syncing.set(other, Math.max(0, count - covered));
	if (coversAll && !failed) file.durable = new Content(file.cached.bytes());
}

function apply(content: Content, at: Change): void {
	if ("length" in at) content.resize(at.length);
	else content.write(at.offset, at.data);
}

/** Applies what arrives of a change. */
function applySome(content: Content, at: Change, arrives: () => boolean): void {
	if ("length" in at) {
		if (arrives()) content.resize(at.length);
		return;
	}
	for (let from = 0; from < at.data.length; from += SECTOR_BYTES) {
		if (arrives()) content.write(at.offset + from, at.data.subarray(from, from + SECTOR_BYTES));
	}
}

/** Bytes that grow; what was never written is zero. */
class Content {
	#length: number;
	#room: Uint8Array;

	constructor(bytes: Uint8Array) {
		this.#length = bytes.length;
		this.#room = new Uint8Array(bytes); // A copy; that of a Buffer's slice() would not be one.
	}

	bytes(): Uint8Array {
		return this.#room.subarray(0, this.#length);
	}

	resize(length: number): void {
		if (length < this.#length) this.#room.fill(0, length, this.#length);
		if (length > this.#room.length) {
			const room = new Uint8Array(Math.max(length, 2 * this.#room.length));
			room.set(this.bytes());
			this.#room = room;
		}
		this.#length = length;
	}

	write(offset: number, data: Uint8Array): void {
		this.resize(Math.max(this.#length, offset + data.length));
		this.#room.set(data, offset);
	}
}
