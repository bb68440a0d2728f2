/** A content coding of ours. Our preference among those the client likes equally is the order of {@link ENCODINGS}. */
export type Encoding = (typeof ENCODINGS)[number];

/** Content codings from the smallest result to the largest. */
export const ENCODINGS = ["br", "gzip"] as const;

/** The weight of a coding (RFC 9110 §12.4.2). */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Returns the content coding a client likes best, as its `Accept-Encoding` says (RFC 9110 §12.5.3); null for none: sent
 * as it is. That is also the answer to a client that accepts nothing at all, and ill-formed elements are ignored.
 */
export function preferredEncoding(header: string | null): Encoding | null {
	if (header === null) return null;
	const weights = readWeights(header);
	const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
	const best = ENCODINGS.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best));
	return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** Returns the weights of the codings a header names, by their names. */
function readWeights(header: string): Map<string, number> {
	const weights = new Map<string, number>();
	for (const element of header.toLowerCase().split(",")) {
		const [name = "", parameter = "q=1"] = element.split(";").map((part) => part.trim());
		const weight = WEIGHT.exec(parameter)?.[1];
		if (weight !== undefined) weights.set(name === "x-gzip" ? "gzip" : name, Number(weight));
	}
	return weights;
}
