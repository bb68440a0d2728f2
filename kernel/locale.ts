import { invalidMember } from "./field-errors.ts";
import { once } from "./once.ts";

/**
 * Codes that have a display name but denote no country or territory in use: withdrawn, reserved, groups, placeholders.
 */
const NO_REGIONS = new Set(
	"AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ".split(" "),
);

const languageNames = once(() => new Intl.DisplayNames("en", { type: "language", fallback: "none" }));
const regionNames = once(() => new Intl.DisplayNames("en", { type: "region", fallback: "none" }));

/**
 * Returns the canonical spelling of an IANA time zone of the form `Area/Location`, in any letter case: `europe/paris`
 * becomes `Europe/Paris`. Aliases in the database (`Europe/Kiev`) are kept; `UTC` becomes `Etc/UTC`. Offsets (`+05:00`)
 * and abbreviations (`EST`) are rejected: they carry no daylight saving rules.
 * @throws `validation_failed` naming `path`
 */
export function parseTimezone(raw: string, path: string): string {
	if (/^(?:etc\/)?utc$/i.test(raw)) return "Etc/UTC";
	const zone = /^[a-z]+(?:\/[a-z0-9_+-]+){1,2}$/i.test(raw) && raw.length <= 64 ? canonicalZone(raw) : undefined;
	if (zone !== undefined) return zone;
	throw invalidMember(path, "invalid_format", "must be an IANA time zone, such as Europe/Paris, or Etc/UTC");
}

/** Zones by their lower-case spelling, cached because querying `Intl` takes as long as the rest of a write. */
const zones = new Map<string, string>();

/**
 * Looks up the canonical spelling of a zone. Only `Intl` knows the aliases: `supportedValuesOf` lists neither them nor
 * `Etc/UTC`. Only zones it knows are cached, which bounds the cache to the roughly 600 of the database.
 */
function canonicalZone(raw: string): string | undefined {
	const key = raw.toLowerCase();
	const known = zones.get(key);
	if (known !== undefined) return known;
	try {
		const zone = new Intl.DateTimeFormat("en", { timeZone: raw }).resolvedOptions().timeZone;
		zones.set(key, zone);
		return zone;
	} catch {
		return undefined;
	}
}

/**
 * Returns the canonical spelling `xx-XX` of a language with a region, in any letter case: `EN-us` becomes `en-US`. Both
 * must exist (ISO 639-1, ISO 3166-1). A withdrawn language code becomes its successor (`iw-IL` → `he-IL`).
 * @throws `validation_failed` naming `path`
 */
export function parseLanguageTag(raw: string, path: string): string {
	const tag = /^[a-z]{2}-[a-z]{2}$/i.test(raw) ? canonicalTag(raw) : undefined;
	if (tag !== undefined) return tag;
	throw invalidMember(path, "invalid_format", "must be a language with its region, such as en-US");
}

function canonicalTag(raw: string): string | undefined {
	const [tag = ""] = Intl.getCanonicalLocales(raw);
	const [language, region] = tag.split("-");
	if (!language || !region || tag.length !== 5) return undefined;
	if (NO_REGIONS.has(raw.slice(3).toUpperCase()) || !regionNames().of(region)) return undefined;
	return languageNames().of(language) ? tag : undefined;
}

/**
 * Asserts that a code is that of a country or territory: ISO 3166-1 alpha-2, upper case.
 * @throws `validation_failed` naming `path`
 */
export function parseCountry(raw: string, path: string): string {
	if (/^[A-Z]{2}$/.test(raw) && !NO_REGIONS.has(raw) && regionNames().of(raw)) return raw;
	throw invalidMember(path, "invalid_format", "must be the code of a country (ISO 3166-1 alpha-2), such as GB");
}

/**
 * Returns the canonical spelling of a language as it is spoken, with script and region or without, in any letter case:
 * `EN` becomes `en`, `pt-br` `pt-BR`. The language must exist.
 * @throws `validation_failed` naming `path`
 */
export function parseLanguage(raw: string, path: string): string {
	const isTag = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(raw);
	const [tag = ""] = isTag ? Intl.getCanonicalLocales(raw) : [];
	if (tag !== "" && languageNames().of(tag.split("-")[0] ?? "")) return tag;
	throw invalidMember(path, "invalid_format", "must be a language, such as en or pt-BR");
}
