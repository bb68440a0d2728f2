import type { AppError } from "./errors.ts";
import { invalidMember } from "./field-errors.ts";
import { text } from "./texts.ts";

/** Control characters other than tab and line feed, and marks that reorder text: they make it look like another. */
const UNPRINTABLE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t\n]]/v;
/** Marks that have a place in text written from right to left, and reorder nothing but what is next to them. */
const HARMLESS = /[\u061c\u200e\u200f]/g;
const INVISIBLE = /[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Parses a text that people write, of lines or more: NFC, trimmed, at most `most` code points, at least one visible.
 * @param mayBeEmpty default false
 * @throws `validation_failed` naming `path`
 */
export function parseProse(raw: string, path: string, most: number, mayBeEmpty = false): string {
	// Normalization may lengthen text threefold, never shorten it to less than a third.
	if (raw.length > most * 6) throw tooLong(path, most);
	if (!raw.isWellFormed()) throw invalidMember(path, "invalid_format", "must not contain an unpaired surrogate");
	const text = raw.replaceAll("\r\n", "\n").normalize("NFC").trim();
	if (!mayBeEmpty && text.replace(INVISIBLE, "") === "")
		throw invalidMember(path, "too_short", "must contain at least one visible character");
	if (text.length > most && [...text].length > most) throw tooLong(path, most);
	if (UNPRINTABLE.test(text.replace(HARMLESS, "")))
		throw invalidMember(path, "invalid_format", "must not contain control characters or marks that reorder text");
	return text;
}

const tooLong = (path: string, most: number): AppError =>
	invalidMember(path, "too_long", text("must have at most {most} characters", { most }));
