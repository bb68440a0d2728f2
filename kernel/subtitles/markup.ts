/*
 * The markup of cues: tags and character references of WebVTT (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules),
 * many of which SRT files have as well.
 */

/** What one voice says in a cue. */
export interface Voice {
	/** Null: the file names none. */
	readonly speaker: string | null;
	readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: "\u00a0",
	lrm: "\u200e",
	rlm: "\u200f",
};

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;
/** A tag of WebVTT, or a `<` that nothing closes, which ends the text. */
const VTT_TAG = /<([^>]*)>?/g;
/** A tag that players know in SRT; any other `<` is text there, as are styles in braces that are none. */
const SRT_TAG = /<(\/?(?:[bciusv]|font|ruby|rt|lang)(?:[\s.][^<>]*)?)>|\{\\[^{}]*\}/gi;
const VOICE = /^v(?:\.[^\s]*)?(?:[\s](.*))?$/s;

/** Decodes the character references of a text; anything else is kept as it is. */
const decodeReferences = (text: string): string =>
	text.includes("&")
		? text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
				if (name !== undefined) return ENTITIES[name] ?? whole;
				const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
				return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
			})
		: text;

/** Encodes what would be markup in a text of WebVTT; without `>` there is no `-->` either. */
export const encodeText = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns what each voice says in a cue of WebVTT, see {@link readVoices}. */
export const readVttVoices = (payload: string): Voice[] => readVoices(payload, VTT_TAG);

/** Returns what each voice says in a cue of SRT, see {@link readVoices}. */
export const readSrtVoices = (payload: string): Voice[] =>
	readVoices(payload, SRT_TAG).map(({ speaker, text }) => ({ speaker, text: text.replace(GUARD, "") }));

/** What keeps a text from being read as markup in SRT, which has no escapes: it is invisible and breaks no word. */
const WORD_JOINER = "\u2060";
const GUARD = /(?<=[<{&]|--)\u2060/g;
const GUARDED = /<(?=\/?(?:[bciusv]|font|ruby|rt|lang)[\s.>])|\{(?=\\)|&(?=#|[a-z]{2,4};)|--(?=>)/gi;

/** Returns a text of SRT in which nothing is read as markup, nor as times. */
export const guardText = (text: string): string => text.replace(GUARDED, (found) => found + WORD_JOINER);

/**
 * Returns what each voice says, in order: voice tags begin and end a voice, all other tags are left out. Texts are as
 * written, white space included.
 * @param tags matches tags, with what is between their brackets
 */
function readVoices(payload: string, tags: RegExp): Voice[] {
	const voices: Voice[] = [];
	let speaker: string | null = null;
	let text = "";
	let at = 0;

	function flush(): void {
		if (text.trim() !== "") voices.push({ speaker, text });
		text = "";
	}

	for (const { 0: tag, 1: name = "", index } of payload.matchAll(tags)) {
		text += decodeReferences(payload.slice(at, index));
		at = index + tag.length;
		const voice = VOICE.exec(name);
		if (voice === null && name !== "/v") continue;
		flush();
		speaker = voice === null ? null : nameOf(voice[1] ?? "");
	}
	text += decodeReferences(payload.slice(at));
	flush();
	return voices;
}

/** Returns the name in a voice tag; null when it is empty. */
function nameOf(annotation: string): string | null {
	const name = decodeReferences(annotation).replace(/\s+/g, " ").trim();
	return name === "" ? null : name;
}
