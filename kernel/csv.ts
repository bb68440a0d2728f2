/** Beginnings that spreadsheets take for a formula, also behind blanks and in the wide forms of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A value of a cell; null: it is empty. */
export type CellValue = string | number | null;

/** Returns a cell that no spreadsheet executes, quoted (RFC 4180). */
function cellOf(value: CellValue): string {
	if (value === null) return '""';
	const text = String(value);
	return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Writes objects as lines of CSV, which no spreadsheet takes for formulas. */
export interface CsvWriter<T> {
	/** The first line: the names of the columns. */
	readonly header: string;
	/** Converts an object to its line. */
	readonly line: (value: T) => string;
}

/** Creates the writer of a file. @param columns what each shows, by its name */
export function csvWriter<T>(columns: Readonly<Record<string, (value: T) => CellValue>>): CsvWriter<T> {
	const shown = Object.values(columns);
	return {
		header: `${Object.keys(columns).join(",")}\r\n`,
		line: (value) => `${shown.map((show) => cellOf(show(value))).join(",")}\r\n`,
	};
}
