/**
 * Watches for how long requests of tests keep the event loop to themselves, in CPU time of this thread, so that a busy
 * machine does not matter.
 *
 * What is not the work of a request (a collection of garbage, code that is loaded or compiled at its first use) adds up to
 * 90 ms to a turn now and then, but not every time. So a slow read is sent again, and its fastest answer counts. A change
 * cannot be sent again: of those in a test file with the same operation and status, three quarters have to be slow; a single
 * one counts only when it takes much longer. What several requests take that are under way at once tells of none of them.
 */
import { isMeasured, machineFactor } from "./longest-stall.ts";
import { isInProcess } from "./target.ts";
import { cpuMs } from "./thread-cpu.ts";

/** Longest turn of a read, in ms. */
const READ_MS = 20;
/** Longest turn of most changes that are alike, in ms. */
const CHANGES_MS = 20;
/** Longest turn of a single change, in ms. */
const SINGLE_MS = 250;
/** Operations, with the status of their answer, whose turns may be longer, in ms. */
const LONGER: Readonly<Record<string, number>> = {
	// A body of 10 MiB comes in chunks of megabytes in this process, each of which is hashed; those of a socket are smaller.
	"PATCH /uploads/{uploadId} 204": 30,
	// Hits in a text of 20,000 characters are found in one step.
	"GET /transcripts/search 200": 40,
};
/** How often a slow read is sent again. */
const REPEATS = 5;
/** Changes that say something together. */
const FEWEST = 5;
/** Time between two looks whether others had their turn, in ms: a turn seems longer by at most this. */
const LOOK_MS = 1;

/** Makes a request, which is the work of the test and not measured, and returns what sends it. */
type Prepare = () => () => Response | Promise<Response>;
type OperationOf = (method: string, path: string) => Promise<string>;

/** A response with its complete body. */
export interface Answer {
	readonly response: Response;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Measured extends Answer {
	/** Longest turn, in ms; null when others were under way as well, the test itself measures or another process answers. */
	readonly longestMs: number | null;
}

let begun = 0;
let underWay = 0;

async function measure(prepare: Prepare): Promise<Measured> {
	const send = prepare();
	const number = ++begun;
	const isAlone = underWay++ === 0 && isInProcess && !isMeasured();
	let longestMs = 0;
	let lastMs = cpuMs();
	const look = () => {
		const nowMs = cpuMs();
		longestMs = Math.max(longestMs, nowMs - lastMs);
		lastMs = nowMs;
	};
	const timer = isAlone ? setInterval(look, LOOK_MS) : undefined;
	try {
		const response = await send();
		const bytes = await response.bytes();
		look();
		return { response, bytes, longestMs: isAlone && begun === number ? longestMs : null };
	} finally {
		clearInterval(timer);
		underWay--;
	}
}

/** Returns the shortest of the longest turns of a read that is sent again, in ms; 0 when it is answered otherwise now. */
async function fastest({ prepare, status, heldMs }: SlowRead, boundMs: number): Promise<number> {
	let fastestMs = heldMs;
	for (let n = 0; n < REPEATS && fastestMs > boundMs; n++) {
		const { response, longestMs } = await measure(prepare);
		if (response.status !== status || longestMs === null) return 0;
		fastestMs = Math.min(fastestMs, longestMs);
	}
	return fastestMs;
}

/** Returns what is wrong with a turn: nothing when it is short enough for this machine. */
function faultsOf(what: string, heldMs: number, boundMs: number): string[] {
	if (heldMs <= boundMs || heldMs <= boundMs * machineFactor()) return [];
	return [
		`${what} kept the event loop for ${heldMs.toFixed(1)} ms of processor time, more than ${boundMs}: let others have their ` +
			"turn (kernel/slices). `(await profile(() => api.get(…), 100)).functions` of bun:jsc shows what takes it; see loop-watch.ts.",
	];
}

interface Sent {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** Longest turn, in ms. */
	readonly heldMs: number;
}

interface SlowRead extends Sent {
	readonly prepare: Prepare;
}

/** Watches the requests to one application in this process. */
export class LoopWatch {
	readonly #operationOf: OperationOf;
	#slow: SlowRead[] = [];
	readonly #changes: Sent[] = [];
	/** How many changes were judged one by one. */
	#judged = 0;

	/** @param operationOf returns the operation of a path, `GET /orgs/{orgId}` */
	constructor(operationOf: OperationOf) {
		this.#operationOf = operationOf;
	}

	/** Sends a request to an application of this process. It is prepared again when it is a read that seems slow. */
	async send(method: string, path: string, prepare: Prepare): Promise<Answer> {
		const answer = await measure(prepare);
		const { longestMs: heldMs } = answer;
		if (heldMs === null) return answer;
		const sent = { method, path, status: answer.response.status, heldMs };
		if (method !== "GET" && method !== "HEAD") this.#changes.push(sent);
		else if (heldMs > READ_MS) this.#slow.push({ ...sent, prepare });
		return answer;
	}

	/**
	 * Judges what is slow so far, after each test: within it, sending reads again could change what it counts.
	 * @throws Error that names the requests
	 */
	async afterTest(): Promise<void> {
		const faults = await this.#faultsOfRequests();
		if (faults.length > 0) throw new Error(faults.join("\n"));
	}

	/** Judges the rest, while the application is still open, and returns what is wrong. */
	async close(): Promise<string[]> {
		return [...(await this.#faultsOfRequests()), ...(await this.#faultsOfOperations())];
	}

	/** Returns operation and status. */
	async #kindOf({ method, path, status }: Sent): Promise<string> {
		return `${await this.#operationOf(method, path.split("?")[0] ?? path)} ${status}`;
	}

	async #faultsOfRequests(): Promise<string[]> {
		const slow = this.#slow;
		this.#slow = [];
		const faults: string[] = [];
		for (const read of slow) {
			const boundMs = LONGER[await this.#kindOf(read)] ?? READ_MS;
			faults.push(...faultsOf(`${read.method} ${read.path}`, await fastest(read, boundMs), boundMs));
		}
		for (const change of this.#changes.slice(this.#judged))
			faults.push(...faultsOf(`${change.method} ${change.path}`, change.heldMs, SINGLE_MS));
		this.#judged = this.#changes.length;
		return faults;
	}

	async #faultsOfOperations(): Promise<string[]> {
		// Too few to be most of any.
		if (this.#changes.filter(({ heldMs }) => heldMs > CHANGES_MS).length < FEWEST / 2) return [];
		const alike = new Map<string, number[]>();
		for (const change of this.#changes) {
			const kind = await this.#kindOf(change);
			alike.set(kind, [...(alike.get(kind) ?? []), change.heldMs]);
		}
		return [...alike].flatMap(([kind, heldMs]) => {
			const quartileMs = heldMs.toSorted((a, b) => a - b)[Math.floor(heldMs.length / 4)] ?? 0;
			if (heldMs.length < FEWEST) return [];
			return faultsOf(`most of ${heldMs.length} ${kind}`, quartileMs, LONGER[kind] ?? CHANGES_MS);
		});
	}
}
