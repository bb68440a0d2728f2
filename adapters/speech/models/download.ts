import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ModelError } from "./failure.ts";

/** Options of {@link download}. */
export interface DownloadOptions {
	readonly url: string;
	/** Folder of the file; made when it is not there. */
	readonly folder: string;
	/** Name of the file. What is interrupted is kept beside it and continued by the next attempt. */
	readonly name: string;
	/** SHA-512 of the whole, in base64. */
	readonly sha512: string;
	readonly onProgress: (bytes: number, total: number | null) => void;
	/** Ends it; what has arrived is kept for the next attempt. */
	readonly signal?: AbortSignal;
	/** For tests: how long nothing may arrive, in ms. Default 30,000. */
	readonly stallMs?: number;
}

const STALL_MS = 30_000;
const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/** Thrown when another attempt is no use. */
class FinalError extends ModelError {}

/**
 * Downloads a file and returns its path. An interrupted download goes on where it stopped, in this run or a later one.
 * @throws Error when the server refuses it, or the hash is another one
 */
export async function download(options: DownloadOptions): Promise<string> {
	const { folder, name } = options;
	await mkdir(folder, { recursive: true });
	const path = join(folder, `${name}.${process.pid}`);
	await takeOver(folder, name, path);
	for (let attempt = 1; ; attempt++) {
		try {
			await fetchRest(options, path);
			break;
		} catch (error) {
			if (attempt === ATTEMPTS || error instanceof FinalError || options.signal?.aborted) {
				// For the next run.
				await rename(path, join(folder, `${name}.part`)).catch(() => {});
				throw error;
			}
			await sleep(PAUSE_MS * attempt, options.signal);
		}
	}
	await verify(path, options);
	return path;
}

/** Takes over what an interrupted run has left: one that ended, or one that was killed. */
async function takeOver(folder: string, name: string, path: string): Promise<void> {
	for (const found of await readdir(folder)) {
		const suffix = found.startsWith(`${name}.`) ? found.slice(name.length + 1) : "";
		if (suffix === "part" || (/^\d+$/.test(suffix) && !isRunning(Number(suffix))))
			await rename(join(folder, found), path).catch(() => {});
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function fetchRest(options: DownloadOptions, path: string): Promise<void> {
	const { url, onProgress, signal, stallMs = STALL_MS } = options;
	const stalled = new AbortController();
	const watch = () => setTimeout(() => stalled.abort(unreachable(`${hostOf(url)} stopped sending`)), stallMs);
	let timer = watch();
	const file = await open(path, "a");
	try {
		const there = (await file.stat()).size;
		const headers = { "accept-encoding": "identity", ...(there > 0 && { range: `bytes=${there}-` }) };
		const ends = signal ? AbortSignal.any([stalled.signal, signal]) : stalled.signal;
		const response = await fetch(url, { headers, signal: ends }).catch((cause: unknown) => {
			throw unreachable(`${hostOf(url)} cannot be reached`, cause);
		});
		// The whole is there already, or something else is.
		if (response.status === 416) return;
		if (response.status !== 200 && response.status !== 206) throw refusal(url, response.status);
		let size = response.status === 206 ? there : 0;
		if (size === 0) await file.truncate(0);
		const length = Number(response.headers.get("content-length") ?? Number.NaN);
		const total = Number.isFinite(length) ? size + length : null;
		for await (const chunk of response.body ?? []) {
			clearTimeout(timer);
			timer = watch();
			await file.writeFile(chunk);
			size += chunk.length;
			onProgress(size, total);
		}
		if (total !== null && size < total)
			throw unreachable(`${hostOf(url)} closed the connection after ${size} of ${total} bytes`);
		await file.sync();
	} catch (error) {
		signal?.throwIfAborted();
		if (stalled.signal.aborted) throw stalled.signal.reason;
		// A connection that breaks is an error without a code of ours.
		throw error instanceof ModelError || isOfDisk(error) ? error : unreachable(`${hostOf(url)} broke off`, error);
	} finally {
		clearTimeout(timer);
		await file.close();
	}
}

function refusal(url: string, status: number): Error {
	const text = `${hostOf(url)} answered ${status} for ${new URL(url).pathname}`;
	const isPassing = status === 429 || status >= 500;
	return isPassing ? new ModelError("source_refused", text) : new FinalError("source_refused", text);
}

const unreachable = (detail: string, cause?: unknown) => new ModelError("source_unreachable", detail, { cause });

/** Whether writing has failed: the disk is full, or the folder may not be written to. */
const isOfDisk = (error: unknown): boolean =>
	error instanceof Error &&
	"code" in error &&
	["ENOSPC", "EDQUOT", "EACCES", "EROFS", "EIO"].includes(String(error.code));

/** Waits, or throws the reason of the signal. */
async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const untilMs = performance.now() + ms;
	while (performance.now() < untilMs) {
		signal?.throwIfAborted();
		await Bun.sleep(Math.min(100, untilMs - performance.now()));
	}
}

const hostOf = (url: string): string => new URL(url).host;

/** Asserts that a file is the one expected; removes it otherwise. @throws Error */
export async function verify(path: string, { sha512, name }: Pick<DownloadOptions, "sha512" | "name">): Promise<void> {
	const hash = new Bun.CryptoHasher("sha512");
	for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
	if (hash.digest("base64") === sha512) return;
	const { size } = await stat(path);
	throw new WrongHashError(`${name} does not have the expected hash (${size} bytes) and is not used`);
}

/** Thrown when a file is not the one expected. */
export class WrongHashError extends ModelError {
	override readonly name = "WrongHashError";

	constructor(detail: string) {
		super("checksum_mismatch", detail);
	}
}

/** Removes a file that is no longer needed. */
export const discard = (path: string): Promise<void> => rm(path, { force: true });
