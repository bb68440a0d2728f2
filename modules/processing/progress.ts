import { PROCESSING_STEPS, type ProcessingStep } from "#db/schema";

/** Share of each step of a transcription in the whole, as measured on recordings of an hour; the others are a whole. */
const SHARES: Readonly<Record<ProcessingStep, number>> = {
	probe: 0.01,
	decode: 0.05,
	detect: 0.04,
	transcribe: 0.88,
	store: 0.02,
	translate: 1,
	summarize: 1,
};

/** Returns the progress of a job, 0…1. @param done part of the step that is done, 0…1 */
export function progressOf(step: ProcessingStep, done: number): number {
	if (SHARES[step] === 1) return Math.min(1, Math.round(Math.max(0, done) * 1_000) / 1_000);
	const before = PROCESSING_STEPS.slice(0, PROCESSING_STEPS.indexOf(step)).reduce((sum, each) => sum + SHARES[each], 0);
	return Math.min(1, Math.round((before + SHARES[step] * Math.min(1, Math.max(0, done))) * 1_000) / 1_000);
}
