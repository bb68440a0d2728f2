// The 18,000 most common passwords of at least 8 characters, from @zxcvbn-ts/language-common (MIT), one a line.
import list from "./common-passwords.txt" with { type: "text" };

/** Common sequences: rows and columns of keyboards, the alphabet, digits; each also backwards. */
const KEYBOARD_WALKS = [
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890123456789",
	"qwertyuiopasdfghjklzxcvbnm",
	"qwertzuiopasdfghjklyxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
	"1q2w3e4r5t6y7u8i9o0p",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Minimum number of distinct characters in a password. */
const MIN_DISTINCT_CHARACTERS = 5;

let common: Set<string> | undefined;

/**
 * Whether a password would be among the first guesses: on the list, also with digits and signs around it, a short text
 * repeated, a walk over the keyboard, or little more than the person's own address or name.
 * @param password after NFKC, at most 128 code points
 * @param personal texts an attacker knows of the person
 */
export function isCommonPassword(password: string, personal: readonly string[] = []): boolean {
	common ??= new Set(list.split("\n").filter(Boolean));
	const folded = password.toLowerCase();
	if (new Set(folded).size < MIN_DISTINCT_CHARACTERS) return true;
	const unit = repeatedUnit(folded);
	const core = unit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
	const candidates = [folded, unit, core];
	if (candidates.some((each) => common?.has(each) === true)) return true;
	if (unit.length < 8 && unit !== folded) return true;
	if (KEYBOARD_WALKS.some((walk) => folded.length - coveredLength(folded, walk) < 4)) return true;
	return personal.some((text) => isLittleMoreThan(folded, text.toLowerCase()));
}

/** Returns the shortest text whose repetition is `text`: `abc` for `abcabc`, otherwise the text itself. */
function repeatedUnit(text: string): string {
	const again = (text + text).indexOf(text, 1);
	return text.slice(0, again);
}

/** Returns the number of characters of `text` in runs of four or more that occur in the walk. */
function coveredLength(text: string, walk: string): number {
	let covered = 0;
	for (let at = 0; at < text.length; ) {
		let length = 0;
		while (at + length < text.length && walk.includes(text.slice(at, at + length + 1))) length++;
		if (length >= 4) covered += length;
		at += Math.max(length, 1);
	}
	return covered;
}

const isLittleMoreThan = (password: string, text: string): boolean =>
	text.length >= 6 && password.includes(text) && password.length - text.length < 6;
