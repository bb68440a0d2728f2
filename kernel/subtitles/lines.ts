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
export function readLines(raw: string): LineReader {
	const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
	let at = text.startsWith("\ufeff") ? 1 : 0;
	let number = 0;

	function endOfLine(): number {
		const end = text.indexOf("\n", at);
		return end < 0 ? text.length : end;
	}

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
			at += line.length + 1;
			return line;
		},
	};
}
