import { API_BASE } from "./place.ts";

/** The server did not answer. A TypeError, as of `fetch`, so that the client repeats what may be repeated. */
export class Unreachable extends TypeError {
	override readonly name = "Unreachable";
}

/** How soon and how rarely a server that does not answer is asked again, in ms. */
const [SOONEST, SLOWEST] = [500, 5_000];
/** How long it may take to answer, in ms. */
const PATIENCE_MS = 5_000;

let isLost = false;
let asking: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Whether the server is known not to answer. */
export const isServerLost = (): boolean => isLost;

/** Calls back when the server stops answering, and when it answers again. @returns what ends that */
export function onReach(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Sends a request. @throws Unreachable if the server does not answer */
export async function reach(request: Request): Promise<Response> {
	try {
		const response = await fetch(request);
		if (isOfProxy(response)) void askUntilBack();
		return response;
	} catch (error) {
		if (request.signal.aborted || !(error instanceof TypeError)) throw error;
		void askUntilBack();
		throw new Unreachable(error.message, { cause: error });
	}
}

/** Runs what loads a part of the console; if the server does not answer, once more when it does. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		await askUntilBack();
		return load().catch(() => {
			throw error;
		});
	}
}

/** Whether a proxy answers for a server that is gone: each response of the server itself has an id. */
const isOfProxy = ({ status, headers }: Response): boolean => status >= 502 && !headers.has("x-request-id");

/** Asks the server whether it is there until it is; one loop for all who want to know. */
function askUntilBack(): Promise<void> {
	asking ??= (async () => {
		for (let pauseMs = SOONEST; !(await answers()); pauseMs = Math.min(pauseMs * 2, SLOWEST)) {
			note(true);
			await pause(pauseMs);
		}
		note(false);
	})().finally(() => {
		asking = null;
	});
	return asking;
}

async function answers(): Promise<boolean> {
	try {
		const url = new URL("health/live", API_BASE);
		return (await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
	} catch {
		return false;
	}
}

/** Waits, or until the browser has a network again. */
const pause = (ms: number): Promise<void> =>
	new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			removeEventListener("online", end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		addEventListener("online", end);
	});

function note(lost: boolean): void {
	if (lost === isLost) return;
	isLost = lost;
	for (const listener of listeners) listener();
}
