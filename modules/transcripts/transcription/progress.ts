/** Share of each step in the whole, in their order, as measured on recordings of an hour. */
const SHARES = { probe: 0.01, decode: 0.05, detect: 0.04, transcribe: 0.88, store: 0.02 } as const;
const STEPS = ["probe", "decode", "detect", "transcribe", "store"] as const;

/** Returns the progress of a transcription, 0…1. @param done part of the step that is done, 0…1 */
export function progressOf(step: keyof typeof SHARES, done: number): number {
	const before = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, each) => sum + SHARES[each], 0);
	return Math.min(1, Math.round((before + SHARES[step] * Math.min(1, Math.max(0, done))) * 1_000) / 1_000);
}
