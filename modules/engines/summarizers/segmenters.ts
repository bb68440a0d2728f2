type Granularity = "word" | "sentence";

const made = new Map<string, Intl.Segmenter>();
/** More than the languages of any installation. */
const MAX_KEPT = 200;

/** Returns what cuts texts of a language into words or sentences; of an unknown one, as most are written. */
export function segmenterOf(language: string, granularity: Granularity): Intl.Segmenter {
	const key = `${granularity} ${language}`;
	const known = made.get(key);
	if (known) return known;
	if (made.size >= MAX_KEPT) made.clear();
	const segmenter = new Intl.Segmenter(isLocale(language) ? language : "und", { granularity });
	made.set(key, segmenter);
	return segmenter;
}

function isLocale(tag: string): boolean {
	try {
		return Intl.Segmenter.supportedLocalesOf(tag).length > 0;
	} catch {
		return false;
	}
}
