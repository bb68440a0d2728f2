import { cpuMs } from "./thread-cpu.ts";

/** What work kept the event loop from doing. */
export interface Stall<T> {
	readonly made: T;
	/** Longest CPU time without a turn for others, in ms. */
	readonly longestMs: number;
}

let measured = 0;

/** Whether a test is measuring, with a limit of its own. */
export const isMeasured = (): boolean => measured > 0;

/** Calls `work`, and measures for how long it lets nobody else have a turn. What was left before is collected first. */
export async function longestStall<T>(work: () => Promise<T>): Promise<Stall<T>> {
	Bun.gc(true);
	let isDone = false;
	let longestMs = 0;
	async function watch(): Promise<void> {
		for (let last = cpuMs(); !isDone; ) {
			await Bun.sleep(0);
			const now = cpuMs();
			longestMs = Math.max(longestMs, now - last);
			last = now;
		}
	}
	measured++;
	const watching = watch();
	try {
		const made = await work();
		isDone = true;
		await watching;
		return { made, longestMs };
	} finally {
		measured--;
		isDone = true;
		await watching;
	}
}

/** What {@link machineFactor} takes on the machine that the limits were set on, in ms. */
const USUAL_MS = 110;
/** Memory that is written for the first time, as large inputs need it: some virtual machines take ten times as long for it. */
const NEW_PAGES = 480;

/** Returns how much slower this machine is than the one that limits of CPU time were set on; 1 at least. */
export function machineFactor(): number {
	const startedAtMs = cpuMs();
	const words: string[] = [];
	for (let n = 0; n < 200_000; n++) words.push(`word ${n % 977}`.replace(/\d/g, (digit) => String(9 - Number(digit))));
	if (new Set(words).size !== 977) throw new Error("the words are wrong");
	new Uint8Array(new WebAssembly.Memory({ initial: NEW_PAGES }).buffer).fill(1);
	return Math.max(1, (cpuMs() - startedAtMs) / USUAL_MS);
}
