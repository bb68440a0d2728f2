/** How long what a server knows is believed, in ms, and how long that it does not answer. */
const FRESH_MS = 60_000;
const FAILED_MS = 2_000;
/** How long it may take to ask, in ms. */
export const LIST_LIMIT_MS = 5_000;

/** Creates the function that asks at most once at a time, and again after a minute; after a failure, after two seconds. */
export function remembered<T>(read: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
	let asked: { readonly result: Promise<T>; expiresAtMs: number } | undefined;
	return async (signal) => {
		signal.throwIfAborted();
		if (asked === undefined || performance.now() >= asked.expiresAtMs) {
			// Not ended by the signal of whoever asks first: others may be waiting for the same.
			const result = read(AbortSignal.timeout(LIST_LIMIT_MS));
			const current = { result, expiresAtMs: Number.POSITIVE_INFINITY };
			asked = current;
			result.then(
				() => {
					current.expiresAtMs = performance.now() + FRESH_MS;
				},
				() => {
					current.expiresAtMs = performance.now() + FAILED_MS;
				},
			);
		}
		return asked.result;
	};
}
