import { BYTES_PER_MS } from "#tests/support/live-speaker";
import { MEETING } from "#tests/support/meeting";
import { type Speech, utterancesOf } from "#tests/support/utterances";

/** Silence between two sentences, in ms. */
const PAUSE_MS = 900;

/** Returns generated speech that lasts so long: sentences of a meeting, over and over. */
export async function speechOf(durationMs: number): Promise<Speech> {
	const { pcm, utterances, durationMs: once } = await utterancesOf(MEETING, PAUSE_MS);
	const times = Math.ceil(durationMs / once);
	const all = Buffer.concat(Array.from({ length: times }, () => pcm)).subarray(0, durationMs * BYTES_PER_MS);
	return { pcm: all, utterances, durationMs };
}
