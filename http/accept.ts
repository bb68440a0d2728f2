/** A media type that a client accepts, `*` for any, and how much it likes it, 0…1. */
interface Accepted {
	readonly type: string;
	readonly subtype: string;
	readonly quality: number;
}

/** Parses one range of an `Accept` header; parameters other than the quality are ignored. */
function parseRange(range: string): Accepted {
	const [name = "", ...parameters] = range.toLowerCase().split(";");
	const [type = "", subtype = ""] = name.trim().split("/");
	const quality = parameters.map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1]).find(Boolean);
	return { type, subtype, quality: quality === undefined ? 1 : Math.min(1, Number(quality)) };
}

/**
 * Returns the media type that a client likes best (RFC 9110 §12.5.1), the first of several that it likes as much. Where
 * it accepts none of them, or says nothing, it gets the first.
 * @param offered without parameters, lower case
 */
export function preferredMediaType<T extends string>(accept: string | null, offered: readonly [T, ...T[]]): T {
	const ranges = (accept ?? "*/*").split(",").slice(0, 100).map(parseRange);
	function qualityOf(mediaType: string): number {
		const [type, subtype] = mediaType.split("/");
		const fitting =
			ranges.find((range) => range.type === type && range.subtype === subtype) ??
			ranges.find((range) => range.type === type && range.subtype === "*") ??
			ranges.find((range) => range.type === "*" && range.subtype === "*");
		return fitting?.quality ?? 0;
	}
	return offered.reduce((best, each) => (qualityOf(each) > qualityOf(best) ? each : best));
}
