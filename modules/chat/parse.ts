import { invalidMember } from "#kernel/field-errors";

/** Maximum length of a message, in code points. */
const MAX_LENGTH = 4_000;
/** Control characters other than tab and line feed, and marks that reorder text: they make it look like another. */
const UNPRINTABLE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t\n]]/v;
/** Marks that have a place in text written from right to left, and reorder nothing but what is next to them. */
const HARMLESS = /[\u061c\u200e\u200f]/g;
const INVISIBLE = /[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Parses the text of a message into its stored form: NFC, trimmed, lines separated by line feeds; 1…4,000 code points,
 * at least one visible.
 * @throws `validation_failed`
 */
export function parseMessage(raw: string): string {
	// Normalization may lengthen text threefold, never shorten it to less than a third.
	if (raw.length > MAX_LENGTH * 6) throw tooLong();
	if (!raw.isWellFormed()) throw invalidMember("/text", "invalid_format", "must not have half a surrogate pair");
	const text = raw.replaceAll("\r\n", "\n").normalize("NFC").trim();
	if (text.replace(INVISIBLE, "") === "")
		throw invalidMember("/text", "too_short", "must have at least one visible character");
	if (text.length > MAX_LENGTH && [...text].length > MAX_LENGTH) throw tooLong();
	if (UNPRINTABLE.test(text.replace(HARMLESS, "")))
		throw invalidMember("/text", "invalid_format", "must not have control characters or marks that reorder text");
	return text;
}

const tooLong = () => invalidMember("/text", "too_long", `must have at most ${MAX_LENGTH} characters`);
