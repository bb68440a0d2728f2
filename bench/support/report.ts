/** Prints a table with aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
	const cells = [headings, ...rows].map((row) => row.map((cell) => (typeof cell === "number" ? format(cell) : cell)));
	const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
	for (const row of cells) process.stdout.write(`${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join("  ")}\n`);
}

/** Prints the last line of a benchmark: `NAME figure=value …`, with `_` for the spaces of a text. */
export function figures(name: string, values: Readonly<Record<string, number | string>>): void {
	const text = (value: number | string) => (typeof value === "number" ? format(value) : value.replaceAll(" ", "_"));
	const pairs = Object.entries(values).map(([figure, value]) => `${figure}=${text(value)}`);
	process.stdout.write(`${name} ${pairs.join(" ")}\n`);
}

const format = (value: number): string => {
	if (Number.isInteger(value)) return String(value);
	return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 3);
};
