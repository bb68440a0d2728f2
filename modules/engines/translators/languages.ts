import type { LanguagePair } from "./ports.ts";

/** A tag with script and region filled in. */
interface FullTag {
	readonly tag: string;
	readonly language: string;
	readonly script: string | undefined;
	readonly region: string | undefined;
	/** Whether the tag names no region and no variant. */
	readonly isBare: boolean;
	readonly variants: string;
}

/** Names of one language that engines use for another. */
const SAME: Readonly<Record<string, string>> = { no: "nb" };

const known = new Map<string, FullTag | null>();
/** Tags come from transcripts: a bound for those that make up many. */
const MAX_KNOWN = 2_000;

function fullTag(tag: string): FullTag | null {
	const found = known.get(tag);
	if (found !== undefined) return found;
	if (known.size >= MAX_KNOWN) known.clear();
	const made = parseTag(tag);
	known.set(tag, made);
	return made;
}

function parseTag(raw: string): FullTag | null {
	try {
		const locale = new Intl.Locale(raw);
		if (locale.language === "und") return null;
		const { language, script, region } = locale.maximize();
		const named = [locale.language, locale.script, locale.region].filter((part) => part !== undefined).join("-");
		const variants = locale.baseName.slice(named.length);
		const isBare = locale.region === undefined && variants === "";
		return { tag: locale.baseName, language: SAME[language] ?? language, script, region, isBare, variants };
	} catch {
		return null;
	}
}

/**
 * Returns how well a language that an engine knows serves for a wanted one: 4: the same tag; 3: the same region; 2: the
 * language without a region; 1: another region of it; 0: another language, script or variant.
 */
export function likeness(wanted: string, offered: string): number {
	const a = fullTag(wanted);
	const b = fullTag(offered);
	if (a === null || b === null) return 0;
	if (a.tag === b.tag) return 4;
	if (a.language !== b.language || a.script !== b.script) return 0;
	if (b.variants !== "") return 0;
	if (a.region === b.region) return 3;
	return b.isBare ? 2 : 1;
}

/** Whether texts in one language can be read by those who want the other: the same language in the same script. */
export const isSameLanguage = (a: string, b: string): boolean => Math.max(likeness(a, b), likeness(b, a)) > 0;

/** Returns the pair that serves best, the shortest way first; undefined when the engine knows none. */
export function findPair(pairs: readonly LanguagePair[], from: string, to: string): LanguagePair | undefined {
	let best: { readonly pair: LanguagePair; readonly score: number } | undefined;
	for (const pair of pairs) {
		const source = likeness(from, pair.from);
		const target = likeness(to, pair.to);
		if (source === 0 || target === 0) continue;
		const score = (pair.via === null ? 100 : 0) + target * 10 + source;
		if (best === undefined || score > best.score) best = { pair, score };
	}
	return best?.pair;
}

/** Returns the languages that pairs lead to from one, sorted. */
export const targetsOf = (pairs: readonly LanguagePair[], from: string): string[] =>
	[...new Set(pairs.filter((pair) => likeness(from, pair.from) > 0).map(({ to }) => to))].sort();
