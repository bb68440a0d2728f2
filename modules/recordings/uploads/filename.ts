/** Longest stored name, in code points. */
const MAX_LENGTH = 200;
/** What a name must not contain: control characters, marks that reorder text, separators, and what shells and Windows read. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}"*:<>?|]/gu;

/**
 * Returns the name of an uploaded file as it is stored and downloaded: without folders, control characters and marks
 * that reorder text, at most 200 characters, its ending kept; `recording` when nothing is left.
 */
export function cleanFilename(raw: string): string {
	const last = raw.slice(-4096).split(/[/\\]/).at(-1) ?? "";
	const name = last
		.toWellFormed()
		.normalize("NFC")
		.replace(FORBIDDEN, "")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^\.+/, "");
	const characters = [...name];
	if (characters.length <= MAX_LENGTH) return name === "" ? "recording" : name;
	const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
	return (
		characters
			.slice(0, MAX_LENGTH - ending.length)
			.join("")
			.trim() + ending
	);
}

/** Returns the title of a meeting made for a file of this (clean) name. */
export function titleOf(filename: string): string {
	const title = [...filename.replace(/\.[A-Za-z0-9]{1,8}$/, "")].slice(0, 128).join("").trim();
	return title.replace(/[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, "") === "" ? "Recording" : title;
}
