/** Reads a text line by line, without splitting all of it. */
export interface LineReader {
	/** Number of the line returned last, from 1; 0 before the first. */
	readonly number: number;
	/** Returns the next line without its end; null after the last. */
	next(): string | null;
	/** Returns the next line without reading it. */
	peek(): string | null;
}

/** Creates a reader of lines that end with LF, CR LF or CR. It leaves out a byte order mark. */
export function readLines(text: string): LineReader {
	let at = text.startsWith("\ufeff") ? 1 : 0;
	let number = 0;
	const [nextLf, nextCr] = [finder(text, "\n"), finder(text, "\r")];

	const endOfLine = (): number => Math.min(nextLf(at), nextCr(at));
	const peek = (): string | null => (at > text.length ? null : text.slice(at, endOfLine()));
	return {
		get number() {
			return number;
		},
		peek,
		next() {
			const line = peek();
			if (line === null) return null;
			number++;
			const end = endOfLine();
			at = end + (text.startsWith("\r\n", end) ? 2 : 1);
			return line;
		},
	};
}

/** Returns the function that finds a character from positions that only grow, or the end: each part is searched once. */
function finder(text: string, character: string): (from: number) => number {
	let found = -1;
	return (from) => {
		if (found < from) found = text.indexOf(character, from);
		if (found < 0) found = text.length;
		return found;
	};
}
