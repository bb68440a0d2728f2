/** Longest wait for receipts, in ms: an instance that hangs must not hold up the others. */
const TELL_MS = 250;

/** The answers that are expected of those who get a message. */
export interface Receipt {
	/** Resolves with true when as many have arrived as were expected; with false when it is given up, or after 250 ms. */
	readonly all: Promise<boolean>;
	/** One of those who got the message has handled it. */
	arrive(): void;
	/** Says how many get the message; some may have answered already. */
	expect(count: number): void;
	/** Waits no longer. */
	giveUp(): void;
}

/** Creates the receipt of a message that is about to be sent. */
export function createReceipt(): Receipt {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(false), TELL_MS);
	let missing = 0;
	let isKnown = false;
	function check(): void {
		if (!isKnown || missing > 0) return;
		clearTimeout(timer);
		resolve(true);
	}
	return {
		all: promise,
		arrive() {
			missing--;
			check();
		},
		expect(count) {
			missing += count;
			isKnown = true;
			check();
		},
		giveUp() {
			clearTimeout(timer);
			resolve(false);
		},
	};
}
