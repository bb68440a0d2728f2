/** Whisper's codes that are not those of BCP 47. */
const RENAMED: Readonly<Record<string, string>> = { jw: "jv", no: "nb" };

/** Whisper's names of languages that differ from the usual English ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	burmese: "my",
	castilian: "es",
	flemish: "nl",
	haitian: "ht",
	letzeburgesch: "lb",
	mandarin: "zh",
	moldavian: "ro",
	moldovan: "ro",
	myanmar: "my",
	norwegian: "nb",
	nynorsk: "nn",
	panjabi: "pa",
	pushto: "ps",
	sinhalese: "si",
	tagalog: "tl",
	valencian: "ca",
};

/** Codes of the languages Whisper knows. */
const WHISPER_CODES =
	"af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh".split(
		" ",
	);

let byName: ReadonlyMap<string, string> | undefined;

/** Returns the codes of languages by their English names in lower case. */
function namesOfLanguages(): ReadonlyMap<string, string> {
	if (byName) return byName;
	const names = new Intl.DisplayNames("en", { type: "language" });
	const usual = WHISPER_CODES.map((code) => RENAMED[code] ?? code).map(
		(code) => [names.of(code)?.toLowerCase() ?? code, code] as const,
	);
	byName = new Map([...usual, ...Object.entries(OTHER_NAMES)]);
	return byName;
}

/** Returns the BCP 47 tag of a language as engines name it: `english`, `en`, `jw`; `und` when it is unknown. */
export function languageTag(name: unknown): string {
	if (typeof name !== "string") return "und";
	const text = name.trim().toLowerCase().replaceAll("_", "-");
	const known = namesOfLanguages().get(text) ?? RENAMED[text];
	if (known) return known;
	if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(text)) return "und";
	return Intl.getCanonicalLocales(text)[0] ?? "und";
}

/** Returns Whisper's code of a BCP 47 tag; null for a language it does not know. */
export function whisperCode(tag: string | null): string | null {
	const subtag = tag?.split("-")[0]?.toLowerCase() ?? "";
	const renamed = Object.entries(RENAMED).find(([, code]) => code === subtag)?.[0];
	if (renamed) return renamed;
	return WHISPER_CODES.includes(subtag) ? subtag : null;
}
