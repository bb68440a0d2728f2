/** The longest answer that is looked through, in characters. */
const MAX_LENGTH = 262_144;

/** What models write around an answer: their thoughts, and a fence. */
const THOUGHTS = /<think>[\s\S]*?<\/think>/g;
const FENCE = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/;

/**
 * Returns the JSON value of an answer, also of one with words or a code fence around it; undefined where there is none. What
 * it contains is up to the model: check every member.
 */
export function readJson(text: string): unknown {
	const answer = text.slice(0, MAX_LENGTH).replace(THOUGHTS, "").trim();
	const fenced = FENCE.exec(answer)?.[1];
	const candidates = [answer, fenced, between(answer, "{", "}"), between(answer, "[", "]")];
	for (const candidate of candidates) {
		const value = candidate === undefined ? undefined : parse(candidate);
		if (typeof value === "object" && value !== null) return value;
	}
	return undefined;
}

function between(text: string, opening: string, closing: string): string | undefined {
	const from = text.indexOf(opening);
	const to = text.lastIndexOf(closing);
	return from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
