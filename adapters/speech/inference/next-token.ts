import type { Tokens } from "./tokens.ts";

/** Latest start of the first segment, in steps of 20 ms: one second. */
const MAX_FIRST_TIMESTAMP = 50;

/** The token that comes next, and how probable it is. */
export interface Choice {
	readonly token: number;
	/** Natural logarithm of its probability. */
	readonly logProbability: number;
}

const lastTimestampOf = (tokens: Tokens, said: readonly number[]): number | undefined =>
	said.findLast((token) => token >= tokens.firstTimestamp);

/** Rules out, in place, what Whisper may not say next: timestamps come in pairs and never go back. */
function applyRules(logits: Float32Array, tokens: Tokens, said: readonly number[]): void {
	const { firstTimestamp, endOfText, startOfTranscript, noTimestamps } = tokens;
	const rule = (from: number, to: number) => logits.fill(Number.NEGATIVE_INFINITY, from, to);
	for (const token of tokens.suppressed) logits[token] = Number.NEGATIVE_INFINITY;
	rule(startOfTranscript, noTimestamps + 1);
	const last = said.at(-1);
	if (last === undefined) {
		for (const token of tokens.suppressedFirst) logits[token] = Number.NEGATIVE_INFINITY;
		rule(0, firstTimestamp);
		rule(firstTimestamp + MAX_FIRST_TIMESTAMP + 1, logits.length);
		return;
	}
	const isTimestamp = last >= firstTimestamp;
	const wasTimestamp = (said.at(-2) ?? firstTimestamp) >= firstTimestamp;
	// After the end of one segment and the start of the next there are words; after an end alone a start, or the end.
	if (isTimestamp && wasTimestamp) rule(firstTimestamp, logits.length);
	else if (isTimestamp) rule(0, endOfText);
	const latest = lastTimestampOf(tokens, said);
	if (latest !== undefined) rule(firstTimestamp, isTimestamp && !wasTimestamp ? latest : latest + 1);
}

function logSumExp(values: Float32Array, from: number): number {
	let top = Number.NEGATIVE_INFINITY;
	for (let i = from; i < values.length; i++) if ((values[i] ?? 0) > top) top = values[i] ?? 0;
	if (top === Number.NEGATIVE_INFINITY) return top;
	let sum = 0;
	for (let i = from; i < values.length; i++) sum += Math.exp((values[i] ?? 0) - top);
	return top + Math.log(sum);
}

/** Returns the most probable token that Whisper's rules admit after `said`. Changes `logits`. */
export function nextToken(logits: Float32Array, tokens: Tokens, said: readonly number[]): Choice {
	applyRules(logits, tokens, said);
	const all = logSumExp(logits, 0);
	const timestamps = logSumExp(logits, tokens.firstTimestamp);
	let bestText = Number.NEGATIVE_INFINITY;
	for (let token = 0; token < tokens.firstTimestamp; token++) bestText = Math.max(bestText, logits[token] ?? 0);
	// Together the timestamps may be more probable than any word, though none of them is alone.
	if (timestamps > bestText) logits.fill(Number.NEGATIVE_INFINITY, 0, tokens.firstTimestamp);
	let best = tokens.endOfText;
	let value = Number.NEGATIVE_INFINITY;
	for (let token = 0; token < logits.length; token++) {
		const logit = logits[token] ?? 0;
		if (logit <= value) continue;
		best = token;
		value = logit;
	}
	return { token: best, logProbability: value - all };
}

/** Returns the probabilities of all tokens. */
export function softmax(logits: Float32Array): Float32Array {
	const sum = logSumExp(logits, 0);
	return logits.map((value) => Math.exp(value - sum));
}

/** The longest part that is looked for in a loop, in tokens: a sentence. */
const MAX_PERIOD = 32;

/**
 * Returns how many of the last tokens only repeat what was said before them, when the same words come again and again: a small
 * model that does not understand may fall into that. 0 otherwise.
 */
export function repeatedTail(said: readonly number[]): number {
	for (let period = 1; period <= MAX_PERIOD; period++) {
		let repeated = 0;
		while (repeated + period < said.length && said.at(-1 - repeated) === said.at(-1 - repeated - period)) repeated++;
		if (repeated >= Math.max(period * 3, 12)) return repeated;
	}
	return 0;
}
