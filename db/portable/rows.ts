import { canonicalJson } from "#kernel/canonical-json";
import type { PortableKind, PortableRow, PortableTable, PortableValue } from "./tables.ts";

/** Returns a row as one line of JSON: equal rows give equal lines, whichever engine they come from. */
export const encodeRow = (row: PortableRow): string => JSON.stringify(row);

/** Returns the row of a line of {@link encodeRow}. @throws SyntaxError, or Error when it does not fit the table */
export function decodeRow({ name, columns }: PortableTable, line: string): PortableRow {
	const row: unknown = JSON.parse(line);
	if (!Array.isArray(row) || row.length !== columns.length) throw new Error(`a row of ${name} was expected`);
	return row;
}

/**
 * Returns the canonical text of a JSON text. A string with half a surrogate pair, which canonical JSON does not know, is
 * written with an escape.
 */
export function canonicalText(text: string): string {
	const value: unknown = JSON.parse(text);
	try {
		return canonicalJson(value);
	} catch {
		return JSON.stringify(sorted(value));
	}
}

function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(sorted);
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}

/**
 * Returns a row that a driver has read.
 * @throws Error that names the row when it has what no part of the program has written: an integer beyond 2^53, invalid JSON
 */
export function toRow(table: PortableTable, values: readonly unknown[]): PortableRow {
	try {
		return table.columns.map(({ kind }, at) => toPortable(kind, values[at]));
	} catch (cause) {
		const key = table.key.map((at) => values[at]).join(", ");
		throw new Error(`the row (${key}) of ${table.name} cannot be read`, { cause });
	}
}

function toPortable(kind: PortableKind, value: unknown): PortableValue {
	if (value === null || value === undefined) return null;
	switch (kind) {
		case "text":
			return String(value);
		case "integer":
			return toSafeInteger(Number(value));
		case "real":
			return Number.isFinite(Number(value)) ? Number(value) : String(value);
		case "boolean":
			return value === true || value === 1;
		case "json":
			return canonicalText(String(value));
	}
}

function toSafeInteger(value: number): number {
	if (!Number.isSafeInteger(value)) throw new RangeError("an integer is beyond 2^53");
	return value;
}

/** Escapes in canonical JSON, one by one, so that none is found in the middle of another. */
const ESCAPES = /\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g;
const REPLACEMENT = "\u{FFFD}";

/** Returns a value with U+FFFD in place of each character that Postgres cannot store: NUL, half a surrogate pair. */
function storable(kind: PortableKind, value: PortableValue): PortableValue {
	if (typeof value !== "string") return value;
	if (kind === "text") return value.includes("\0") ? value.replaceAll("\0", REPLACEMENT) : value;
	if (kind !== "json" || !(value.includes("\\u0000") || value.includes("\\ud"))) return value;
	return canonicalText(value.replace(ESCAPES, (found) => (found.length > 2 ? REPLACEMENT : found)));
}

/** Returns the names of the columns of a row with characters that Postgres cannot store. */
export const unstorableColumns = ({ columns }: PortableTable, row: PortableRow): string[] =>
	columns.filter(({ kind }, at) => storable(kind, row[at] ?? null) !== (row[at] ?? null)).map(({ name }) => name);

/** Returns a row with U+FFFD in place of each character that Postgres cannot store. */
export const toStorable = ({ columns }: PortableTable, row: PortableRow): PortableRow =>
	columns.map(({ kind }, at) => storable(kind, row[at] ?? null));

/**
 * The digest of a set of rows, in whatever order they are added: the sum of their SHA-256, in eight lanes of 32 bits. It
 * shows that two databases have the same rows; it is no protection against somebody who forges them.
 */
export class RowDigest {
	readonly #lanes = new Uint32Array(8);
	readonly #hash = new Uint32Array(8);
	#rows = 0;

	/** Adds a row. @param line of {@link encodeRow} */
	add(line: string): void {
		Bun.SHA256.hash(line, this.#hash);
		const [lanes, hash] = [this.#lanes, this.#hash];
		for (let lane = 0; lane < 8; lane++) lanes[lane] = (lanes[lane] ?? 0) + (hash[lane] ?? 0);
		this.#rows++;
	}

	get rows(): number {
		return this.#rows;
	}

	/** The digest, hex. */
	get hex(): string {
		return Buffer.from(this.#lanes.buffer).toString("hex");
	}
}
